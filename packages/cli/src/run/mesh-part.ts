import { join } from 'node:path'
import {
  createMeshDoor,
  defaultPolicy,
  type Identity,
  KeyFileError,
  KeyringError,
  loadIdentity,
  type MeshNode,
  type MeshPolicy,
  type NodeOptions,
  openMeshNode,
  RemotesFileError,
  readRemoteSecrets,
  readRemoteText,
  SkillFolderError,
  type SkillPlace,
} from '@clawstead/mesh'
import type { PublicDocuments } from '@clawstead/server'
import type { GuestHost } from '@clawstead/sidecar'
import { createRegistry, type Door, identifyCaller } from '@clawstead/skills'
import { StartError } from '../errors.js'
import { isLoopback } from '../settings/kinds.js'
import { version } from '../version.js'
import type { Stage } from './stage.js'

/** Everything a node of the mesh is told by the settings, apart from the skills it starts with. */
export async function meshOptions(stage: Stage, places: readonly SkillPlace[]): Promise<Omit<NodeOptions, 'registry'>> {
  const { values, log } = stage
  const remotes = values['mesh-remotes'] ?? []
  for (const text of remotes) explained(() => readRemoteText(text), 'mesh-remotes')
  const remoteSecrets = values['mesh-secrets'] ?? []
  explained(() => readRemoteSecrets(remoteSecrets), 'mesh-secrets')
  return {
    identity: await ownIdentity(stage),
    directory: meshDirectory(stage),
    policy: policyOf(stage),
    name: values['mesh-name'],
    version: version(),
    publicUrl: values['mesh-public-url'],
    skillPlaces: places,
    remotes,
    remoteSecrets,
    remotesPolicy: { drift: values['mesh-drift'], reenable: values['mesh-reenable'] },
    discovers: values['mesh-discover'],
    dialAllow: values['mesh-dial'] ?? [],
    signsReplies: values['mesh-sign-replies'],
    keepsReceipts: values['mesh-receipts'],
    callsPerSecondMax: values['mesh-rate'],
    environment: stage.environment,
    log,
  }
}

/** The node that shares the sidecar's port. */
export async function openGuest(stage: Stage, { registry, liveClients }: GuestHost): Promise<MeshNode> {
  const folder = stage.values['mesh-skills']
  const places = folder === undefined ? [] : [{ path: stage.resolvePath(folder), isTrusted: false }]
  const options = await meshOptions(stage, places)
  return openMeshNode({ ...options, registry, sessions: liveClients }).catch(refuseToStart)
}

export async function ownIdentity({
  log,
  values,
  environment,
  resolvePath,
}: Pick<Stage, 'log' | 'values' | 'environment' | 'resolvePath'>): Promise<Identity> {
  const directory = values['keys-dir']
  return loadIdentity({
    log,
    environment,
    ...(directory === undefined ? {} : { directory: resolvePath(directory) }),
  }).catch(refuseToStart)
}

export function meshDirectory({ values, resolvePath }: Pick<Stage, 'values' | 'resolvePath'>): string {
  return join(resolvePath(values.data), 'mesh')
}

/** What is wrong in a file or a setting is the person's to mend: said in a sentence, without a stack. */
export function refuseToStart(error: unknown): never {
  const isTheirs =
    error instanceof KeyFileError ||
    error instanceof KeyringError ||
    error instanceof RemotesFileError ||
    error instanceof SkillFolderError
  throw isTheirs ? new StartError(error.message, { cause: error }) : error
}

function explained<Result>(read: () => Result, settingName: string): Result {
  try {
    return read()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new StartError(`${settingName}: ${message}`, { cause: error })
  }
}

function policyOf({ values }: Stage): MeshPolicy {
  const isLocal = isLoopback(values['mcp-host'])
  const agentIdsBySkill = new Map<string, Set<string>>()
  for (const pair of values['mesh-callers'] ?? []) {
    const [, skill, agentId] = /^([^=\s]+)=([0-9a-fA-F]{64})$/.exec(pair) ?? []
    if (skill === undefined || agentId === undefined) {
      throw new StartError(`mesh-callers: ${JSON.stringify(pair)} is not SKILL=AGENT_ID, the id 64 hex digits`)
    }
    const agentIds = agentIdsBySkill.get(skill) ?? new Set()
    agentIdsBySkill.set(skill, agentIds.add(agentId.toLowerCase()))
  }
  const callersByRemoteSkill = delegatesOf(values['mesh-delegates'] ?? [])
  return { ...defaultPolicy(isLocal), admits: values['mesh-policy'], agentIdsBySkill, callersByRemoteSkill }
}

/** Only proven identities can be on a list, so only those can be named. */
function delegatesOf(pairs: readonly string[]): MeshPolicy['callersByRemoteSkill'] & object {
  const callersBySkill = new Map<string, Set<string>>()
  for (const pair of pairs) {
    const [, skill, key, token] = /^(\*|[^=\s*]+(?:\/\*)?)=(?:mesh:([0-9a-fA-F]{64})|token:(\S+))$/.exec(pair) ?? []
    if (skill === undefined) {
      throw new StartError(
        `mesh-delegates: ${JSON.stringify(pair)} is not SKILL=CALLER, the caller mesh: and 64 hex digits, or token: and a name`,
      )
    }
    const callers = callersBySkill.get(skill) ?? new Set()
    callersBySkill.set(skill, callers.add(key === undefined ? `token:${token}` : `mesh:${key.toLowerCase()}`))
  }
  return callersBySkill
}

/** What another port of the same program tells about the node: its public documents, and nothing else. */
export function publicDocuments(doors: readonly Door[]): PublicDocuments {
  const identified = identifyCaller({})
  return async ({ path, query, headers }) => {
    const route = { method: 'GET', path }
    const door = doors.find((one) => one.isPublic?.(route) === true && one.serves(route))
    if (door === undefined || !identified.ok) return undefined
    const { caller } = identified
    const { body, ...answer } = await door.answer({ ...route, query, headers, body: new Uint8Array(), caller })
    return {
      ...answer,
      body: body instanceof ReadableStream ? await new Response(body).text() : Uint8Array.from(Buffer.from(body)),
    }
  }
}

/** The documents of a service that offers no skills itself. */
export async function ownDocuments(stage: Stage, publicUrl: string): Promise<PublicDocuments> {
  const { values, log } = stage
  const door = createMeshDoor({
    registry: createRegistry(),
    identity: await ownIdentity(stage),
    name: values['mesh-name'],
    version: version(),
    description: 'Worlds for agents; their tools are offered by a sidecar.',
    publicUrl: () => publicUrl,
    log,
  })
  return publicDocuments([door])
}
