import { z } from 'zod'

export type WholeNumberRules = {
  readonly min?: number | bigint
  readonly max?: number | bigint
  readonly description?: string
}

/**
 * A whole number of any size: a number where it is exact, a bigint beyond. Cursors are 64-bit on the wire.
 * In JSON Schema it is a plain `integer`.
 */
export function wholeNumber({ min, max, description }: WholeNumberRules = {}): z.ZodType<number | bigint> {
  return z
    .custom<number | bigint>()
    .superRefine((value: unknown, context) => {
      const problem = problemOf(value, min, max)
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
    })
    .meta({ type: 'integer', ...(description === undefined ? {} : { description }) })
}

function problemOf(
  value: unknown,
  min: number | bigint | undefined,
  max: number | bigint | undefined,
): string | undefined {
  const isWhole = typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))
  if (!isWhole) return `expected a whole number, received ${typeof value === 'number' ? String(value) : typeof value}`
  if (min !== undefined && value < min) return `must be at least ${min}, received ${value}`
  if (max !== undefined && value > max) return `must be at most ${max}, received ${value}`
  return undefined
}
