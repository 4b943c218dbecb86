import { createHash } from 'node:crypto'
import { canonicalJson } from '../canonical-json.js'
import type { Skill } from '../skill.js'
import type { Field, FieldTree } from './manifest.js'
import { manifestOf } from './manifest-of.js'

export type PublishedSchema = {
  readonly inputs: FieldTree
  readonly outputs: FieldTree
  /** Left out when no shape has a name. */
  readonly types?: { readonly [name: string]: Field }
}

const publishedBySkill = new WeakMap<Skill, PublishedSchema>()
/** Lists name the hash of every skill, each time they are asked for. */
const hashBySchema = new WeakMap<object, string>()

/** What a skill says about its inputs and outputs, as it is published and pinned. */
export function publishedSchema(skill: Skill): PublishedSchema {
  const known = publishedBySkill.get(skill)
  if (known !== undefined) return known
  const { inputs, outputs, types } = manifestOf(skill)
  const published = Object.keys(types).length === 0 ? { inputs, outputs } : { inputs, outputs, types }
  publishedBySkill.set(skill, published)
  return published
}

/** Tells whether a schema changed: SHA-256 over the canonical text of what is published, as hex. */
export function schemaHash(schema: {
  readonly inputs: unknown
  readonly outputs: unknown
  readonly types?: unknown
}): string {
  const known = hashBySchema.get(schema)
  if (known !== undefined) return known
  const { inputs, outputs, types } = schema
  const hash = createHash('sha256').update(canonicalJson({ inputs, outputs, types })).digest('hex')
  hashBySchema.set(schema, hash)
  return hash
}
