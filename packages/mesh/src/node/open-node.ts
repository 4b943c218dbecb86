import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createSandbox } from '@clawstead/sandbox'
import {
  type Caller,
  createGuardedFetch,
  type Door,
  type Logger,
  type McpResource,
  offerSearch,
  type Registry,
  type SignatureVerifier,
} from '@clawstead/skills'
import {
  createVerifier,
  type Identity,
  type MeshPolicy,
  mayCall,
  mayDelegate,
  openKeyring,
  openReplayCache,
} from '../identity/index.js'
import { openReceiptLog } from '../receipts/index.js'
import { createRemotes, type Remotes, type RemotesPolicy } from '../remotes/remotes.js'
import { openApprovals } from '../run/index.js'
import { createSecrets } from '../secrets/index.js'
import { createMeshDoor } from './mesh-door.js'
import { meshResources } from './resources.js'
import { Traffic } from './traffic.js'
import { loadUserSkills, type SkillPlace, type UserSkills } from './user-skills.js'

export type NodeOptions = {
  /** The skills that are offered; those of users and remotes are added. */
  readonly registry: Registry
  readonly identity: Identity
  /** Folder of what the node keeps: keyring, nonces, receipts, pins, approvals, the log of failures. */
  readonly directory: string
  readonly policy: MeshPolicy
  readonly name: string
  readonly version: string
  readonly author?: string
  readonly description?: string
  /** Address others reach it at, without a path; where it listens, unless it is set. */
  readonly publicUrl?: string | undefined
  readonly skillPlaces?: readonly SkillPlace[]
  /** `URL` of another node, or `NAME=URL` of a server of the Model Context Protocol. */
  readonly remotes?: readonly string[]
  /** What servers of the Model Context Protocol want to see, as `NAME=[HEADER=]REFERENCE`. */
  readonly remoteSecrets?: readonly string[]
  readonly remotesPolicy?: RemotesPolicy
  /** Ask the remotes for the nodes they know. Default false. */
  readonly discovers?: boolean
  /** Hosts and addresses that may be dialled although they are not public. */
  readonly dialAllow?: readonly string[]
  readonly signsReplies?: boolean
  /** Keep a receipt of each signed call. Default true. */
  readonly keepsReceipts?: boolean
  readonly callsPerSecondMax?: number
  /** Live sessions and streams of other dialects on the same port. */
  readonly sessions?: () => number
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly now?: () => number
  readonly log: Logger
}

/** What a node of the mesh brings to an HTTP server. */
export type MeshNode = {
  readonly doors: readonly Door[]
  readonly signatures: SignatureVerifier
  /** What clients of the Model Context Protocol may read about the node. */
  readonly resources: readonly McpResource[]
  readonly agentId: string
  readonly remotes: Remotes
  readonly userSkills: UserSkills
  onRequest(caller: Caller): void
  /** Tell it where it listens, once that is known. */
  listening(url: string): void
  close(): Promise<void>
}

/** Opens the files of a node and makes its door. Nothing listens yet: whoever has a port puts the parts there. */
export async function openMeshNode(options: NodeOptions): Promise<MeshNode> {
  const { registry, identity, directory, policy, log, now = Date.now, environment = process.env } = options
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const keyring = openKeyring({ file: join(directory, 'keyring.json'), now, log })
  const replays = await openReplayCache({ directory: join(directory, 'nonces'), log, now })
  const receipts =
    options.keepsReceipts === false
      ? undefined
      : await openReceiptLog({ directory: join(directory, 'receipts'), identity, log })
  const isRemote = (skill: string): boolean => registry.find(skill, 'mesh')?.origin === 'remote'
  const delegates = policy.callersByRemoteSkill?.size ?? 0
  registry.restrict(
    (skill, caller) =>
      mayCall(policy, skill, caller) && (delegates === 0 || !isRemote(skill) || mayDelegate(policy, skill, caller)),
  )

  const secrets = createSecrets({ environment, now })
  const sandbox = createSandbox()
  const guard = { allow: options.dialAllow ?? [] }
  const fetch = createGuardedFetch(guard)
  const approvals = await openApprovals(join(directory, 'approvals.json'))
  const loading = { registry, sandbox, secrets, fetch, approvals, environment, now, log }
  const userSkills = await loadUserSkills({ ...loading, places: options.skillPlaces ?? [] })

  let listensAt: string | undefined
  const publicUrl = (): string => options.publicUrl ?? listensAt ?? ''
  const ownUrls = (): string[] => [publicUrl(), listensAt ?? ''].filter(Boolean).map((url) => `${url}/mcp`)
  const remotes = createRemotes({
    identity,
    registry,
    directory,
    guard,
    now,
    log,
    ownUrls,
    version: options.version,
    secrets,
    secretTexts: options.remoteSecrets ?? [],
    ...(options.remotesPolicy === undefined ? {} : { policy: options.remotesPolicy }),
  })
  const traffic = new Traffic(now)
  const door = createMeshDoor({
    ...options,
    now,
    publicUrl,
    traffic,
    remotes,
    viewOf: (caller) => listedFor(policy, caller),
    ...(receipts === undefined ? {} : { onSignedCall: (call) => receipts.append(call) }),
  })
  const stopSearch = offerSearch(registry)
  const signatures = createVerifier({ identity, keyring, replays, policy, now, publicUrls: ownUrls, log })

  /** Others may be slow or gone: the node is there without them. */
  async function meetRemotes(): Promise<void> {
    const met = (options.remotes ?? []).map((text) =>
      remotes.add(text).catch((error: unknown) => log.error({ err: error, remote: text }, 'remote not added')),
    )
    await Promise.all(met)
    if (options.discovers === true) await remotes.discover()
  }

  return {
    doors: [door],
    signatures,
    resources: meshResources(door),
    agentId: identity.agentId,
    remotes,
    userSkills,
    onRequest: (caller) => traffic.count(caller),
    listening(url) {
      listensAt = url.replace(/\/+$/, '')
      door.refresh()
      void meetRemotes()
    },
    async close() {
      stopSearch()
      await door.close?.()
      await remotes.close()
      await Promise.all([replays.close(), receipts?.close(), sandbox.close(), fetch.close()])
    },
  }
}

/** Which of the skills with a list of callers show themselves to this one. */
function listedFor(policy: MeshPolicy, caller: Caller): string {
  const restricted = Array.from(policy.agentIdsBySkill?.keys() ?? [])
  const delegated = Array.from(policy.callersByRemoteSkill?.keys() ?? [])
  return [
    ...restricted.filter((skill) => mayCall(policy, skill, caller)),
    ...delegated.filter((pattern) => policy.callersByRemoteSkill?.get(pattern)?.has(caller.identity) === true),
  ].join(' ')
}
