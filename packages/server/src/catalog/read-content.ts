import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  BlocksFile,
  Blueprint,
  type CatalogManifest,
  EventsFile,
  ItemsFile,
  LawsFile,
  RecipesFile,
} from '@clawstead/protocol'
import { CatalogError, type CatalogProblem } from './catalog-error.js'
import { check, readDataFile, type Schema } from './data-file.js'
import type { SourcedContent } from './references.js'
import type { Sourced } from './sourced.js'

/** Where a manifest's paths start, and how files are named in errors. */
export interface CatalogFolder {
  readonly dir: string
  readonly shown: (path: string) => string
}

/** Reads every file a manifest names. Problems are added to `problems`; what could be read is returned. */
export function readContent(
  folder: CatalogFolder,
  manifest: CatalogManifest,
  problems: CatalogProblem[],
): SourcedContent {
  const read = <Value>(path: string, schema: Schema<Value>): Value | undefined =>
    collect(problems, () => {
      const shown = folder.shown(path)
      const checked = check(schema, readDataFile(path, shown), shown)
      if ('value' in checked) return checked.value
      throw new CatalogError(checked.problems)
    })
  const list = <Key extends string, Entry>(
    paths: readonly string[],
    schema: Schema<Record<Key, Entry[]>>,
    key: Key,
  ): Sourced<Entry>[] =>
    paths.flatMap((name) => {
      const path = join(folder.dir, name)
      const entries = read(path, schema)?.[key] ?? []
      return entries.map((value, index) => ({ value, file: folder.shown(path), path: `${key}[${index}]` }))
    })
  const blueprintPaths = manifest.blueprints.flatMap(
    (name) => collect(problems, () => jsonFilesIn(join(folder.dir, name), folder)) ?? [],
  )
  return {
    blocks: list(manifest.blocks, BlocksFile, 'blocks'),
    items: list(manifest.items, ItemsFile, 'items'),
    recipes: list(manifest.recipes, RecipesFile, 'recipes'),
    blueprints: blueprintPaths.flatMap((path) => {
      const value = read(path, Blueprint)
      return value === undefined ? [] : [{ value, file: folder.shown(path), path: '' }]
    }),
    laws: list(manifest.laws, LawsFile, 'laws'),
    events: list(manifest.events, EventsFile, 'events'),
  }
}

/** Runs a step; its problems join the others instead of ending the reading. */
export function collect<Value>(problems: CatalogProblem[], step: () => Value): Value | undefined {
  try {
    return step()
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    problems.push(...error.problems)
    return undefined
  }
}

function jsonFilesIn(dir: string, folder: CatalogFolder): string[] {
  try {
    return readdirSync(dir)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => join(dir, name))
  } catch (cause) {
    throw new CatalogError([{ file: folder.shown(dir), path: '', message: 'is not a folder that can be read' }], {
      cause,
    })
  }
}
