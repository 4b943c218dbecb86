import { CallCounters, type SkillCounters } from './call-counters.js'
import type { Caller } from './caller.js'
import { SkillError, type SkillErrorCode } from './errors.js'
import type { GoneSignal } from './gone-signal.js'
import { SKILL_CALL_DEPTH_MAX, SKILL_QUEUE_MAX } from './limits.js'
import { createNameTable } from './name-table.js'
import { DIALECTS, type Dialect } from './names.js'
import { runSkill } from './run-skill.js'
import { CAPABILITIES, type ProgressStep, type Skill, type SkillOrigin } from './skill.js'
import { Slots } from './slots.js'
import type { CallWay } from './way.js'

/** One call, whatever came of it, whichever door it came through. */
export type AuditRecord = {
  readonly atMs: number
  readonly durationMs: number
  readonly skill: string
  /** Empty when there is no such skill. */
  readonly version: string
  readonly origin: SkillOrigin | 'none'
  /** An identity, or `skill:<name>` when one skill calls another. */
  readonly caller: string
  readonly door: string
  readonly outcome: 'ok' | SkillErrorCode
  /** For whom it was done: set where one skill called another, and where this node called on in its own name. */
  readonly onBehalfOf?: string
}

/** What happened to the skill of that name. */
export type RegistryChange = {
  readonly kind: 'registered' | 'unregistered' | 'availability'
  readonly name: string
}

export type RegistryOptions = {
  readonly skills?: readonly Skill[]
  readonly now?: () => number
  /** Calls of one skill that may wait for their turn. */
  readonly queueMax?: number
  /** Told about every call. */
  readonly audit?: (record: AuditRecord) => void
  /** Told about faults of skills, which callers only see in general words. */
  readonly onFault?: (error: unknown, skill: string) => void
}

export type SkillCall = {
  readonly skill: string
  readonly input: unknown
  readonly caller: Caller
  readonly door: string
  /** Fires when the caller no longer wants the result. */
  readonly signal?: GoneSignal
  readonly onProgress?: (step: ProgressStep) => void
  /** The nodes it came through, where it did not come directly. */
  readonly way?: CallWay | undefined
  /** For whom the caller asks, when that is somebody else. For the record only: the rights are the caller's. */
  readonly onBehalfOf?: string
}

export type Registry = {
  /**
   * Throws a TypeError naming both skills when a dialect would spell their names alike. A skill of this machine takes the
   * place of remote ones instead: those are unregistered and returned. A remote one never takes the place of any.
   */
  register(skill: Skill): readonly Skill[]
  /** Calls that run go on to their end. @returns false when there was none of that name. */
  unregister(name: string): boolean
  /** Switch a skill off with a reason, or on again with none. */
  setAvailability(name: string, reason: string | undefined): void
  /** Why a skill cannot be called at the moment; undefined when it can. */
  availability(name: string): string | undefined
  /** Who may call what beyond rights and signatures, asked for every call of every door; to others a skill is not there. */
  restrict(mayCall: (skill: string, caller: Caller) => boolean): void
  /** Called after each change; the returned function stops it. */
  onChange(listener: (change: RegistryChange) => void): () => void
  /** By the name a dialect uses. */
  find(spelling: string, dialect: Dialect): Skill | undefined
  /** By its name in any dialect, the asked one first. */
  findAny(spelling: string, dialect: Dialect): Skill | undefined
  /** What a caller may use, in the order of registration; those switched off only when asked for. */
  list(caller: Caller, options?: { readonly withUnavailable?: boolean }): readonly Skill[]
  /** Every skill, whoever may use it. */
  all(): readonly Skill[]
  /** Run a skill by its canonical name; rejects with a SkillError. */
  call(call: SkillCall): Promise<unknown>
  counters(): ReadonlyMap<string, SkillCounters>
}

type Entry = {
  readonly skill: Skill
  readonly slots: Slots
  readonly counters: CallCounters
  disabledBecause: string | undefined
}
type InnerCall = { readonly name: string; readonly input: unknown; readonly signal: AbortSignal }
type CallChain = { readonly depth: number; readonly from?: string }

/** The one place where every call of every door is checked, timed, counted and recorded. */
export function createRegistry(options: RegistryOptions = {}): Registry {
  const { now = Date.now, audit, onFault, queueMax = SKILL_QUEUE_MAX } = options
  const entryByName = new Map<string, Entry>()
  const names = createNameTable()
  const listeners = new Set<(change: RegistryChange) => void>()
  let mayCall: (skill: string, caller: Caller) => boolean = () => true

  function tell(kind: RegistryChange['kind'], name: string): void {
    for (const listener of listeners) listener({ kind, name })
  }

  function register(skill: Skill): readonly Skill[] {
    const holders = names.holdersOf(skill.name)
    const kept = holders.find(
      ({ name }) => skill.origin === 'remote' || entryByName.get(name)?.skill.origin !== 'remote',
    )
    if (kept !== undefined) {
      const held = entryByName.get(kept.name)?.skill
      throw new TypeError(
        `skill ${said(skill)}: its name in dialect ${kept.dialect} ${kept.spelling} is taken by ${held === undefined ? kept.name : said(held)}`,
      )
    }
    const replaced = holders.flatMap(({ name }) => entryByName.get(name)?.skill ?? [])
    for (const { name } of replaced) unregister(name)
    names.add(skill.name)
    entryByName.set(skill.name, {
      skill,
      slots: new Slots({ runningMax: skill.concurrencyMax, queueMax }),
      counters: new CallCounters(),
      disabledBecause: undefined,
    })
    tell('registered', skill.name)
    return replaced
  }

  function unregister(name: string): boolean {
    if (!entryByName.delete(name)) return false
    names.remove(name)
    tell('unregistered', name)
    return true
  }

  const missingDependency = ({ skill }: Entry): string | undefined =>
    skill.dependencies.find((dependency) => !isCapability(dependency) && !entryByName.has(dependency))

  function refusalFor(entry: Entry, caller: Caller): SkillError | undefined {
    const { skill, disabledBecause } = entry
    const right = missingRight(skill, caller)
    if (right !== undefined) return new SkillError('forbidden', `${skill.name} needs the right ${right}`)
    if (!mayCall(skill.name, caller)) {
      return new SkillError('forbidden', `${skill.name} may be called by those on its list only`)
    }
    // A bearer token stands for an identity of this node, so it does in place of a signature.
    if (skill.signatureRequired && !caller.isVerified) {
      const next = 'Sign the call with a key of your own, or send a bearer token of this node.'
      return new SkillError('signature_required', `${skill.name} only takes signed calls`, { next })
    }
    if (disabledBecause !== undefined) {
      return new SkillError('unavailable', `${skill.name} is not available: ${disabledBecause}`)
    }
    const missing = missingDependency(entry)
    if (missing === undefined) return undefined
    return new SkillError('missing_dependency', `${skill.name} needs the skill ${missing}`)
  }

  function run(entry: Entry | undefined, call: SkillCall, depth: number): Promise<unknown> {
    if (entry === undefined) throw new SkillError('not_found', `no skill ${call.skill}`)
    const { skill, slots } = entry
    const { caller, signal, onProgress, way } = call
    const refusal = refusalFor(entry, caller)
    if (refusal !== undefined) throw refusal
    const input = skill.input.check(call.input)
    if (!input.ok)
      throw new SkillError('bad_input', input.problem, { at: { pointer: input.pointer, rule: input.rule } })
    const callOther = (name: string, inner: unknown, innerSignal: AbortSignal): Promise<unknown> =>
      callFrom(skill, call, depth, { name, input: inner, signal: innerSignal })
    return runSkill({ skill, slots, input: input.value, caller, signal, way, onProgress, callOther })
  }

  /** A skill may use what it lists, with the rights of whoever called it and no longer than its own time. */
  async function callFrom(skill: Skill, call: SkillCall, depth: number, wanted: InnerCall): Promise<unknown> {
    const { name, input, signal } = wanted
    if (!skill.dependencies.includes(name)) {
      throw new SkillError('forbidden', `${skill.name} does not list ${name} as a dependency`)
    }
    if (depth >= SKILL_CALL_DEPTH_MAX) {
      throw new SkillError('failed', `${name}: skills call each other more than ${SKILL_CALL_DEPTH_MAX} deep`)
    }
    const { caller, door, way, onBehalfOf = caller.identity } = call
    return perform(
      { skill: name, input, caller, door, signal, way, onBehalfOf },
      { depth: depth + 1, from: skill.name },
    )
  }

  async function perform(request: SkillCall, { depth, from }: CallChain): Promise<unknown> {
    const atMs = now()
    const entry = entryByName.get(request.skill)
    let outcome: AuditRecord['outcome'] = 'ok'
    try {
      return checkedOutput(entry?.skill, await run(entry, request, depth))
    } catch (error) {
      const known = error instanceof SkillError ? error : new SkillError('internal', 'internal error', { cause: error })
      if (known.code === 'internal' || known.code === 'bad_output') onFault?.(known.cause ?? known, request.skill)
      outcome = known.code
      throw known
    } finally {
      const durationMs = now() - atMs
      entry?.counters.count(outcome, durationMs)
      audit?.(record(request, entry?.skill, from, { atMs, durationMs, outcome }))
    }
  }

  const find = (spelling: string, dialect: Dialect): Skill | undefined =>
    entryByName.get(names.find(spelling, dialect) ?? '')?.skill

  for (const skill of options.skills ?? []) register(skill)
  return {
    register,
    unregister,
    setAvailability(name, reason) {
      const entry = entryByName.get(name)
      if (entry === undefined || entry.disabledBecause === reason) return
      entry.disabledBecause = reason
      tell('availability', name)
    },
    availability(name) {
      const entry = entryByName.get(name)
      if (entry === undefined) return 'there is no such skill'
      if (entry.disabledBecause !== undefined) return entry.disabledBecause
      const missing = missingDependency(entry)
      return missing === undefined ? undefined : `needs the skill ${missing}`
    },
    restrict(check) {
      mayCall = check
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    find,
    findAny(spelling, dialect) {
      for (const spoken of [dialect, ...DIALECTS]) {
        const skill = find(spelling, spoken)
        if (skill !== undefined) return skill
      }
      return undefined
    },
    list(caller, { withUnavailable = false } = {}) {
      const allowed = Array.from(entryByName.values()).filter(
        ({ skill }) => missingRight(skill, caller) === undefined && mayCall(skill.name, caller),
      )
      const isListed = (entry: Entry): boolean =>
        withUnavailable || (entry.disabledBecause === undefined && missingDependency(entry) === undefined)
      return allowed.filter(isListed).map(({ skill }) => skill)
    },
    all: () => Array.from(entryByName.values(), ({ skill }) => skill),
    call: (request) => perform(request, { depth: 0 }),
    counters: () => new Map(Array.from(entryByName, ([name, { counters }]) => [name, counters])),
  }
}

function checkedOutput(skill: Skill | undefined, result: unknown): unknown {
  const output = skill?.output.check(result)
  if (output === undefined || output.ok) return output?.value
  const cause = new TypeError(`output of ${skill?.name}: ${output.problem}`)
  throw new SkillError('bad_output', 'skill returned invalid output', { cause })
}

type CallOutcome = Pick<AuditRecord, 'atMs' | 'durationMs' | 'outcome'>

function record(
  request: SkillCall,
  skill: Skill | undefined,
  from: string | undefined,
  came: CallOutcome,
): AuditRecord {
  const { caller, door } = request
  // A remote skill is called with the key of this node, so the record says who had it do that.
  const onBehalfOf = request.onBehalfOf ?? (skill?.origin === 'remote' ? caller.identity : undefined)
  const { atMs, durationMs, outcome } = came
  const plain: AuditRecord = {
    atMs,
    durationMs,
    skill: request.skill,
    version: skill?.version ?? '',
    origin: skill?.origin ?? 'none',
    caller: from === undefined ? caller.identity : `skill:${from}`,
    door,
    outcome,
  }
  return onBehalfOf === undefined ? plain : { ...plain, onBehalfOf }
}

function missingRight({ rights }: Skill, caller: Caller): string | undefined {
  return rights.find((right) => !caller.isVerified || !caller.rights.has(right))
}

function isCapability(dependency: string): boolean {
  return (CAPABILITIES as readonly string[]).includes(dependency)
}

function said({ name, via }: Skill): string {
  return via === undefined ? name : `${name} (at ${via})`
}
