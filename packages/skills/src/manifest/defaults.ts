import type { Field } from './manifest.js'

/** The default of a field as a value of its type. */
export type TypedDefault =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly rule: string }

/** Reads a default by the type of its field. Texts may go without quotes; lists and objects are JSON. */
export function readDefault(text: string, field: Field): TypedDefault {
  const { type } = field
  if (type === 'string' && !text.startsWith('"')) return { ok: true, value: text }
  const value = parseJson(text)
  const expected = expectation(value, field)
  if (expected === undefined) return { ok: true, value }
  return { ok: false, rule: `default ${text === '' ? '(empty)' : text} is not ${expected}` }
}

/** A default as `readDefault` takes it. */
export function writeDefault(value: unknown): string {
  return JSON.stringify(value)
}

/** @returns what the value should be and is not */
function expectation(value: unknown, { type, items, fields }: Field): string | undefined {
  switch (type) {
    case 'string':
      return typeof value === 'string' ? undefined : 'a string'
    case 'integer':
      return Number.isSafeInteger(value) ? undefined : 'an integer'
    case 'float':
      return typeof value === 'number' && Number.isFinite(value) ? undefined : 'a number'
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'true or false'
    case 'array': {
      if (!Array.isArray(value)) return 'a list in JSON'
      const bad = items === undefined ? undefined : value.map((item) => expectation(item, items)).find(Boolean)
      return bad === undefined ? undefined : `a list of which each item is ${bad}`
    }
    case 'object':
      return isRecord(value) ? memberExpectation(value, fields) : 'an object in JSON'
    default:
      return value === undefined ? 'JSON' : undefined
  }
}

function memberExpectation(value: Readonly<Record<string, unknown>>, fields: Field['fields']): string | undefined {
  for (const [name, field] of Object.entries(fields ?? {})) {
    const isGiven = Object.hasOwn(value, name)
    if (!isGiven && field.optional !== true) return `an object with ${name}`
    const bad = isGiven ? expectation(value[name], field) : undefined
    if (bad !== undefined) return `an object whose ${name} is ${bad}`
  }
  return undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
