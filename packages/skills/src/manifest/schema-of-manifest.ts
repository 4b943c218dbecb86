import type { JsonSchema } from '../json-schema.js'
import type { Field, FieldTree, SkillManifest } from './manifest.js'
import { shapesIn, shapesInTree } from './shapes.js'

const JSON_TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'integer',
  float: 'number',
  boolean: 'boolean',
}

/** What a skill takes: its fields and no others. */
export function inputSchema({ inputs, types }: Pick<SkillManifest, 'inputs' | 'types'>): JsonSchema {
  return rootSchema(inputs, types, true)
}

/** What a skill gives: at least its fields. */
export function outputSchema({ outputs, types }: Pick<SkillManifest, 'outputs' | 'types'>): JsonSchema {
  return rootSchema(outputs, types, false)
}

function rootSchema(tree: FieldTree, types: SkillManifest['types'], isClosed: boolean): JsonSchema {
  const used = usedShapes(tree, types)
  const shapes = used.map((name) => [name, fieldSchema(types[name] as Field, isClosed)] as const)
  return { ...objectSchema(tree, isClosed), ...(used.length === 0 ? {} : { $defs: Object.fromEntries(shapes) }) }
}

function objectSchema(tree: FieldTree, isClosed: boolean): JsonSchema {
  const fields = Object.entries(tree)
  const required = fields.filter(([, field]) => field.optional !== true).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field, isClosed)])),
    ...(required.length === 0 ? {} : { required }),
    ...(isClosed ? { additionalProperties: false } : {}),
  }
}

function fieldSchema(field: Field, isClosed: boolean): JsonSchema {
  const { description } = field
  return {
    ...shapeSchema(field, isClosed),
    ...(Object.hasOwn(field, 'default') ? { default: field.default } : {}),
    ...(description === undefined ? {} : { description }),
  }
}

function shapeSchema({ type, shape, fields, items }: Field, isClosed: boolean): JsonSchema {
  if (shape !== undefined) return { $ref: `#/$defs/${shape}` }
  if (fields !== undefined) return objectSchema(fields, isClosed)
  if (items !== undefined) return { type: 'array', items: fieldSchema(items, isClosed) }
  if (type === 'patsyanalysis') return {}
  return { type: JSON_TYPES[type] ?? type }
}

/** The named shapes that fields use, and those that these use, each once. */
function usedShapes(tree: FieldTree, types: SkillManifest['types']): readonly string[] {
  const used = new Set(shapesInTree(tree, '').map(({ shape }) => shape))
  for (const name of used) {
    for (const { shape } of shapesIn(types[name] ?? { type: 'patsyanalysis' }, '')) used.add(shape)
  }
  return Array.from(used)
}
