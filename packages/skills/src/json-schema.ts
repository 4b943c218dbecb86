import { z } from 'zod'
import type { Skill } from './skill.js'

export type JsonSchema = { readonly [key: string]: unknown }

const inputBySkill = new WeakMap<Skill, JsonSchema>()
const outputBySkill = new WeakMap<Skill, JsonSchema>()

/** What a skill takes, with everything a reader may rely on. */
export function inputSchemaOf(skill: Skill): JsonSchema {
  return remembered(inputBySkill, skill, () => z.toJSONSchema(skill.input, { io: 'input', unrepresentable: 'any' }))
}

/** What a skill gives. */
export function outputSchemaOf(skill: Skill): JsonSchema {
  return remembered(outputBySkill, skill, () => z.toJSONSchema(skill.output, { io: 'output', unrepresentable: 'any' }))
}

/**
 * The same schema in fewer words. Models pay for every character of a tool list: bounds that only say "fits a double"
 * and the name of the schema language tell them nothing.
 */
export function terseSchema(schema: JsonSchema): JsonSchema {
  return terse(schema, false) as JsonSchema
}

function terse(value: unknown, isPropertyMap: boolean): unknown {
  if (Array.isArray(value)) return value.map((member) => terse(member, false))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key, member]) => isPropertyMap || !saysNothing(key, member))
  return Object.fromEntries(kept.map(([key, member]) => [key, terse(member, !isPropertyMap && key === 'properties')]))
}

function saysNothing(key: string, value: unknown): boolean {
  if (key === '$schema' || key === 'additionalProperties' || key === 'propertyNames') return true
  return (key === 'minimum' || key === 'maximum') && Math.abs(Number(value)) >= Number.MAX_SAFE_INTEGER
}

/**
 * The outline of what a tool gives: its fields and their types. What lies deeper, and which fields are always there, shows
 * in the answer itself, where it costs nothing until it is needed.
 */
export function outlineSchema(schema: JsonSchema): JsonSchema {
  const { type, properties } = schema
  if (typeof properties !== 'object' || properties === null) return terseSchema(schema)
  const outlines = Object.entries(properties).flatMap(([name, field]) => {
    const outline = outlineOf(field as JsonSchema)
    // A field that may be anything is not worth a line: fields beyond those named are allowed anyway.
    return Object.keys(outline).length === 0 ? [] : [[name, outline]]
  })
  return { type, properties: Object.fromEntries(outlines) }
}

function outlineOf({ type, anyOf, enum: words }: JsonSchema): JsonSchema {
  if (Array.isArray(anyOf)) return { anyOf: anyOf.map((option: JsonSchema) => outlineOf(option)) }
  return { ...(type === undefined ? {} : { type }), ...(words === undefined ? {} : { enum: words }) }
}

function remembered(store: WeakMap<Skill, JsonSchema>, skill: Skill, make: () => unknown): JsonSchema {
  const known = store.get(skill)
  if (known !== undefined) return known
  const schema = make() as JsonSchema
  store.set(skill, schema)
  return schema
}
