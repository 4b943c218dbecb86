import type { z } from 'zod'
import type { Caller, Right } from './caller.js'
import { SKILL_CONCURRENCY_MAX, SKILL_TIMEOUT_MS } from './limits.js'
import type { SkillManifest } from './manifest/manifest.js'
import { nameProblem } from './names.js'
import { type SkillSchema, zodSchema } from './schema.js'
import type { CallWay } from './way.js'

/** Words among a skill's dependencies that are no skills: what the node itself lends it. */
export const CAPABILITIES = ['http', '1password', 'aws', 'env', 'process', 'wasm'] as const
export type Capability = (typeof CAPABILITIES)[number]

export type SkillContext = {
  readonly caller: Caller
  /** Fires when the time of the call is up, or the caller no longer wants the result. */
  readonly signal: AbortSignal
  /** The nodes the call came through; undefined for one that came directly. */
  readonly way: CallWay | undefined
  /** Tell a caller that asked for it how far a long call is. */
  progress(step: ProgressStep): void
  /** Call a skill this one lists as a dependency, for the same caller and within the same time. */
  call(skill: string, input: unknown): Promise<unknown>
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
  /** Skills this one calls, and capabilities of the node it uses. */
  readonly dependencies?: readonly string[]
  readonly rights?: readonly Right[]
  readonly signatureRequired?: boolean
  /** Changes nothing, so a client may call it without asking its user. */
  readonly isReadOnly?: boolean
  readonly timeoutMs?: number
  /** How many calls of it may run at once; others wait their turn. */
  readonly concurrencyMax?: number
  run(input: z.output<Input>, context: SkillContext): Promise<z.input<Output>> | z.input<Output>
}

/** Who wrote the code behind a skill: we, the user of this machine, or somebody far away. */
export type SkillOrigin = 'builtin' | 'user' | 'remote'

/** A skill as the registry keeps it: every field decided, types of input and output checked at the door. */
export type Skill = {
  readonly name: string
  readonly version: string
  readonly author: string
  readonly description: string
  readonly input: SkillSchema
  readonly output: SkillSchema
  readonly dependencies: readonly string[]
  readonly rights: readonly Right[]
  readonly signatureRequired: boolean
  readonly isReadOnly: boolean
  readonly timeoutMs: number
  readonly concurrencyMax: number
  readonly origin: SkillOrigin
  /** URL of the service a remote skill lives at. */
  readonly via?: string
  /** The SKILL.md it comes from, where it comes from one. */
  readonly manifest?: SkillManifest
  run(input: unknown, context: SkillContext): unknown
}

const VERSION = /^\d+\.\d+\.\d+$/

/** Say a tool once; every dialect offers it from this one object. */
export function defineSkill<Input extends z.ZodType, Output extends z.ZodType>(
  definition: SkillDefinition<Input, Output>,
): Skill {
  const { name, version, timeoutMs = SKILL_TIMEOUT_MS, concurrencyMax = SKILL_CONCURRENCY_MAX } = definition
  checkName(name)
  if (!VERSION.test(version))
    throw new TypeError(`skill ${name}: version must look like 1.2.3, got ${JSON.stringify(version)}`)
  checkNumbers(name, { timeoutMs, concurrencyMax })
  return {
    dependencies: [],
    rights: [],
    signatureRequired: false,
    isReadOnly: false,
    ...definition,
    input: zodSchema(definition.input, 'input'),
    output: zodSchema(definition.output, 'output'),
    timeoutMs,
    concurrencyMax,
    origin: 'builtin',
    // The registry hands over what `input` has parsed, so the value has the type `run` asks for.
    run: (input, context) => definition.run(input as z.output<Input>, context),
  }
}

export function checkName(name: string): void {
  const problem = nameProblem(name)
  if (problem !== undefined) throw new TypeError(`skill name ${JSON.stringify(name)}: ${problem}`)
}

export function checkNumbers(
  name: string,
  numbers: { readonly timeoutMs: number; readonly concurrencyMax: number },
): void {
  const { timeoutMs, concurrencyMax } = numbers
  if (!(timeoutMs > 0)) throw new TypeError(`skill ${name}: timeoutMs must be greater than 0, got ${timeoutMs}`)
  if (!(concurrencyMax >= 1)) {
    throw new TypeError(`skill ${name}: concurrencyMax must be at least 1, got ${concurrencyMax}`)
  }
}
