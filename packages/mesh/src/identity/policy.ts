import type { Caller } from '@clawstead/skills'

/** Whom a node lets call. A signature proves who calls; this says whether that is enough. */
export type MeshPolicy = {
  /** `open`: every valid signature. `known`: keys of the keyring only. */
  readonly admits: 'open' | 'known'
  /** Skills that only the listed agents may call. A skill that is not named is open to all who are admitted. */
  readonly agentIdsBySkill?: ReadonlyMap<string, ReadonlySet<string>>
  /**
   * Skills of other services that this node calls with its own key for the listed callers only (`mesh:<id>`, `token:<name>`), by
   * their name, `namespace/*` or `*`. What nothing here covers is called for everybody who may call it.
   */
  readonly callersByRemoteSkill?: ReadonlyMap<string, ReadonlySet<string>>
  /** Refuse signatures that do not say which node they are meant for. */
  readonly requiresAudience: boolean
  /** Take signatures without a nonce; the signature itself is then what must not come twice. Default false. */
  readonly allowsNonceless?: boolean
}

/** On loopback everybody is the same person; elsewhere only who is known gets in, and with calls meant for this node. */
export function defaultPolicy(isLoopbackOnly: boolean): MeshPolicy {
  return { admits: isLoopbackOnly ? 'open' : 'known', requiresAudience: !isLoopbackOnly }
}

/** Whether a skill's own list lets an agent call it. */
export function isListedFor(policy: MeshPolicy, skill: string, agentId: string | undefined): boolean {
  const agentIds = policy.agentIdsBySkill?.get(skill)
  return agentIds === undefined || (agentId !== undefined && agentIds.has(agentId))
}

/** The same for whoever a door found out to be calling: a list names keys, so only a verified one can be on it. */
export function mayCall(policy: MeshPolicy, skill: string, { identity, isVerified }: Caller): boolean {
  const agentId = isVerified && identity.startsWith(MESH_PREFIX) ? identity.slice(MESH_PREFIX.length) : undefined
  return isListedFor(policy, skill, agentId)
}

/** Whether the node lends its own name to a caller: what it calls elsewhere it signs itself, whoever asked for it. */
export function mayDelegate({ callersByRemoteSkill }: MeshPolicy, skill: string, caller: Caller): boolean {
  const lists = Array.from(callersByRemoteSkill ?? []).filter(([pattern]) => covers(pattern, skill))
  return lists.length === 0 || (caller.isVerified && lists.some(([, callers]) => callers.has(caller.identity)))
}

function covers(pattern: string, skill: string): boolean {
  return pattern.endsWith('*') ? skill.startsWith(pattern.slice(0, -1)) : skill === pattern
}

const MESH_PREFIX = 'mesh:'
