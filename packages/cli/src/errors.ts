/** Exit codes, the whole list. The reference and `clawstead help` print these lines. */
export const EXIT = { ok: 0, failure: 1, usage: 2, interrupted: 130 } as const

export const EXIT_CODES: readonly { code: string; says: string }[] = [
  { code: '0', says: 'it worked, or it was asked to stop and stopped cleanly' },
  { code: '1', says: 'it could not start or keep running: a port is taken, a file is broken, a part failed' },
  { code: '2', says: 'the command line, an environment variable or the config file is wrong' },
  { code: '130', says: 'a second Ctrl-C ended it at once (143 for a second SIGTERM)' },
]

/** What the person typed or configured is wrong. Nothing was started. Each line is one mistake. */
export class UsageError extends Error {
  override name = 'UsageError'
  readonly exitCode = EXIT.usage

  constructor(
    readonly problems: readonly string[],
    /** The command whose help would answer the question. */
    readonly command?: string,
  ) {
    super(problems.join('\n'))
  }
}

/** The settings are well-formed, yet it cannot run like this on this machine. */
export class StartError extends Error {
  override name = 'StartError'
  readonly exitCode = EXIT.failure
}
