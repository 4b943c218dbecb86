import type { JsonSchema } from '../json-schema.js'
import type { Field, FieldTree, FieldType } from './manifest.js'
import { rulesInWords } from './rules-in-words.js'

/** Deeper shapes are left open. */
const DEPTH_MAX = 12
const TYPE_BY_JSON: Readonly<Record<string, FieldType>> = {
  string: 'string',
  integer: 'integer',
  number: 'float',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
}

type Context = { readonly root: JsonSchema; readonly open: readonly string[] }

/**
 * The fields of a JSON Schema in the language of manifests. What that language cannot say, such as a list of allowed words,
 * goes into the comment of the field; a shape it cannot say is `patsyanalysis`, which allows anything.
 */
export function treeOfSchema(schema: JsonSchema): FieldTree {
  const context = { root: schema, open: ['#'] }
  const variants = listOf(schema.anyOf ?? schema.oneOf).map((variant) => resolved(variant, context)?.schema ?? {})
  return variants.length === 0
    ? treeOf(schema, context)
    : mergedTrees(variants.map((variant) => treeOf(variant, context)))
}

function treeOf(schema: JsonSchema, context: Context): FieldTree {
  const { properties } = schema
  if (!isRecord(properties)) return {}
  const required = listOf(schema.required)
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const field = fieldOf(property, context)
      return [
        name,
        required.includes(name) && !Object.hasOwn(field, 'default') ? field : { ...field, optional: true },
      ] as const
    }),
  )
}

/** One of several shapes: a field is certain where all agree on it. */
function mergedTrees(trees: readonly FieldTree[]): FieldTree {
  const names = Array.from(new Set(trees.flatMap((tree) => Object.keys(tree))))
  return Object.fromEntries(
    names.map((name) => {
      const fields = trees.flatMap((tree) => tree[name] ?? [])
      const [first = { type: 'patsyanalysis' } satisfies Field] = fields
      const isSame = fields.every((field) => JSON.stringify(field) === JSON.stringify(first))
      const isAlways = fields.length === trees.length && fields.every(({ optional }) => optional !== true)
      const merged: Field = isSame ? first : { type: 'patsyanalysis' }
      return [name, isAlways ? merged : { ...merged, optional: true }] as const
    }),
  )
}

function fieldOf(value: unknown, context: Context): Field {
  const found = resolved(value, context)
  if (found === undefined) return { type: 'patsyanalysis' }
  const { schema, context: inner } = found
  const field = shapeOf(schema, inner)
  const about = typeof schema.description === 'string' ? [schema.description] : []
  const description = oneLine([...about, ...rulesInWords(schema)].join('; '))
  return {
    ...field,
    ...(Object.hasOwn(schema, 'default') && field.type !== 'patsyanalysis' ? { default: schema.default } : {}),
    ...(description === '' ? {} : { description }),
  }
}

function shapeOf(schema: JsonSchema, context: Context): Field {
  const type = TYPE_BY_JSON[typeof schema.type === 'string' ? schema.type : typeOfValues(schema)]
  const isCombined = ['anyOf', 'oneOf', 'allOf', 'not', 'if'].some((key) => key in schema)
  if (type === undefined || isCombined) return { type: 'patsyanalysis' }
  if (type === 'array' && isRecord(schema.items) && !('prefixItems' in schema)) {
    const { optional: _optional, default: _default, ...items } = fieldOf(schema.items, context)
    return { type, items }
  }
  const isClosed = schema.additionalProperties === undefined || schema.additionalProperties === false
  if (type !== 'object' || !isClosed) return { type }
  const fields = treeOf(schema, context)
  return Object.keys(fields).length === 0 ? { type } : { type, fields }
}

/** The type that all allowed values have in common. */
function typeOfValues(schema: JsonSchema): string {
  const values = 'const' in schema ? [schema.const] : listOf(schema.enum)
  const types = new Set(values.map((value) => (Number.isSafeInteger(value) ? 'integer' : typeof value)))
  const [type] = types
  return types.size === 1 && type !== undefined && type !== 'object' ? type : ''
}

/** @returns undefined for what cannot be followed: a reference back into itself, or beyond what is worth saying */
function resolved(
  value: unknown,
  context: Context,
): { readonly schema: JsonSchema; readonly context: Context } | undefined {
  if (!isRecord(value) || context.open.length > DEPTH_MAX) return undefined
  const reference = value.$ref
  if (reference === undefined) return { schema: value, context: { ...context, open: [...context.open, ''] } }
  if (typeof reference !== 'string' || context.open.includes(reference)) return undefined
  let at: unknown = context.root
  for (const step of reference.split('/').slice(1)) at = isRecord(at) ? at[decodeURIComponent(step)] : undefined
  const { $ref: _reference, ...siblings } = value
  return isRecord(at) ? resolved({ ...at, ...siblings }, { ...context, open: [...context.open, reference] }) : undefined
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
