import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Catalog, CatalogManifest, type Tuning, unknownName, WorldsFile } from '@clawstead/protocol'
import { CatalogError, type CatalogProblem } from './catalog-error.js'
import { check, readDataFile, shownPath } from './data-file.js'
import { type CatalogFolder, collect, readContent } from './read-content.js'
import { type SourcedContent, wrongReferences } from './references.js'
import { reservedBlocks, reservedItems } from './reserved.js'
import { shippedCatalogsDir } from './shipped.js'
import type { Sourced } from './sourced.js'
import { resolveTuning, wrongTuningItems } from './tuning-override.js'
import { catalogDigests } from './wire.js'

export interface CatalogOptions {
  /** Folder of the catalog: `standard`, `flat`, or one beside them. */
  readonly name: string
  /** Folder that holds the catalogs; the shipped ones when left out. */
  readonly dir?: string | undefined
  /** Settings to change, or the YAML or JSON file that names them. */
  readonly tuning?: string | object | undefined
  /** YAML or JSON file of the worlds; the catalog's own when left out. */
  readonly worldsFile?: string | undefined
  /** Folder with `tuning.yaml` and `worlds.yaml`, read where the two options above are left out. */
  readonly configsDir?: string | undefined
}

/** A catalog and the worlds it is played in. */
export interface LoadedCatalog extends Catalog {
  readonly worlds: WorldsFile
}

/** Reads and checks all content. Throws a CatalogError that names file, field and rule of everything wrong. */
export function loadCatalog(options: CatalogOptions): LoadedCatalog {
  const root = resolve(options.dir ?? shippedCatalogsDir())
  const folder: CatalogFolder = {
    dir: join(root, options.name),
    shown: (path) => shownPath(path, dirname(root)),
  }
  const manifest = readManifest(root, options.name, folder)
  const configs = findConfigs(options.configsDir)
  const problems: CatalogProblem[] = []
  const content = withReserved(readContent(folder, manifest, problems), manifest)
  const tuning = collect(problems, () => readTuning(folder, manifest, options.tuning ?? configs.tuning))
  const worlds = collect(problems, () => readWorlds(folder, manifest, options.worldsFile ?? configs.worlds))
  // An entry that could not be read would make every mention of it look wrong.
  if (problems.length === 0) problems.push(...wrongReferences(content))
  if (tuning !== undefined && problems.length === 0) problems.push(...wrongTuningItems(tuning, content.items))
  if (problems.length > 0 || tuning === undefined || worlds === undefined) throw new CatalogError(problems)
  const ordered = inWireOrder(manifest.name, content, tuning.value)
  return { ...ordered, digests: catalogDigests(ordered), worlds }
}

function readManifest(root: string, name: string, folder: CatalogFolder): CatalogManifest {
  const path = join(folder.dir, 'catalog.json')
  if (!existsSync(path)) {
    const message = unknownName('catalog', name, catalogNames(root))
    throw new CatalogError([{ file: folder.shown(root), path: '', message }])
  }
  const shown = folder.shown(path)
  const checked = check(CatalogManifest, readDataFile(path, shown), shown)
  if ('problems' in checked) throw new CatalogError(checked.problems)
  return checked.value
}

function catalogNames(root: string): string[] {
  if (!existsSync(root)) return []
  return readdirSync(root).filter((name) => existsSync(join(root, name, 'catalog.json')))
}

/** The settings files of a folder. One that has neither was named by mistake. */
function findConfigs(dir: string | undefined): { tuning?: string | undefined; worlds?: string | undefined } {
  if (dir === undefined) return {}
  const find = (stem: string) =>
    [`${stem}.yaml`, `${stem}.yml`, `${stem}.json`].map((name) => join(dir, name)).find((path) => existsSync(path))
  const found = { tuning: find('tuning'), worlds: find('worlds') }
  if (found.tuning === undefined && found.worlds === undefined) {
    throw new CatalogError([{ file: dir, path: '', message: 'must hold tuning.yaml or worlds.yaml (or .json)' }])
  }
  return found
}

function withReserved(content: SourcedContent, manifest: CatalogManifest): SourcedContent {
  const sourced = <Value>(values: readonly Value[]): Sourced<Value>[] =>
    values.map((value, index) => ({ value, file: 'reserved slots', path: `[${index}]` }))
  return {
    ...content,
    blocks: [...content.blocks, ...sourced(reservedBlocks(manifest.reserved_slots))],
    items: [...content.items, ...sourced(reservedItems(manifest.reserved_slots))],
  }
}

function readTuning(folder: CatalogFolder, manifest: CatalogManifest, override: string | object | undefined) {
  const defaultsPath = join(folder.dir, manifest.tuning)
  const defaultsFile = folder.shown(defaultsPath)
  const defaults = readDataFile(defaultsPath, defaultsFile)
  const file = typeof override === 'string' ? override : 'tuning'
  const data = typeof override === 'string' ? readDataFile(override, override) : override
  const named = override === undefined ? undefined : { data, file }
  const tuning = resolveTuning({ defaults, defaultsFile, override: named })
  if ('problems' in tuning) throw new CatalogError(tuning.problems)
  return { value: tuning.value, file: named === undefined ? defaultsFile : file }
}

function readWorlds(folder: CatalogFolder, manifest: CatalogManifest, named: string | undefined): WorldsFile {
  const path = named ?? join(folder.dir, manifest.worlds)
  const shown = named ?? folder.shown(path)
  const worlds = check(WorldsFile, readDataFile(path, shown), shown)
  if ('problems' in worlds) throw new CatalogError(worlds.problems)
  return worlds.value
}

/** Wire order: AIR first, shipped content in byte order of id, reserved slots last. */
function inWireOrder(name: string, content: SourcedContent, tuning: Tuning): Omit<Catalog, 'digests'> {
  const sorted = <Value>(entries: readonly Sourced<Value>[], keyOf: (value: Value) => string): Value[] =>
    entries.map(({ value }) => value).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const rank = ({ id, reserved }: { id: string; reserved: boolean }) => {
    if (id === 'AIR') return `0${id}`
    return `${reserved ? 2 : 1}${id}`
  }
  return {
    name,
    blocks: sorted(content.blocks, rank),
    items: sorted(content.items, rank),
    recipes: sorted(content.recipes, (recipe) => recipe.recipe_id),
    blueprints: sorted(content.blueprints, ({ id }) => id),
    lawTemplates: sorted(content.laws, ({ id }) => id),
    events: sorted(content.events, ({ id }) => id),
    tuning,
  }
}
