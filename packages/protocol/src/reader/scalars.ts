import type { z } from 'zod'
import type { BAD, Fault } from './fault.js'

export const INTEGER_RULE = 'must be an integer between -(2^53-1) and 2^53-1, written without fraction or exponent'

/** Turns a parsed JSON value into a value of the schema, or notes in `fault` what is wrong and returns BAD. */
export type Reader<T = unknown> = (value: unknown, fault: Fault) => T | typeof BAD

export function stringReader(definition: z.core.$ZodStringDef): Reader {
  const charsMax = limitOf(definition.checks, 'max_length')
  if (charsMax === Number.POSITIVE_INFINITY) {
    return (value, fault) => (typeof value === 'string' ? value : fault.fail('must be a string'))
  }
  return (value, fault) => {
    if (typeof value !== 'string') return fault.fail('must be a string')
    return value.length <= charsMax ? value : fault.fail(`must have at most ${charsMax} characters`)
  }
}

export function numberReader(definition: z.core.$ZodNumberDef): Reader {
  const isSafeInteger = 'format' in definition && definition.format === 'safeint'
  const isWhole = (definition.checks ?? []).some((check) => check._zod.def.check === 'multiple_of')
  const min = limitOf(definition.checks, 'greater_than', Number.NEGATIVE_INFINITY)
  const max = limitOf(definition.checks, 'less_than')
  const range = rangeText(min, max)
  if (!isSafeInteger) {
    return (value, fault) => {
      if (typeof value !== 'number' || !Number.isFinite(value)) return fault.fail('must be a number')
      if (isWhole && !Number.isInteger(value)) return fault.fail('must be an integer')
      return value
    }
  }
  return (value, fault) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return fault.fail(INTEGER_RULE)
    if (value < min || value > max) return fault.fail(range)
    return value === 0 ? 0 : value // -0 is 0
  }
}

function rangeText(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return `must be ${min} or more`
  return min === Number.NEGATIVE_INFINITY ? `must be ${max} or less` : `must be between ${min} and ${max}`
}

/** The bound a schema sets with a check, such as `.max(256)`. */
export function limitOf(
  checks: readonly z.core.$ZodCheck[] | undefined,
  name: 'max_length' | 'greater_than' | 'less_than',
  fallback = Number.POSITIVE_INFINITY,
): number {
  for (const check of checks ?? []) {
    const definition = check._zod.def as { check: string; maximum?: number; value?: number }
    if (definition.check === name) return definition.maximum ?? definition.value ?? fallback
  }
  return fallback
}
