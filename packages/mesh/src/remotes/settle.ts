import { type RotationStatement, rotationProblem } from '../identity/rotation.js'
import { driftBetween } from './drift.js'
import { REMOTE_SKILLS_MAX } from './limits.js'
import type { KeyPin, PinnedSkill, RemotePins } from './pins.js'
import type { RemoteInfo, RemoteSkill } from './remote-info.js'

/** What to do with a skill that changed without saying so: mention it, or switch it off until somebody approves. */
export type DriftPolicy = 'warn' | 'block'

/** What follows from what a remote says now and what was pinned before. */
export type Settlement = {
  readonly pins: RemotePins
  readonly offers: readonly { readonly skill: RemoteSkill; readonly blockedBecause?: string }[]
  /** News for the log, each told once. */
  readonly warnings: readonly string[]
  /** How skills differ from what was pinned when this was read. */
  readonly drift: readonly { readonly skill: string; readonly warning: string }[]
}

/** Compare what a remote says with its pins. What is seen for the first time is believed and pinned. */
export function settle(
  info: RemoteInfo,
  known: RemotePins | undefined,
  { policy, nowMs }: { readonly policy: DriftPolicy; readonly nowMs: number },
): Settlement {
  const warnings: string[] = []
  const drift: { skill: string; warning: string }[] = []
  const { blockedBecause, ...keys } = settleKey(info, known, warnings)
  const pinned = new Map(Object.entries(known?.skills ?? {}))
  const offers = info.skills.map((skill) => {
    const verdict = settleSkill(skill, pinned.get(skill.name), { policy, nowMs })
    pinned.set(skill.name, verdict.pin)
    if (verdict.drift !== undefined) drift.push({ skill: skill.name, warning: verdict.drift })
    if (verdict.isNews) warnings.push(verdict.drift ?? '')
    const reason = blockedBecause ?? verdict.blockedBecause
    return { skill, ...(reason === undefined ? {} : { blockedBecause: reason }) }
  })
  return { pins: { ...keys, skills: bounded(pinned, info) }, offers, warnings, drift }
}

function settleKey(
  info: RemoteInfo,
  known: RemotePins | undefined,
  warnings: string[],
): Omit<RemotePins, 'skills'> & { readonly blockedBecause?: string } {
  const { key, signs } = info
  const pinned = known?.key
  if (known === undefined || pinned === undefined) return { ...(key === undefined ? {} : { key }), signs }
  // A key that was shown once is not given up by showing none.
  if (key === undefined || key.pubkey === pinned.pubkey) return { key: pinned, signs: known.signs }
  if (isFollowedBy(pinned, key, info.rotations)) {
    warnings.push(`${info.name} uses a new key, ${key.agent_id}, and its earlier one says so`)
    return { key, signs: known.signs }
  }
  if (known.pending_key?.pubkey !== key.pubkey) {
    warnings.push(`${info.name} shows another key than before: ${key.agent_id} in place of ${pinned.agent_id}`)
  }
  const blockedBecause = 'its node shows another key than before, which nobody has approved'
  return { key: pinned, pending_key: key, signs: known.signs, blockedBecause }
}

/** Whether statements lead from one key to another, each signed by the one before. */
function isFollowedBy(from: KeyPin, to: KeyPin, rotations: readonly unknown[]): boolean {
  const statements = rotations.filter((value): value is RotationStatement => rotationProblem(value) === undefined)
  let current = from.pubkey
  for (const _ of statements) {
    const next = statements.find((statement) => statement.from_pubkey === current)
    if (next === undefined) return false
    current = next.pubkey
    if (current === to.pubkey) return true
  }
  return false
}

type SkillVerdict = {
  readonly pin: PinnedSkill
  readonly drift?: string
  readonly isNews: boolean
  readonly blockedBecause?: string
}

function settleSkill(
  skill: RemoteSkill,
  known: PinnedSkill | undefined,
  { policy, nowMs }: { readonly policy: DriftPolicy; readonly nowMs: number },
): SkillVerdict {
  const seen = { version: skill.version, schema_hash: skill.schemaHash }
  const fresh = { ...seen, pinned_at: nowMs }
  if (known === undefined) return { pin: fresh, isNews: false }
  const drift = driftBetween(skill.name, known, seen)
  if (drift === undefined) {
    const isSame = known.version === seen.version && known.pending === undefined
    return { pin: isSame ? known : fresh, isNews: false }
  }
  if (drift.kind !== 'undeclared') return { pin: fresh, drift: drift.warning, isNews: true }
  const isNews = known.pending?.schema_hash !== seen.schema_hash
  const { pending: _pending, ...pin } = known
  return {
    pin: { ...pin, pending: seen },
    drift: drift.warning,
    isNews,
    ...(policy === 'block' ? { blockedBecause: 'schema changed without version bump' } : {}),
  }
}

/** Skills that are gone stay pinned, so that they come back as they were; as long as there is room. */
function bounded(pinned: ReadonlyMap<string, PinnedSkill>, info: RemoteInfo): Record<string, PinnedSkill> {
  if (pinned.size <= REMOTE_SKILLS_MAX) return Object.fromEntries(pinned)
  const present = new Set(info.skills.map(({ name }) => name))
  return Object.fromEntries(Array.from(pinned).filter(([name]) => present.has(name)))
}
