import type { Logger } from '@clawstead/skills'
import { parseSecretReference, SecretError, type Secrets } from '../secrets/index.js'
import { RemotesFileError } from './kept-file.js'

/** What a server of the Model Context Protocol wants to see before it answers: a header whose value is kept elsewhere. */
export type RemoteSecret = {
  /** In lower case. `authorization` gets the word Bearer before its value. */
  readonly header: string
  /** Where the value is kept. */
  readonly reference: string
}

const BEARER_HEADER = 'authorization'
const HEADER = /^[!#$%&'*+.^_`|~0-9a-z-]{1,64}$/
/** What the connection, the protocol or the mesh says itself. */
const OWN_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'last-event-id',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
const OWN_PREFIXES = ['mcp-', 'proxy-', 'sec-', 'x-mesh-']
const HEADER_VALUE = /^[\x20-\x7e]+$/

/**
 * Reads `REFERENCE` (a bearer token) or `HEADER=REFERENCE`.
 * @throws RemotesFileError naming the rule; a value in place of the reference is not repeated.
 */
export function readRemoteSecret(text: string): RemoteSecret {
  const [, name = BEARER_HEADER, reference = text] = /^([^=:/{]+)=(.*)$/s.exec(text) ?? []
  return remoteSecret({ header: name, reference })
}

/** @throws RemotesFileError naming the rule. */
export function remoteSecret({ header, reference }: { readonly header: unknown; readonly reference: unknown }) {
  if (typeof reference !== 'string') throw new RemotesFileError('secret.reference: expected text')
  try {
    parseSecretReference(reference)
  } catch (error) {
    throw new RemotesFileError(`secret: ${(error as Error).message}`)
  }
  const name = typeof header === 'string' ? header.toLowerCase() : ''
  if (!HEADER.test(name)) throw new RemotesFileError('secret.header: expected the name of an HTTP header')
  if (OWN_HEADERS.has(name) || OWN_PREFIXES.some((prefix) => name.startsWith(prefix))) {
    throw new RemotesFileError(`secret.header: ${name} is not for secrets`)
  }
  return { header: name, reference }
}

/** `NAME=REFERENCE` and `NAME=HEADER=REFERENCE` of the settings, by the name of the remote. */
export function readRemoteSecrets(texts: readonly string[]): ReadonlyMap<string, RemoteSecret> {
  const secretByName = new Map<string, RemoteSecret>()
  for (const text of texts) {
    const [, name, rest] = /^([a-z0-9][a-z0-9._-]*)=(.*)$/s.exec(text) ?? []
    // The text may hold a secret that somebody wrote down: it is not repeated.
    if (name === undefined || rest === undefined) throw new RemotesFileError('expected NAME=[HEADER=]REFERENCE')
    if (secretByName.has(name)) throw new RemotesFileError(`${name} is there twice`)
    secretByName.set(name, readRemoteSecret(rest))
  }
  return secretByName
}

/**
 * A `fetch` that shows a secret to one origin. It is read when it is needed, and where a redirect leads to another origin the
 * dial guard leaves it behind.
 */
export function withSecret(
  fetch: typeof globalThis.fetch,
  options: { readonly url: string; readonly secret: RemoteSecret; readonly secrets: Secrets; readonly log: Logger },
): typeof globalThis.fetch {
  const { url, secret, secrets, log } = options
  const { origin } = new URL(url)

  async function valueOf({ header, reference }: RemoteSecret): Promise<string> {
    try {
      const value = (await secrets.resolve(reference)).reveal().trim()
      if (!HEADER_VALUE.test(value)) throw new SecretError(`${reference} is no value for a header: one line of ASCII`)
      return header === BEARER_HEADER ? `Bearer ${value}` : value
    } catch (error) {
      log.warn({ remote: url, err: error }, 'the secret of a remote cannot be read')
      // Whoever calls a skill need not know where secrets are kept.
      throw new RemoteSecretError(`${url}: what it wants to see before it answers cannot be read at the moment`)
    }
  }

  return async (input, init) => {
    const request = input instanceof Request ? input : undefined
    const target = input instanceof Request ? input.url : input
    if (new URL(target).origin !== origin) return fetch(input, init)
    const headers = new Headers(init?.headers ?? request?.headers)
    headers.set(secret.header, await valueOf(secret))
    return fetch(input, { ...init, headers })
  }
}

/** Our own side is to blame: it does not count against the remote. */
export class RemoteSecretError extends Error {
  override readonly name = 'RemoteSecretError'
}
