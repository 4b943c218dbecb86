import type { z } from 'zod'
import type { Caller, Right } from './caller.js'
import { SKILL_TIMEOUT_MS } from './limits.js'
import { isCanonicalName } from './names.js'

export type SkillContext = {
  readonly caller: Caller
  /** Fires when the time of the call is up, or the caller no longer wants the result. */
  readonly signal: AbortSignal
  /** Tell a caller that asked for it how far a long call is. */
  progress(step: ProgressStep): void
}

export type ProgressStep = {
  /** Grows with every step of a call. */
  readonly progress: number
  readonly total?: number
  readonly message?: string
}

export type SkillDefinition<Input extends z.ZodType, Output extends z.ZodType> = {
  /** Canonical name; dialects spell it their own way. */
  readonly name: string
  readonly version: string
  readonly author: string
  /** What it does and when to use it, for people and for models. */
  readonly description: string
  readonly input: Input
  readonly output: Output
  /** Skills this one calls. */
  readonly dependencies?: readonly string[]
  readonly rights?: readonly Right[]
  readonly signatureRequired?: boolean
  /** Changes nothing, so a client may call it without asking its user. */
  readonly isReadOnly?: boolean
  readonly timeoutMs?: number
  run(input: z.output<Input>, context: SkillContext): Promise<z.input<Output>> | z.input<Output>
}

/** A skill as the registry keeps it: every field decided, types of input and output checked at the door. */
export type Skill = {
  readonly name: string
  readonly version: string
  readonly author: string
  readonly description: string
  readonly input: z.ZodType
  readonly output: z.ZodType
  readonly dependencies: readonly string[]
  readonly rights: readonly Right[]
  readonly signatureRequired: boolean
  readonly isReadOnly: boolean
  readonly timeoutMs: number
  run(input: unknown, context: SkillContext): unknown
}

const VERSION = /^\d+\.\d+\.\d+$/

/** Say a tool once; every dialect offers it from this one object. */
export function defineSkill<Input extends z.ZodType, Output extends z.ZodType>(
  definition: SkillDefinition<Input, Output>,
): Skill {
  const { name, version, timeoutMs = SKILL_TIMEOUT_MS } = definition
  if (!isCanonicalName(name)) throw new TypeError(`skill name ${JSON.stringify(name)}: lower-case segments joined by /`)
  if (!VERSION.test(version))
    throw new TypeError(`skill ${name}: version must look like 1.2.3, got ${JSON.stringify(version)}`)
  if (!(timeoutMs > 0)) throw new TypeError(`skill ${name}: timeoutMs must be greater than 0, got ${timeoutMs}`)
  return {
    dependencies: [],
    rights: [],
    signatureRequired: false,
    isReadOnly: false,
    ...definition,
    timeoutMs,
    // The registry hands over what `input` has parsed, so the value has the type `run` asks for.
    run: (input, context) => definition.run(input as z.output<Input>, context),
  }
}
