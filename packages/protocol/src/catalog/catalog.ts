import type { CatalogMessageName } from '../messages/catalog.js'
import type { BlockDefinition } from './block.js'
import type { Blueprint } from './blueprint.js'
import type { EventTemplate } from './event.js'
import type { ItemDefinition } from './item.js'
import type { LawTemplate } from './law.js'
import type { Recipe } from './recipe.js'
import type { Tuning } from './tuning.js'

/** The seven catalogs a client is sent. */
export type CatalogName = CatalogMessageName

/** All content of a world as checked, plain data. Lists are in wire order: blocks[0] is AIR, the rest in byte order of id. */
export interface Catalog {
  readonly name: string
  readonly blocks: readonly BlockDefinition[]
  readonly items: readonly ItemDefinition[]
  readonly recipes: readonly Recipe[]
  readonly blueprints: readonly Blueprint[]
  readonly lawTemplates: readonly LawTemplate[]
  readonly events: readonly EventTemplate[]
  readonly tuning: Tuning
  /** Lower-case hex SHA-256 of the data sent, by catalog. */
  readonly digests: Readonly<Record<CatalogName, string>>
}
