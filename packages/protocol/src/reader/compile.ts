import type { z } from 'zod'
import { BAD, Fault } from './fault.js'
import { INTEGER_RULE, limitOf, numberReader, type Reader, stringReader } from './scalars.js'

/**
 * Readers are compiled once from the zod schemas and follow the same rules, plus those of the wire that existing
 * peers rely on (docs/decisions/0001-compiled-readers.md):
 * null counts as absent, and as empty for a list; null in a list is the zero value; a tuple that is too short is
 * filled with zero values and one that is too long is cut; unknown keys are dropped unless the schema is loose.
 */
export function compileReader<T>(schema: z.ZodType<T>): Reader<T> {
  return compile(schema) as Reader<T>
}

interface Field {
  readonly read: Reader
  readonly presence: Presence
}

/** What stands for a value that is absent: nothing, a default, or a refusal. */
type Presence =
  | { readonly kind: 'optional'; readonly emptyList: boolean }
  | { readonly kind: 'default'; readonly make: () => unknown }
  | { readonly kind: 'required' }

type Schema = z.core.$ZodType
type Definition = z.core.$ZodTypes['_zod']['def']

const definitionOf = (schema: Schema): Definition => (schema as z.core.$ZodTypes)._zod.def

function compile(schema: Schema): Reader {
  const definition = definitionOf(schema)
  switch (definition.type) {
    case 'string':
      return stringReader(definition)
    case 'number':
      return numberReader(definition)
    case 'boolean':
      return (value, fault) => (typeof value === 'boolean' ? value : fault.fail('must be true or false'))
    case 'literal': {
      const [expected] = definition.values
      return (value, fault) => (value === expected ? value : fault.fail(`must be ${JSON.stringify(expected)}`))
    }
    case 'enum': {
      const words = new Set<unknown>(Object.values(definition.entries))
      const rule = `must be one of ${[...words].join(', ')}`
      return (value, fault) => (words.has(value) ? value : fault.fail(rule))
    }
    case 'unknown':
      return (value) => value
    case 'array':
      return arrayReader(definition)
    case 'tuple':
      return tupleReader(definition)
    case 'record':
      return recordReader(definition)
    case 'object':
      return objectReader(definition)
    case 'union':
      return unionReader(definition)
    default:
      throw new Error(`no reader for schemas of type ${definition.type}`)
  }
}

function arrayReader(definition: z.core.$ZodArrayDef): Reader {
  const read = compile(definition.element)
  const zero = zeroOf(definition.element)
  const lengthMax = limitOf(definition.checks, 'max_length')
  return (value, fault) => {
    if (!Array.isArray(value)) return fault.fail('must be a list')
    if (value.length > lengthMax) return fault.fail(`must have at most ${lengthMax} entries`)
    const out: unknown[] = []
    for (let index = 0; index < value.length; index++) {
      const item = read(value[index] ?? zero, fault)
      if (item === BAD) return fault.within(index)
      out.push(item)
    }
    return out
  }
}

function tupleReader(definition: z.core.$ZodTupleDef): Reader {
  if (definition.items.every(isPlainInteger)) return integersReader(definition.items.length)
  const items = definition.items.map((item) => ({ read: compile(item), zero: zeroOf(item) }))
  return (value, fault) => {
    if (!Array.isArray(value)) return fault.fail(`must be a list of ${items.length}`)
    const out: unknown[] = []
    for (let index = 0; index < items.length; index++) {
      const { read, zero } = items[index] as (typeof items)[number]
      const item = read(value[index] ?? zero, fault)
      if (item === BAD) return fault.within(index)
      out.push(item)
    }
    return out
  }
}

function isPlainInteger(schema: Schema): boolean {
  const definition = definitionOf(schema)
  return definition.type === 'number' && 'format' in definition && (definition.checks ?? []).length === 0
}

/** Positions: the most frequent tuple, read without a call per element. */
function integersReader(length: number): Reader {
  return (value, fault) => {
    if (!Array.isArray(value)) return fault.fail(`must be a list of ${length}`)
    const out: number[] = []
    for (let index = 0; index < length; index++) {
      const item: unknown = value[index] ?? 0
      if (!Number.isSafeInteger(item)) {
        fault.fail(INTEGER_RULE)
        return fault.within(index)
      }
      out.push(item === 0 ? 0 : (item as number)) // -0 is 0
    }
    return out
  }
}

function recordReader(definition: z.core.$ZodRecordDef): Reader {
  const read = compile(definition.valueType)
  const zero = zeroOf(definition.valueType)
  return (value, fault) => {
    if (!isPlainObject(value)) return fault.fail('must be an object')
    const out: Record<string, unknown> = {}
    for (const key of Object.keys(value)) {
      if (key === '__proto__') continue
      const item = read(value[key] ?? zero, fault)
      if (item === BAD) return fault.within(key)
      out[key] = item
    }
    return out
  }
}

function objectReader(definition: z.core.$ZodObjectDef): Reader {
  const fieldByKey = new Map<string, Field>()
  const filled: { key: string; presence: Presence }[] = []
  for (const [key, schema] of Object.entries(definition.shape)) {
    const field = fieldOf(schema)
    fieldByKey.set(key, field)
    if (field.presence.kind !== 'optional') filled.push({ key, presence: field.presence })
  }
  const keepsUnknown = definition.catchall !== undefined
  return (value, fault) => {
    if (!isPlainObject(value)) return fault.fail('must be an object')
    const out: Record<string, unknown> = {}
    // Parsed JSON has no inherited keys, and for-in does not build a list of them first.
    for (const key in value) {
      const field = fieldByKey.get(key)
      const given = value[key]
      if (field === undefined) {
        if (keepsUnknown && key !== '__proto__') out[key] = given
      } else if (given === null) {
        if (field.presence.kind === 'optional' && field.presence.emptyList) out[key] = []
      } else {
        const read = field.read(given, fault)
        if (read === BAD) return fault.within(key)
        out[key] = read
      }
    }
    for (const { key, presence } of filled) {
      if (out[key] !== undefined) continue
      if (presence.kind !== 'default') {
        fault.fail('is missing')
        return fault.within(key)
      }
      out[key] = presence.make()
    }
    return out
  }
}

/** A choice by the value of one key; what matches no option goes to the open option, if the union has one. */
function unionReader(definition: z.core.$ZodUnionDef): Reader {
  const readerByWord = new Map<unknown, Reader>()
  const [first, open] = 'discriminator' in definition ? [definition, undefined] : openUnion(definition)
  const key = (first as z.core.$ZodDiscriminatedUnionDef).discriminator
  for (const option of first.options) {
    const { shape } = definitionOf(option) as z.core.$ZodObjectDef
    const word = definitionOf(shape[key] as Schema) as z.core.$ZodLiteralDef<string>
    readerByWord.set(word.values[0], compile(option))
  }
  const readOpen = open === undefined ? undefined : compile(open)
  return (value, fault) => {
    if (!isPlainObject(value)) return fault.fail('must be an object')
    const read = readerByWord.get(value[key]) ?? readOpen
    if (read !== undefined) return read(value, fault)
    fault.fail(`must be one of ${[...readerByWord.keys()].join(', ')}`)
    return fault.within(key)
  }
}

function openUnion(definition: z.core.$ZodUnionDef): [z.core.$ZodUnionDef, Schema | undefined] {
  const [first, open] = definition.options
  const inner = first === undefined ? undefined : definitionOf(first)
  if (inner === undefined || !('discriminator' in inner)) throw new Error('a union needs a discriminator')
  return [inner as z.core.$ZodUnionDef, open]
}

function fieldOf(schema: Schema): Field {
  const definition = definitionOf(schema)
  switch (definition.type) {
    case 'optional': {
      const emptyList = definitionOf(definition.innerType).type === 'array'
      return { read: compile(definition.innerType), presence: { kind: 'optional', emptyList } }
    }
    case 'default': {
      const read = compile(definition.innerType)
      return { read, presence: { kind: 'default', make: () => definition.defaultValue } }
    }
    case 'prefault': {
      const read = compile(definition.innerType)
      const make = () => mustRead(read, definition.defaultValue)
      return { read, presence: { kind: 'default', make } }
    }
    default:
      return { read: compile(schema), presence: { kind: 'required' } }
  }
}

/** What a missing element of a list or tuple reads as; undefined where there is no such value. */
function zeroOf(schema: Schema): unknown {
  switch (definitionOf(schema).type) {
    case 'string':
      return ''
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'array':
    case 'tuple':
      return NO_ITEMS
    case 'record':
    case 'object':
      return NO_FIELDS
    case 'unknown':
      return null
    default:
      return undefined
  }
}

const NO_ITEMS: readonly unknown[] = Object.freeze([])
const NO_FIELDS: Readonly<Record<string, unknown>> = Object.freeze({})

function mustRead(read: Reader, value: unknown): unknown {
  const fault = new Fault()
  const out = read(value, fault)
  if (out === BAD) throw new Error(`default of a schema is not valid: ${fault.path} ${fault.rule}`)
  return out
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
