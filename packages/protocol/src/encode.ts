import type { z } from 'zod'
import { AnyInstant, AnyTask } from './actions/actions.js'
import type { MessageDefinition } from './define.js'
import { Act } from './messages/act.js'

/**
 * The text of a message as the wire wants it: keys in the order of the definition, and what says nothing left out.
 * From a server, optional fields that are zero (0, '', false, an empty list) are left out and all others are always
 * there. From a client, every field that has its default is left out. Events and actions are written as they are.
 */
export function encodeMessage<S extends z.ZodType>(
  definition: MessageDefinition<string, S>,
  message: z.input<S> | Readonly<z.output<S>> | object,
): string {
  return JSON.stringify(trimmed(definition.schema, message, definition.direction === 'client to server'))
}

type Schema = z.core.$ZodType
type Definition = z.core.$ZodTypes['_zod']['def']

function trimmed(schema: Schema, value: unknown, isFromClient: boolean): unknown {
  const definition = definitionOf(schema)
  if (definition.type === 'array' && Array.isArray(value)) {
    return value.map((item) => trimmed(definition.element, item, isFromClient))
  }
  if (definition.type !== 'object' || schema === AnyInstant || schema === AnyTask) return value
  const out: Record<string, unknown> = {}
  // An ACT shown to an observer is written as its client would have written it.
  const leavesDefaults = isFromClient || schema === Act.schema
  for (const [key, field] of Object.entries(definition.shape)) {
    const { inner, presence } = unwrap(field)
    const given = (value as Record<string, unknown>)[key]
    if (given === undefined) continue
    const kept = trimmed(inner, given, leavesDefaults)
    if (presence === 'optional' ? isZero(kept) : presence === 'default' && leavesDefaults && isEmpty(kept)) continue
    out[key] = kept
  }
  return out
}

const definitionOf = (schema: Schema): Definition => (schema as z.core.$ZodTypes)._zod.def

function unwrap(schema: Schema): { inner: Schema; presence: 'optional' | 'default' | 'required' } {
  const definition = definitionOf(schema)
  if (definition.type === 'optional') return { inner: definition.innerType, presence: 'optional' }
  if (definition.type === 'default' || definition.type === 'prefault') {
    return { inner: definition.innerType, presence: 'default' }
  }
  return { inner: schema, presence: 'required' }
}

const isZero = (value: unknown) =>
  value === 0 || value === '' || value === false || (Array.isArray(value) && value.length === 0)

const isEmpty = (value: unknown) =>
  isZero(value) || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
