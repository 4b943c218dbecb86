import type { Caller } from './caller.js'
import { SkillError, type SkillErrorCode } from './errors.js'
import { DIALECTS, type Dialect, spellName } from './names.js'
import { describeProblem } from './problems.js'
import type { ProgressStep, Skill } from './skill.js'

/** One call, whatever came of it. */
export type AuditRecord = {
  readonly atMs: number
  readonly durationMs: number
  readonly skill: string
  readonly caller: string
  readonly door: string
  readonly outcome: 'ok' | SkillErrorCode
}

export type SkillCounters = { readonly calls: number; readonly failuresByCode: Readonly<Record<string, number>> }

export type RegistryOptions = {
  readonly skills?: readonly Skill[]
  readonly now?: () => number
  /** Told about every call. */
  readonly audit?: (record: AuditRecord) => void
  /** Told about faults of ours, which callers only see as `internal error`. */
  readonly onFault?: (error: unknown, skill: string) => void
}

export type SkillCall = {
  readonly skill: string
  readonly input: unknown
  readonly caller: Caller
  readonly door: string
  /** Fires when the caller no longer wants the result. */
  readonly signal?: AbortSignal
  readonly onProgress?: (step: ProgressStep) => void
}

export type Registry = {
  register(skill: Skill): void
  /** Called after each registration; the returned function stops it. */
  onChange(listener: () => void): () => void
  /** By the name a dialect uses. */
  find(spelling: string, dialect: Dialect): Skill | undefined
  /** By its name in any dialect, the asked one first. */
  findAny(spelling: string, dialect: Dialect): Skill | undefined
  /** What a caller may use, in the order of registration. */
  list(caller: Caller): readonly Skill[]
  /** Run a skill by its canonical name; rejects with a SkillError. */
  call(call: SkillCall): Promise<unknown>
  counters(): ReadonlyMap<string, SkillCounters>
}

/** The one place where every call of every door is checked, timed, counted and recorded. */
export function createRegistry(options: RegistryOptions = {}): Registry {
  const { now = Date.now, audit, onFault } = options
  const skillByName = new Map<string, Skill>()
  const nameBySpelling = new Map<string, string>()
  const countersByName = new Map<string, { calls: number; failuresByCode: Record<string, number> }>()
  const listeners = new Set<() => void>()

  function register(skill: Skill): void {
    const keys = DIALECTS.map((dialect) => `${dialect} ${spellName(skill.name, dialect)}`)
    for (const key of keys) {
      const holder = nameBySpelling.get(key)
      if (holder !== undefined)
        throw new TypeError(`skill ${skill.name}: its name in dialect ${key} is taken by ${holder}`)
    }
    for (const key of keys) nameBySpelling.set(key, skill.name)
    skillByName.set(skill.name, skill)
    countersByName.set(skill.name, { calls: 0, failuresByCode: {} })
    for (const listener of listeners) listener()
  }

  const find = (spelling: string, dialect: Dialect): Skill | undefined =>
    skillByName.get(nameBySpelling.get(`${dialect} ${spelling}`) ?? '')

  async function run(call: SkillCall): Promise<unknown> {
    const { skill: name, input, caller } = call
    const skill = skillByName.get(name)
    if (skill === undefined) throw new SkillError('not_found', `no skill ${name}`)
    const refusal = refusalFor(skill, caller)
    if (refusal !== undefined) throw refusal
    const missing = skill.dependencies.find((dependency) => !skillByName.has(dependency))
    if (missing !== undefined) throw new SkillError('missing_dependency', `${name} needs the skill ${missing}`)
    const parsed = skill.input.safeParse(input)
    if (!parsed.success) throw new SkillError('bad_input', describeProblem(parsed.error))
    const result = skill.output.safeParse(await runWithin(skill, parsed.data, call))
    if (!result.success) throw new TypeError(`output of ${name}: ${describeProblem(result.error)}`)
    return result.data
  }

  async function call(request: SkillCall): Promise<unknown> {
    const atMs = now()
    const counters = countersByName.get(request.skill)
    let outcome: AuditRecord['outcome'] = 'ok'
    try {
      return await run(request)
    } catch (error) {
      const known = error instanceof SkillError ? error : new SkillError('internal', 'internal error', { cause: error })
      if (known !== error) onFault?.(error, request.skill)
      outcome = known.code
      throw known
    } finally {
      if (counters !== undefined) count(counters, outcome)
      const { skill, door, caller } = request
      audit?.({ atMs, durationMs: now() - atMs, skill, caller: caller.identity, door, outcome })
    }
  }

  for (const skill of options.skills ?? []) register(skill)
  return {
    register,
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
    list: (caller) => Array.from(skillByName.values()).filter((skill) => rightsRefusal(skill, caller) === undefined),
    call,
    counters: () => countersByName,
  }
}

function count(counters: { calls: number; failuresByCode: Record<string, number> }, outcome: string): void {
  counters.calls += 1
  if (outcome !== 'ok') counters.failuresByCode[outcome] = (counters.failuresByCode[outcome] ?? 0) + 1
}

function rightsRefusal(skill: Skill, caller: Caller): SkillError | undefined {
  const missing = skill.rights.find((right) => !caller.isVerified || !caller.rights.has(right))
  return missing === undefined ? undefined : new SkillError('forbidden', `${skill.name} needs the right ${missing}`)
}

function refusalFor(skill: Skill, caller: Caller): SkillError | undefined {
  const refusal = rightsRefusal(skill, caller)
  if (refusal !== undefined) return refusal
  if (!skill.signatureRequired || caller.isSigned) return undefined
  return new SkillError('signature_required', `${skill.name} only takes signed calls`)
}

async function runWithin(skill: Skill, input: unknown, call: SkillCall): Promise<unknown> {
  const { caller, signal: callerSignal, onProgress } = call
  if (callerSignal?.aborted === true) throw cancelled(skill)
  const abort = new AbortController()
  let stop = (_error: SkillError): void => undefined
  const stopped = new Promise<never>((_, reject) => {
    stop = (error) => {
      abort.abort(error)
      reject(error)
    }
  })
  const timer = setTimeout(
    () => stop(new SkillError('timeout', `${skill.name} took longer than ${skill.timeoutMs} ms`)),
    skill.timeoutMs,
  )
  const cancel = (): void => stop(cancelled(skill))
  callerSignal?.addEventListener('abort', cancel, { once: true })
  let isOver = false
  // Progress that comes late has nobody left to read it.
  const progress = (step: ProgressStep): void => {
    if (!isOver) onProgress?.(step)
  }
  const context = { caller, signal: abort.signal, progress }
  try {
    return await Promise.race([stopped, (async () => skill.run(input, context))()])
  } finally {
    isOver = true
    clearTimeout(timer)
    callerSignal?.removeEventListener('abort', cancel)
  }
}

function cancelled(skill: Skill): SkillError {
  return new SkillError('cancelled', `${skill.name} was cancelled`)
}
