import { StartError } from '../errors.js'

export interface Endpoint {
  readonly what: string
  readonly host: string
  readonly port: number
  readonly hostFlag: string
  readonly portFlag: string
}

const CAUSES_MAX = 8

/** Turns what the operating system refused into a sentence with the flag that helps. Anything else is passed on as it is. */
export function explainFailure(error: unknown, endpoint: Endpoint): unknown {
  const refused = systemError(error)
  if (refused === undefined) return error
  const { what, host, port, hostFlag, portFlag } = endpoint
  const fail = (message: string) => new StartError(message, { cause: error })
  switch (refused.code) {
    case 'EADDRINUSE':
      return fail(
        `port ${port} on ${host} is already in use, so the ${what} cannot start: stop the program that uses it, or choose another port with ${portFlag} N`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return fail(`${host} is not an address of this machine: choose another with ${hostFlag} ADDRESS`)
    default:
      if (refused.syscall === 'listen' && refused.code === 'EACCES') {
        return fail(`port ${port} needs more rights than you have: choose one above 1023 with ${portFlag} N`)
      }
      if (refused.path !== undefined) return fail(`the ${what} cannot use ${refused.path} (${refused.code})`)
      return error
  }
}

/** The operating system's own error, also when a part wrapped it. */
function systemError(error: unknown): NodeJS.ErrnoException | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < CAUSES_MAX; at = at.cause, depth += 1) {
    const { syscall, code } = at as NodeJS.ErrnoException
    if (syscall !== undefined && code !== undefined) return at
  }
  return undefined
}
