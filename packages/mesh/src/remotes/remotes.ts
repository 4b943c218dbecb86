import { join } from 'node:path'
import { createGuardedFetch, type DialPolicy, type Logger, type Registry } from '@clawstead/skills'
import type { Identity } from '../identity/identity.js'
import type { Secrets } from '../secrets/index.js'
import { type MonotonicClock, SYSTEM_CLOCK } from './clock.js'
import { type DiscoveredPeer, discoverPeers } from './discovery.js'
import { openFailureLog } from './failure-log.js'
import { RemotesFileError } from './kept-file.js'
import { FILES_LOOK_MS, INFO_BYTES_MAX, REMOTE_CONNECTIONS_MAX, REMOTE_TIMEOUT_MS_MAX, REMOTES_MAX } from './limits.js'
import { createMeshSpeaker } from './mesh-speaker.js'
import { NegativeCache } from './negative-cache.js'
import { approved, openPins } from './pins.js'
import { createRemote, type Remote, type RemotePolicy, type RemoteState } from './remote.js'
import { openRemoteList, type RemoteEntry, readRemoteText } from './remote-list.js'
import { readRemoteSecrets, withSecret } from './remote-secret.js'
import type { Speaker } from './speaker.js'

export type RemotesOptions = {
  readonly identity: Identity
  /** Remote skills are registered here. */
  readonly registry: Registry
  /** Where `pins.json`, `remotes.json` and `mcp-failure.log` are kept. */
  readonly directory: string
  /** What may be dialled besides public hosts over https. */
  readonly guard: DialPolicy
  /** Unix time in milliseconds. */
  readonly now: () => number
  readonly log: Logger
  readonly policy?: RemotesPolicy
  /** URLs this node itself is known by: a peer that names them names nobody new. */
  readonly ownUrls?: () => readonly string[]
  /** Version of this program, as other services get to see it. */
  readonly version?: string
  /** Reads what servers want to see before they answer, and takes it out of what is logged or handed on. */
  readonly secrets: Secrets
  /** `NAME=[HEADER=]REFERENCE`: what the servers of these names want to see. */
  readonly secretTexts?: readonly string[]
  readonly clock?: MonotonicClock
}

export type RemotesPolicy = RemotePolicy & {
  /** Whether a node that a peer named may be called. Default: none; it is only listed. */
  readonly admits?: (peer: { readonly url: string; readonly agentId: string | undefined }) => boolean
}

/** The other services a node knows, and the skills it has from them. */
export type Remotes = {
  /** `URL` of a node of the mesh, or `NAME=URL` of a server of the Model Context Protocol. Settles once it was read. */
  add(text: string): Promise<RemoteState>
  remove(url: string): Promise<boolean>
  list(): readonly RemoteState[]
  /** Read every remote again, or one. */
  refresh(url?: string): Promise<void>
  /** Ask the remotes for the nodes they know; those are listed from then on. */
  discover(): Promise<readonly RemoteState[]>
  /** Take what a skill, or a remote named by its URL, says now as its new truth. */
  approve(name: string): Promise<void>
  enable(url: string): Promise<void>
  negativeCache(): readonly { readonly url: string; readonly what: string; readonly untilMs: number }[]
  /** Follow what somebody else wrote into the files. */
  look(): Promise<void>
  /** Settles when every line of the failure log is written. */
  flush(): Promise<void>
  close(): Promise<void>
}

export const FAILURE_LOG_FILE = 'mcp-failure.log'

/** @throws RemotesFileError when a file of the folder cannot be read. */
export function createRemotes(options: RemotesOptions): Remotes {
  const { identity, directory, log, now, policy = {}, clock = SYSTEM_CLOCK, secrets, ownUrls = () => [] } = options
  const secretByName = readRemoteSecrets(options.secretTexts ?? [])
  const redact = (text: string): string => secrets.redactor.text(text)
  const pins = openPins(directory, log)
  const list = openRemoteList(directory, log)
  const failureLog = openFailureLog({ file: join(directory, FAILURE_LOG_FILE), now, log, redact })
  const notFound = new NegativeCache()
  const limits = {
    timeoutMs: REMOTE_TIMEOUT_MS_MAX,
    bytesMax: INFO_BYTES_MAX,
    connectionsMax: REMOTE_CONNECTIONS_MAX,
  }
  const meshFetch = createGuardedFetch({ ...options.guard, ...limits })
  const mcpFetch = createGuardedFetch({ ...options.guard, ...limits, keepsStreams: true })
  const secretFetch = createGuardedFetch({ ...options.guard, ...limits, keepsStreams: true, sendsCredentials: true })
  const remoteByUrl = new Map<string, Remote>()
  let listed: readonly DiscoveredPeer[] = []
  let isClosed = false

  /** The library that speaks to MCP servers is loaded by the first of them. */
  async function speakerFor(entry: RemoteEntry): Promise<Speaker> {
    const { url } = entry
    if (entry.kind === 'mcp') {
      const { createMcpSpeaker } = await import('./mcp-speaker.js')
      const secret = entry.secret ?? secretByName.get(entry.name ?? '')
      return createMcpSpeaker({
        url,
        name: entry.name ?? '',
        fetch: secret === undefined ? mcpFetch : withSecret(secretFetch, { url, secret, secrets, log }),
        redactor: secrets.redactor,
        clientVersion: options.version ?? '0',
        onToolsChanged: () => void remoteByUrl.get(url)?.refresh(),
      })
    }
    const pinnedKey = (): string | undefined => {
      const pinned = pins.value()[url]
      return pinned?.signs === true ? pinned.key?.pubkey : undefined
    }
    return createMeshSpeaker({ url, identity, fetch: meshFetch, now, pinnedKey })
  }

  async function addEntry(entry: RemoteEntry): Promise<Remote> {
    const speaker = await speakerFor(entry)
    const present = remoteByUrl.get(entry.url)
    if (present !== undefined) return present
    if (isClosed) throw new RemotesFileError(`${entry.url}: the node is closing`)
    if (remoteByUrl.size >= REMOTES_MAX) throw new RemotesFileError(`a node has at most ${REMOTES_MAX} remotes`)
    const { registry } = options
    const ownAgentId = identity.agentId
    const shared = { registry, pins, failureLog, notFound, now, clock, log, policy, ownAgentId }
    const remote = createRemote({ entry, speaker, ...shared })
    remoteByUrl.set(entry.url, remote)
    listed = listed.filter(({ url }) => url !== entry.url)
    await remote.refresh()
    return remote
  }

  async function remove(url: string): Promise<boolean> {
    const remote = remoteByUrl.get(url)
    remoteByUrl.delete(url)
    await remote?.close()
    return remote !== undefined
  }

  /** Remotes that came with the file go with it; those of the configuration stay. */
  const ofFile = new Set<string>()
  let enabledAt = list.value().enabled_at
  async function follow(): Promise<void> {
    const { remotes: entries, enabled_at: enabledNow } = list.value()
    const urls = new Set(entries.map(({ url }) => url))
    for (const url of Array.from(ofFile).filter((known) => !urls.has(known))) {
      ofFile.delete(url)
      await remove(url)
    }
    for (const entry of entries) {
      const known = remoteByUrl.get(entry.url)?.entry
      // One that is told apart now, or shows another secret, begins anew.
      if (ofFile.has(entry.url) && JSON.stringify(known) !== JSON.stringify(entry)) await remove(entry.url)
      if (!remoteByUrl.has(entry.url)) ofFile.add(entry.url)
    }
    const before = enabledAt
    enabledAt = enabledNow
    const asked = Object.entries(enabledNow).filter(([url, atMs]) => atMs > (before[url] ?? 0))
    await Promise.all([...entries.map(addEntry), ...asked.map(([url]) => remoteByUrl.get(url)?.enable())])
  }

  async function look(): Promise<void> {
    const hasPins = pins.look()
    if (list.look()) await follow()
    if (hasPins) await refresh()
  }

  async function refresh(url?: string): Promise<void> {
    const remotes = url === undefined ? Array.from(remoteByUrl.values()) : [remoteOf(url)]
    await Promise.all(remotes.map((remote) => remote.refresh()))
  }

  function remoteOf(url: string): Remote {
    const remote = remoteByUrl.get(url)
    if (remote === undefined) throw new RemotesFileError(`no remote ${url}`)
    return remote
  }

  async function discover(): Promise<readonly RemoteState[]> {
    const remotes = Array.from(remoteByUrl.values())
    const named = await Promise.all(
      remotes.map(async (remote) => ({ via: remote.entry.url, urls: await remote.peers() })),
    )
    const states = remotes.map((remote) => remote.state())
    const peers = await discoverPeers({
      named,
      knownUrls: [...remoteByUrl.keys(), ...ownUrls()],
      knownAgentIds: [identity.agentId, ...states.flatMap(({ agentId }) => agentId ?? [])],
      speakTo: (url) => createMeshSpeaker({ url, identity, fetch: meshFetch, now, pinnedKey: () => undefined }),
      log,
    })
    listed = peers.filter(({ url }) => !remoteByUrl.has(url))
    for (const { url, info } of peers) {
      if (policy.admits?.({ url, agentId: info.key?.agent_id }) === true) await addEntry({ url, kind: 'mesh' })
    }
    return listed.map(listedState)
  }

  let stopLooking = (): void => undefined
  function lookLater(): void {
    stopLooking = clock.after(FILES_LOOK_MS, () => {
      void look()
        .catch((error: unknown) => log.error({ err: error }, 'the files of the remotes could not be followed'))
        .finally(() => isClosed || lookLater())
    })
  }
  lookLater()
  void follow().catch((error: unknown) => log.error({ err: error }, 'a remote of the list could not be added'))

  return {
    async add(text) {
      const entry = readRemoteText(text)
      // Whoever adds it wants it, whatever becomes of the file.
      ofFile.delete(entry.url)
      return (await addEntry(entry)).state()
    },
    remove,
    list: () => [...Array.from(remoteByUrl.values(), (remote) => remote.state()), ...listed.map(listedState)],
    refresh,
    discover,
    async approve(name) {
      await pins.change((all) => approved(all, name, now()))
      await refresh()
    },
    enable: (url) => remoteOf(url).enable(),
    negativeCache() {
      const monotonicMs = clock.monotonicMs()
      return notFound
        .entries(monotonicMs)
        .map(({ url, what, remainingMs }) => ({ url, what, untilMs: Math.round(now() + remainingMs) }))
    },
    look,
    flush: () => failureLog.flush(),
    async close() {
      isClosed = true
      stopLooking()
      await Promise.all(Array.from(remoteByUrl.values(), (remote) => remote.close()))
      await failureLog.flush()
      await Promise.all([meshFetch, mcpFetch, secretFetch].map((fetch) => fetch.close()))
    },
  }
}

function listedState({ url, via, info }: DiscoveredPeer): RemoteState {
  return {
    url,
    kind: 'listed',
    state: 'listed',
    isOffered: true,
    name: info.name,
    agentId: info.key?.agent_id,
    publicKey: info.key?.pubkey,
    version: info.version,
    failures: 0,
    via,
    drift: [],
    skills: 0,
  }
}
