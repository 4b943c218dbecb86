import { join } from 'node:path'
import { type Logger, nameProblem } from '@clawstead/skills'
import { type KeptFile, openKeptFile, RemotesFileError } from './kept-file.js'
import { REMOTES_MAX } from './limits.js'
import { type RemoteSecret, readRemoteSecret, remoteSecret } from './remote-secret.js'

/** One remote somebody asked for. */
export type RemoteEntry = {
  readonly url: string
  /** `mesh`: a node of the mesh. `mcp`: a server of the Model Context Protocol. */
  readonly kind: 'mesh' | 'mcp'
  /** First segment of the names of its skills; for `mcp` only. */
  readonly name?: string
  /** What it wants to see before it answers; for `mcp` only. */
  readonly secret?: RemoteSecret
}

/** What people asked for by command. */
export type RemoteList = {
  readonly remotes: readonly RemoteEntry[]
  /** When somebody asked for a remote to be enabled again, by its URL; unix time in milliseconds. */
  readonly enabled_at: Readonly<Record<string, number>>
}

const LIST_FILE = 'remotes.json'
const FILE_VERSION = 1

/** `remotes.json`: the remotes that were added by command, besides those of the configuration. */
export function openRemoteList(directory: string, log: Logger): KeptFile<RemoteList> {
  const file = openKeptFile<RemoteList & { readonly version: number }>({
    file: join(directory, LIST_FILE),
    log,
    read: readList,
    empty: { version: FILE_VERSION, remotes: [], enabled_at: {} },
  })
  return {
    value: file.value,
    change: (edit) =>
      file.change((content) => {
        const changed = edit(content)
        if (changed.remotes.length > REMOTES_MAX) {
          throw new RemotesFileError(`a node has at most ${REMOTES_MAX} remotes`)
        }
        return changed === content ? content : { ...changed, version: FILE_VERSION }
      }),
    look: file.look,
  }
}

/**
 * Reads `URL` (a node of the mesh) or `NAME=URL` (a server of the Model Context Protocol whose skills are `NAME/…`).
 * @param secretText for a server: `REFERENCE` of a bearer token, or `HEADER=REFERENCE`
 * @throws RemotesFileError naming the rule.
 */
export function readRemoteText(text: string, secretText?: string): RemoteEntry {
  const named = /^([^=:/?#]+)=(.*)$/.exec(text)
  if (named === null) {
    // Nodes of the mesh are called with a signature.
    if (secretText !== undefined) throw new RemotesFileError('a secret goes with an MCP server: NAME=URL')
    return { url: remoteUrl(text), kind: 'mesh' }
  }
  const [, name = '', url = ''] = named
  checkRemoteName(name)
  const entry = { url: remoteUrl(url), kind: 'mcp', name } as const
  return secretText === undefined ? entry : { ...entry, secret: readRemoteSecret(secretText) }
}

/** The one spelling of a remote's address: no query, no fragment, no slash at the end. */
export function remoteUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new RemotesFileError(`${JSON.stringify(text)} is no http or https URL`)
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new RemotesFileError(`${url.origin}${url.pathname}: a remote's URL has no user name, query or fragment`)
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

function checkRemoteName(name: string): void {
  const problem = name.includes('/') ? 'must be one segment' : nameProblem(name)
  if (problem !== undefined) throw new RemotesFileError(`name ${JSON.stringify(name)}: ${problem}`)
}

function readList(json: unknown): RemoteList & { readonly version: number } {
  const { version, remotes, enabled_at: enabledAt = {} } = (json ?? {}) as Readonly<Record<string, unknown>>
  if (version !== FILE_VERSION) throw new RemotesFileError(`version: expected ${FILE_VERSION}`)
  if (!Array.isArray(remotes)) throw new RemotesFileError('remotes: expected a list')
  if (typeof enabledAt !== 'object' || enabledAt === null) throw new RemotesFileError('enabled_at: expected an object')
  for (const [url, atMs] of Object.entries(enabledAt)) {
    if (typeof atMs !== 'number') {
      throw new RemotesFileError(`enabled_at[${JSON.stringify(url)}]: expected unix time in milliseconds`)
    }
  }
  return { version, remotes: remotes.map(readEntry), enabled_at: enabledAt as Record<string, number> }
}

function readEntry(value: unknown, index: number): RemoteEntry {
  const at = `remotes[${index}]`
  const { url, kind, name, secret } = (value ?? {}) as Readonly<Record<string, unknown>>
  if (typeof url !== 'string') throw new RemotesFileError(`${at}.url: expected text`)
  if (kind !== 'mesh' && kind !== 'mcp') throw new RemotesFileError(`${at}.kind: expected mesh or mcp`)
  if (secret !== undefined && (kind === 'mesh' || typeof secret !== 'object' || secret === null)) {
    throw new RemotesFileError(`${at}.secret: expected an object, for kind mcp`)
  }
  if (kind === 'mesh') return { url: remoteUrl(url), kind }
  if (typeof name !== 'string') throw new RemotesFileError(`${at}.name: expected text`)
  checkRemoteName(name)
  const entry = { url: remoteUrl(url), kind: 'mcp', name } as const
  if (secret === undefined) return entry
  try {
    return { ...entry, secret: remoteSecret(secret as Parameters<typeof remoteSecret>[0]) }
  } catch (error) {
    throw new RemotesFileError(`${at}.${(error as Error).message}`)
  }
}
