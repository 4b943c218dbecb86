import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonSchema } from './json-schema.js'
import { SCHEMA_BYTES_MAX } from './limits.js'
import { brokenRule, type SchemaVerdict, type SkillSchema } from './schema.js'
import { inlineSchema } from './schema-inline.js'

/** Nothing is coerced, so that a value means the same on every node; annotations of other tools are no mistake. */
const ajv = new Ajv2020({
  strict: false,
  useDefaults: true,
  validateFormats: false,
  addUsedSchema: false,
  logger: false,
})

/**
 * A schema that came as data: from a SKILL.md or from another service. Read at once, so that a bad one is refused with its
 * reason (a TypeError); compiled at the first check, because most skills of a large catalogue are never called.
 */
export function foreignSchema(json: JsonSchema): SkillSchema {
  const bytes = Buffer.byteLength(JSON.stringify(json))
  if (bytes > SCHEMA_BYTES_MAX) throw new TypeError(`schema: ${bytes} bytes, at most ${SCHEMA_BYTES_MAX}`)
  const rules = inlineSchema(json)
  if (ajv.validateSchema(rules) !== true) throw new TypeError(`schema ${describe(ajv.errors?.[0])}`)
  const fillsDefaults = JSON.stringify(rules).includes('"default":')
  let validate: ValidateFunction | undefined
  return {
    json,
    check(value) {
      validate ??= compile(rules)
      // Defaults are written into the value; what the caller sent, and perhaps signed, stays as it was.
      const checked = fillsDefaults ? copied(value) : value
      return validate(checked) ? { ok: true, value: checked } : verdict(validate.errors?.[0])
    },
  }
}

/** Lists and plain objects anew, down to where a default may be filled in; anything else stays itself. */
function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copied(member)]))
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function compile(rules: JsonSchema): ValidateFunction {
  const validate = ajv.compile(rules)
  // The instance would keep every schema it has ever seen.
  ajv.removeSchema(rules)
  return validate
}

function describe(error: ErrorObject | undefined): string {
  return `#${error?.instancePath ?? ''}: ${error?.message ?? 'invalid'}`
}

function verdict(error: ErrorObject | undefined): SchemaVerdict {
  if (error === undefined) return brokenRule([], 'invalid')
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const { keyword, message = 'invalid' } = error
  const params = error.params as Readonly<Record<string, unknown>>
  if (keyword === 'required') return brokenRule([...path, String(params.missingProperty)], 'is required')
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    return brokenRule([...path, String(params.additionalProperty ?? params.unevaluatedProperty)], 'no such field')
  }
  if (keyword === 'enum') return brokenRule(path, `must be one of ${JSON.stringify(params.allowedValues)}`)
  return brokenRule(path, message)
}
