import { z } from 'zod'
import type { JsonSchema } from './json-schema.js'

/** A value that passed, with its defaults filled in, or the first rule it breaks. */
export type SchemaVerdict =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false
      /** Field and rule in one line: `location: is required`. */
      readonly problem: string
      /** Where, as a JSON pointer; empty for the value itself. */
      readonly pointer: string
      readonly rule: string
    }

/** What a skill takes or gives, whatever language it was written in. */
export type SkillSchema = {
  /** As others read it. */
  readonly json: JsonSchema
  check(value: unknown): SchemaVerdict
}

/**
 * A schema of our own code.
 * @param side what is published where taking and giving differ, as with defaults
 */
export function zodSchema(schema: z.ZodType, side: 'input' | 'output' = 'input'): SkillSchema {
  let json: JsonSchema | undefined
  // A result that was given out before, and frozen by who made it, need not be looked at again.
  const verdictByFrozen = new WeakMap<object, SchemaVerdict>()
  return {
    get json() {
      json ??= z.toJSONSchema(schema, { io: side, unrepresentable: 'any' }) as JsonSchema
      return json
    },
    check(value) {
      const isFinal = typeof value === 'object' && value !== null && Object.isFrozen(value)
      const known = isFinal ? verdictByFrozen.get(value) : undefined
      if (known !== undefined) return known
      const parsed = schema.safeParse(value)
      if (!parsed.success) return zodVerdict(parsed.error)
      if (!isFinal) return { ok: true, value: parsed.data }
      const verdict = { ok: true as const, value: Object.freeze(parsed.data) }
      verdictByFrozen.set(value, verdict)
      return verdict
    },
  }
}

function zodVerdict({ issues }: z.ZodError): SchemaVerdict {
  const issue = issues[0]
  const rule = issue?.message.replace(/^Invalid (input|option): /, '') ?? 'invalid'
  return brokenRule(issue?.path.map(String) ?? [], rule)
}

/** The verdict on a value that breaks a rule at a path. */
export function brokenRule(path: readonly string[], rule: string): SchemaVerdict {
  const pointer = path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  return { ok: false, problem: path.length === 0 ? rule : `${path.join('.')}: ${rule}`, pointer, rule }
}
