import type { JsonSchema } from './json-schema.js'
import { SCHEMA_DEPTH_MAX, SCHEMA_PARTS_MAX, SCHEMA_UNIQUE_ITEMS_MAX } from './limits.js'

const SCHEMA_MAPS = new Set(['properties', 'dependentSchemas'])
const SCHEMA_LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const SCHEMAS = new Set([
  'items',
  'additionalProperties',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
])
/** Rules about the value at hand. Patterns are not among them: a stranger's pattern can take for ever. */
const PLAIN_RULES = new Set([
  'type',
  'enum',
  'const',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minContains',
  'maxContains',
  'required',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'default',
])

/**
 * The same rules in a form that is safe to compile: each local reference is replaced by what it names, so the cost of a
 * check is the size of this schema times the size of the value. A reference back into itself becomes "anything": such a
 * schema is checked one level deep. Throws a TypeError for what cannot be checked.
 */
export function inlineSchema(root: JsonSchema): JsonSchema {
  let parts = 0

  function copy(schema: unknown, path: string, depth: number, open: ReadonlySet<string>): unknown {
    if (typeof schema === 'boolean') return schema
    if (!isRecord(schema)) throw new TypeError(`schema ${path}: must be an object or a boolean`)
    parts += 1
    if (parts > SCHEMA_PARTS_MAX) throw new TypeError(`schema: more than ${SCHEMA_PARTS_MAX} parts`)
    if (depth > SCHEMA_DEPTH_MAX) throw new TypeError(`schema ${path}: nested deeper than ${SCHEMA_DEPTH_MAX}`)
    const safe: Record<string, unknown> = {}
    const under = (part: unknown, step: string): unknown => copy(part, `${path}/${step}`, depth + 1, open)
    for (const [key, value] of Object.entries(schema)) {
      if (PLAIN_RULES.has(key)) safe[key] = value
      // Lists of schemas under `items` are how older drafts said `prefixItems`.
      else if (key === 'items' && Array.isArray(value))
        safe.prefixItems = value.map((part, index) => under(part, `items/${index}`))
      else if (SCHEMAS.has(key)) safe[key] = under(value, key)
      else if (SCHEMA_MAPS.has(key))
        safe[key] = copyMap(value, `${path}/${key}`, (part, name) => under(part, `${key}/${name}`))
      else if (SCHEMA_LISTS.has(key))
        safe[key] = copyList(value, `${path}/${key}`, (part, index) => under(part, `${key}/${index}`))
    }
    if ('patternProperties' in schema) {
      // Which keys the patterns would have allowed is not known, so no key is refused.
      delete safe.additionalProperties
      delete safe.unevaluatedProperties
    }
    if (schema.uniqueItems === true && Number(schema.maxItems) <= SCHEMA_UNIQUE_ITEMS_MAX) safe.uniqueItems = true
    return '$ref' in schema ? withReference(safe, schema.$ref, path, depth, open) : safe
  }

  function withReference(
    safe: Record<string, unknown>,
    reference: unknown,
    path: string,
    depth: number,
    open: ReadonlySet<string>,
  ): unknown {
    if (typeof reference !== 'string' || !reference.startsWith('#')) {
      throw new TypeError(
        `schema ${path}/$ref: only references within the schema are followed, got ${JSON.stringify(reference)}`,
      )
    }
    if (open.has(reference)) return safe
    const named = copy(resolve(root, reference, path), path, depth, new Set([...open, reference]))
    if (Object.keys(safe).length === 0) return named
    const others = Array.isArray(safe.allOf) ? (safe.allOf as unknown[]) : []
    return { ...safe, allOf: [...others, named] }
  }

  return copy(root, '#', 0, new Set(['#'])) as JsonSchema
}

function resolve(root: JsonSchema, reference: string, path: string): unknown {
  let at: unknown = root
  if (reference !== '#' && !reference.startsWith('#/'))
    throw new TypeError(`schema ${path}/$ref: no anchor ${reference}`)
  for (const step of reference
    .slice(2)
    .split('/')
    .filter((_, index) => reference !== '#' || index > 0)) {
    const key = decodeStep(step)
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) {
      throw new TypeError(`schema ${path}/$ref: nothing at ${reference}`)
    }
    at = (at as Record<string, unknown>)[key]
  }
  return at
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return step
  }
}

function copyMap(value: unknown, path: string, copy: (part: unknown, name: string) => unknown): unknown {
  if (!isRecord(value)) throw new TypeError(`schema ${path}: must be an object`)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copy(part, name)]))
}

function copyList(value: unknown, path: string, copy: (part: unknown, index: number) => unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) throw new TypeError(`schema ${path}: must be a list of schemas`)
  return value.map(copy)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
