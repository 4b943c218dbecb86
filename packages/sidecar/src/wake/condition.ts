import { SkillError } from '@clawstead/skills'
import { z } from 'zod'
import { WAKE_CONDITIONS_MAX, WAKE_TICKS_MAX, WAKE_TYPES_MAX } from '../limits.js'

const word = z.string().min(1).max(128)
/** Health and hunger go from 0 to 20; below 21 always holds. */
const level = z.int().min(1).max(21)

/** What an agent can wait for. */
const Condition = z.discriminatedUnion('on', [
  z.strictObject({ on: z.literal('attacked') }),
  z.strictObject({ on: z.literal('damaged'), kind: word.optional() }),
  z.strictObject({ on: z.literal('died') }),
  z.strictObject({
    on: z.literal('task'),
    task_id: word.optional(),
    kind: word.optional(),
    outcome: z.enum(['done', 'failed', 'dropped']).optional(),
  }),
  z.strictObject({
    on: z.literal('message'),
    to: z.enum(['me', 'anyone']).default('me'),
    from: word.optional(),
    channel: word.optional(),
    contains: word.optional(),
  }),
  z.strictObject({ on: z.literal('trade'), from: word.optional() }),
  z.strictObject({ on: z.literal('world') }),
  z.strictObject({
    on: z.literal('event'),
    types: z.array(word).min(1).max(WAKE_TYPES_MAX),
    where: z.record(word, z.union([z.string(), z.number(), z.boolean()])).optional(),
  }),
  z.strictObject({ on: z.literal('hp'), below: level }),
  z.strictObject({ on: z.literal('hunger'), below: level }),
  z.strictObject({ on: z.literal('has'), item: word, count: z.int().min(1).default(1) }),
  z.strictObject({
    on: z.literal('agent_near'),
    within: z.int().min(1).max(64).default(8),
    agent: word.optional(),
  }),
  z.strictObject({ on: z.literal('ticks'), count: z.int().min(1).max(WAKE_TICKS_MAX) }),
])
export type Condition = z.output<typeof Condition>

const KINDS = Condition.options.map((option) => option.shape.on.value)

/** The conditions a caller wrote, or a refusal that names the place, the field and the rule. */
export function readConditions(any: readonly unknown[]): readonly Condition[] {
  if (any.length === 0) throw new SkillError('bad_input', 'any: name at least one condition, such as {"on":"attacked"}')
  if (any.length > WAKE_CONDITIONS_MAX) {
    throw new SkillError('bad_input', `any: at most ${WAKE_CONDITIONS_MAX} conditions, got ${any.length}`)
  }
  return any.map((value, index) => readCondition(value, `any.${index}`))
}

function readCondition(value: unknown, place: string): Condition {
  const { on } = (value ?? {}) as { on?: unknown }
  if (!KINDS.some((kind) => kind === on)) {
    throw new SkillError('bad_input', `${place}.on: expected one of ${KINDS.join(', ')}`)
  }
  const parsed = Condition.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = [place, ...(issue?.path ?? [])].map(String).join('.')
  throw new SkillError(
    'bad_input',
    `${path}: ${(issue?.message ?? 'invalid').replace(/^Invalid (input|option): /, '')}`,
  )
}
