import type { z } from 'zod'
import { AnyInstant, AnyTask } from '../actions/actions.js'
import { AnyEvent } from '../events/events.js'
import { Act } from '../messages/act.js'

/** One line of a field table. */
export interface FieldLine {
  /** `capabilities.max_queue`, `agents[].pos` */
  readonly path: string
  readonly type: string
  readonly presence: 'always' | 'optional' | 'default'
  readonly doc: string
}

type Schema = z.core.$ZodType

/** Every field of an object schema, nested ones after the object that holds them. */
export function describeFields(schema: Schema): FieldLine[] {
  return fieldsWithin(schema, '')
}

function fieldsWithin(schema: Schema, prefix: string): FieldLine[] {
  const definition = definitionOf(schema)
  if (definition.type !== 'object') return []
  return Object.entries(definition.shape).flatMap(([key, field]) => {
    const { inner, presence } = unwrap(field)
    const path = `${prefix}${key}`
    const doc = descriptionOf(field) ?? descriptionOf(inner) ?? ''
    return [{ path, type: typeText(inner), presence, doc }, ...innerFields(inner, path)]
  })
}

function innerFields(schema: Schema, path: string): FieldLine[] {
  if (NAMED_TYPES.has(schema)) return []
  const definition = definitionOf(schema)
  if (definition.type === 'object') return fieldsWithin(schema, `${path}.`)
  if (definition.type === 'array')
    return isStack(definition.element) ? [] : innerFields(definition.element, `${path}[]`)
  return []
}

const NAMED_TYPES = new Map<Schema, string>([
  [AnyInstant, 'instant'],
  [AnyTask, 'task'],
  [AnyEvent, 'event'],
  [Act.schema, 'ACT'],
])

function typeText(schema: Schema): string {
  const named = NAMED_TYPES.get(schema)
  if (named !== undefined) return named
  const definition = definitionOf(schema)
  switch (definition.type) {
    case 'string':
      return withExamples(schema, definition)
    case 'number':
      return numberText(definition)
    case 'literal':
      return `\`${String(definition.values[0])}\``
    case 'enum':
      return Object.values(definition.entries)
        .map((word) => `\`${word}\``)
        .join(' ')
    case 'array':
      return isStack(definition.element) ? 'list of {item, count}' : `list of ${typeText(definition.element)}`
    case 'tuple':
      return `[${definition.items.map(typeText).join(', ')}]`
    case 'record':
      return `object of ${typeText(definition.valueType)}`
    case 'unknown':
      return 'any'
    default:
      return definition.type
  }
}

function numberText(definition: z.core.$ZodNumberDef): string {
  const checks = (definition.checks ?? []).map((check) => check._zod.def as { check: string; value?: number })
  const isInteger = 'format' in definition || checks.some(({ check }) => check === 'multiple_of')
  const min = checks.find(({ check }) => check === 'greater_than')?.value
  const max = checks.find(({ check }) => check === 'less_than')?.value
  const kind = isInteger ? 'integer' : 'number'
  if (max !== undefined) return `${kind} ${min ?? ''}..${max}`
  return min === undefined ? kind : `${kind} >= ${min}`
}

function withExamples(schema: Schema, definition: z.core.$ZodStringDef): string {
  const max = (definition.checks ?? []).map((check) => (check._zod.def as { maximum?: number }).maximum)[0]
  const limit = max === undefined ? '' : ` (at most ${max} characters)`
  const { examples } = (schema as z.ZodType).meta() ?? {}
  if (!Array.isArray(examples)) return `string${limit}`
  return `string, such as ${examples.map((word) => `\`${String(word)}\``).join(' ')}`
}

/** `{item, count}` is shown in one line. */
function isStack(schema: Schema): boolean {
  const definition = definitionOf(schema)
  return definition.type === 'object' && Object.keys(definition.shape).join() === 'item,count'
}

function unwrap(schema: Schema): { inner: Schema; presence: FieldLine['presence'] } {
  const definition = definitionOf(schema)
  if (definition.type === 'optional') return { inner: definition.innerType, presence: 'optional' }
  if (definition.type === 'default' || definition.type === 'prefault') {
    return { inner: definition.innerType, presence: 'default' }
  }
  return { inner: schema, presence: 'always' }
}

const definitionOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def
const descriptionOf = (schema: Schema) => (schema as z.ZodType).description
