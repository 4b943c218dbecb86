import type { z } from 'zod'
import { filePath, listOf, snakeId, strictFields, whole } from './fields.js'

const paths = listOf(filePath).min(1, { error: 'must name at least one path' })

/** `catalog.json`: which files make up a catalog. Lists are joined; an id said twice is an error, never an override. */
export const CatalogManifest = strictFields({
  name: snakeId,
  blocks: paths,
  items: paths,
  recipes: paths,
  /** Folders with one JSON file per blueprint. */
  blueprints: paths,
  laws: paths,
  events: paths,
  tuning: filePath,
  worlds: filePath,
  /** How many blocks, fluids and items each are kept for content that a running world defines. */
  reserved_slots: whole(0, 30),
})
export type CatalogManifest = z.infer<typeof CatalogManifest>
