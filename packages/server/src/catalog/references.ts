import {
  type BlockDefinition,
  type Blueprint,
  type EventTemplate,
  type ItemDefinition,
  type LawTemplate,
  type Recipe,
  unknownName,
} from '@clawstead/protocol'
import type { CatalogProblem } from './catalog-error.js'
import { problemAt, repeatedIds, type Sourced } from './sourced.js'

/** Block ids stay below 256, so that one byte holds a block. */
const CATALOG_BLOCKS_MAX = 255

/** Everything a catalog lists, each entry with its place. */
export interface SourcedContent {
  readonly blocks: readonly Sourced<BlockDefinition>[]
  readonly items: readonly Sourced<ItemDefinition>[]
  readonly recipes: readonly Sourced<Recipe>[]
  readonly blueprints: readonly Sourced<Blueprint>[]
  readonly laws: readonly Sourced<LawTemplate>[]
  readonly events: readonly Sourced<EventTemplate>[]
}

/** What one list says about another: every id exists once, and everything named exists. */
export function wrongReferences(content: SourcedContent): CatalogProblem[] {
  return [
    ...repeatedIds(content.blocks, 'id', ({ id }) => id),
    ...repeatedIds(content.items, 'id', ({ id }) => id),
    ...repeatedIds(content.recipes, 'recipe_id', (recipe) => recipe.recipe_id),
    ...repeatedIds(content.blueprints, 'id', ({ id }) => id),
    ...repeatedIds(content.laws, 'id', ({ id }) => id),
    ...repeatedIds(content.events, 'id', ({ id }) => id),
    ...wrongBlocks(content),
    ...wrongItems(content),
    ...wrongRecipes(content),
    ...wrongBlueprints(content),
  ]
}

type Lookup = (entry: Sourced<unknown>, field: string, id: string) => CatalogProblem[]

function lookup(kind: string, definitions: readonly Sourced<{ id: string }>[]): Lookup {
  const ids = new Set(definitions.map(({ value }) => value.id))
  return (entry, field, id) => (ids.has(id) ? [] : [problemAt(entry, field, unknownName(kind, id, ids))])
}

function wrongBlocks({ blocks, items }: SourcedContent): CatalogProblem[] {
  const block = lookup('block', blocks)
  const item = lookup('item', items)
  const blockById = new Map(blocks.map(({ value }) => [value.id, value]))
  const problems = blocks.flatMap((entry) => {
    const { value } = entry
    const found = [
      ...block(entry, 'becomes', value.becomes),
      ...value.drops.flatMap((drop, index) => item(entry, `drops[${index}].item`, drop.item)),
      ...value.needs_below.flatMap((id, index) => block(entry, `needs_below[${index}]`, id)),
      ...(value.grows === null ? [] : block(entry, 'grows.into', value.grows.into)),
      ...(value.decays === null ? [] : block(entry, 'decays.without', value.decays.without)),
    ]
    if (value.door === null) return found
    const other = value.door.toggles_to
    const back = blockById.get(other)
    if (back === undefined) return [...found, ...block(entry, 'door.toggles_to', other)]
    const isPair = back.door?.toggles_to === value.id && back.door.is_open !== value.door.is_open
    return isPair
      ? found
      : [...found, problemAt(entry, 'door.toggles_to', `"${other}" must toggle back to "${value.id}"`)]
  })
  return [...wrongPalette(blocks), ...problems]
}

function wrongPalette(blocks: SourcedContent['blocks']): CatalogProblem[] {
  const problems: CatalogProblem[] = []
  const file = blocks[0]?.file ?? 'blocks'
  const air = blocks.find(({ value }) => value.id === 'AIR')?.value
  if (air === undefined || air.solid || air.breakable) {
    problems.push({ file, path: 'blocks', message: 'must define AIR, neither solid nor breakable' })
  }
  if (blocks.length > CATALOG_BLOCKS_MAX) {
    problems.push({ file, path: 'blocks', message: `must be at most ${CATALOG_BLOCKS_MAX}, got ${blocks.length}` })
  }
  return problems
}

function wrongItems({ blocks, items }: SourcedContent): CatalogProblem[] {
  const block = lookup('block', blocks)
  return items.flatMap((entry) => (entry.value.place_as === null ? [] : block(entry, 'place_as', entry.value.place_as)))
}

function wrongRecipes({ items, recipes }: SourcedContent): CatalogProblem[] {
  const item = lookup('item', items)
  const smeltedBy = new Map<string, string>()
  return recipes.flatMap((entry) => {
    const { inputs, outputs, recipe_id: id, station } = entry.value
    const problems = [
      ...inputs.flatMap((stack, index) => item(entry, `inputs[${index}].item`, stack.item)),
      ...outputs.flatMap((stack, index) => item(entry, `outputs[${index}].item`, stack.item)),
    ]
    const first = inputs[0]?.item ?? ''
    const other = smeltedBy.get(first)
    if (station === 'FURNACE' && other !== undefined) {
      const message = `"${first}" is already the first input of furnace recipe "${other}"; SMELT could not tell them apart`
      problems.push(problemAt(entry, 'inputs[0].item', message))
    }
    if (station === 'FURNACE' && other === undefined) smeltedBy.set(first, id)
    return problems
  })
}

function wrongBlueprints({ blocks, items, blueprints }: SourcedContent): CatalogProblem[] {
  const block = lookup('block', blocks)
  const item = lookup('item', items)
  const itemByBlock = new Map(items.map(({ value }) => [value.place_as, value.id]))
  return blueprints.flatMap((entry) => {
    const problems = [
      ...entry.value.blocks.flatMap((cell, index) => block(entry, `blocks[${index}].block`, cell.block)),
      ...entry.value.cost.flatMap((stack, index) => item(entry, `cost[${index}].item`, stack.item)),
    ]
    if (problems.length > 0) return problems
    const need = new Map<string, number>()
    for (const [index, cell] of entry.value.blocks.entries()) {
      const made = itemByBlock.get(cell.block)
      if (made === undefined)
        problems.push(problemAt(entry, `blocks[${index}].block`, `no item places "${cell.block}"`))
      else need.set(made, (need.get(made) ?? 0) + 1)
    }
    const paid = new Map<string, number>()
    for (const { item: id, count } of entry.value.cost) paid.set(id, (paid.get(id) ?? 0) + count)
    for (const id of new Set([...need.keys(), ...paid.keys()])) {
      const [needed, given] = [need.get(id) ?? 0, paid.get(id) ?? 0]
      if (needed !== given) problems.push(problemAt(entry, 'cost', `must have ${id} ${needed}, has ${given}`))
    }
    return problems
  })
}
