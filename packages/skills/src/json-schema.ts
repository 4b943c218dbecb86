export type JsonSchema = { readonly [key: string]: unknown }

/** The names of the fields an object has, by its schema. */
export function fieldNames({ properties }: JsonSchema): readonly string[] {
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
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
 * The outline of what a tool gives: the fields that are always there, and their types. What lies deeper, and what may come
 * besides, shows in the answer itself, where it costs nothing until it is needed.
 */
export function outlineSchema(schema: JsonSchema): JsonSchema {
  const { type, properties, required } = schema
  if (typeof properties !== 'object' || properties === null) return terseSchema(schema)
  const always: readonly unknown[] = Array.isArray(required) ? required : []
  const outlines = Object.entries(properties).flatMap(([name, field]) => {
    const outline = always.includes(name) ? outlineOf(field as JsonSchema) : {}
    // A field that may be anything is not worth a line: fields beyond those named are allowed anyway.
    return Object.keys(outline).length === 0 ? [] : [[name, outline]]
  })
  return outlines.length === 0 ? { type } : { type, properties: Object.fromEntries(outlines) }
}

function outlineOf({ type, anyOf }: JsonSchema): JsonSchema {
  if (Array.isArray(anyOf)) {
    const options = anyOf.map((option: JsonSchema) => outlineOf(option))
    const types = options.map((option) => option.type)
    return types.every((word) => typeof word === 'string') ? { type: types } : { anyOf: options }
  }
  return type === undefined ? {} : { type }
}
