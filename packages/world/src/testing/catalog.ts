import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  BlocksFile,
  Blueprint,
  type Catalog,
  CatalogManifest,
  EventsFile,
  ItemsFile,
  LawsFile,
  RecipesFile,
  Tuning,
  type WorldDefinition,
  WorldsFile,
} from '@clawstead/protocol'

export interface TestCatalog {
  readonly catalog: Catalog
  readonly worlds: readonly WorldDefinition[]
}

const known = new Map<string, TestCatalog>()

/**
 * The shipped content, read without the server's loader: a world's tests stand on the world and the protocol alone.
 * Slots for run-time content are left out, digests too: no rule looks at them.
 */
export function testCatalog(name: 'flat' | 'standard'): TestCatalog {
  let loaded = known.get(name)
  if (loaded === undefined) {
    loaded = read(name)
    known.set(name, loaded)
  }
  return loaded
}

function read(name: string): TestCatalog {
  const dir = fileURLToPath(new URL(`../../../../catalog/${name}`, import.meta.url))
  const json = (path: string): unknown => JSON.parse(readFileSync(join(dir, path), 'utf8'))
  const manifest = CatalogManifest.parse(json('catalog.json'))
  const blueprints = manifest.blueprints.flatMap((folder) =>
    readdirSync(join(dir, folder)).map((file) => Blueprint.parse(json(join(folder, file)))),
  )
  const byId = (a: { id: string }, b: { id: string }): number =>
    a.id === 'AIR' || (b.id !== 'AIR' && a.id < b.id) ? -1 : 1
  const catalog: Catalog = {
    name,
    blocks: manifest.blocks.flatMap((path) => BlocksFile.parse(json(path)).blocks).sort(byId),
    items: manifest.items.flatMap((path) => ItemsFile.parse(json(path)).items).sort(byId),
    recipes: manifest.recipes
      .flatMap((path) => RecipesFile.parse(json(path)).recipes)
      .sort((a, b) => (a.recipe_id < b.recipe_id ? -1 : 1)),
    blueprints: blueprints.sort(byId),
    lawTemplates: manifest.laws.flatMap((path) => LawsFile.parse(json(path)).laws).sort(byId),
    events: manifest.events.flatMap((path) => EventsFile.parse(json(path)).events).sort(byId),
    tuning: Tuning.parse(json(manifest.tuning)),
    digests: {
      block_palette: '',
      item_palette: '',
      tuning: '',
      recipes: '',
      blueprints: '',
      law_templates: '',
      events: '',
    },
  }
  return { catalog, worlds: WorldsFile.parse(json(manifest.worlds)).worlds }
}
