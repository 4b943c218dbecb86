import type { BlockDefinition, Blueprint, Catalog, ItemDefinition, Recipe } from '@clawstead/protocol'

/**
 * What a world's catalog says, arranged for the tick: blocks by number in flat arrays,
 * the rest by name. Made once per world and never changed.
 */
export interface Content {
  readonly catalog: Catalog
  readonly blockCount: number
  readonly blockNames: readonly string[]
  readonly blocks: readonly BlockDefinition[]
  readonly blockIdByName: ReadonlyMap<string, number>
  /** 1 where a body cannot be and can stand upon. */
  readonly solid: Uint8Array
  /** 1 water, 2 lava, 0 neither. */
  readonly fluid: Uint8Array
  readonly climbable: Uint8Array
  /** 1 where a new block may take the place of this one. */
  readonly replaceable: Uint8Array
  readonly gravity: Uint8Array
  /** 1 where being inside, or beside when solid, hurts. */
  readonly harmful: Uint8Array
  /** 1 for a closed door: solid, yet a walker opens it. */
  readonly door: Uint8Array
  /** 1 for blocks that hold something beside their kind: containers, signs, boards. */
  readonly holds: Uint8Array
  readonly items: ReadonlyMap<string, ItemDefinition>
  readonly recipes: ReadonlyMap<string, Recipe>
  readonly smeltByInput: ReadonlyMap<string, Recipe>
  readonly blueprints: ReadonlyMap<string, Blueprint>
  /** The number of a block that must exist in this catalog. */
  block(name: string): number
  /** The number of a block, or `fallback` where this catalog has none of that name. */
  blockOr(name: string, fallback: string): number
}

export const FLUID_WATER = 1
export const FLUID_LAVA = 2

export function createContent(catalog: Catalog): Content {
  const { blocks } = catalog
  const blockIdByName = new Map(blocks.map((block, id) => [block.id, id]))
  const flags = (say: (block: BlockDefinition) => number): Uint8Array => Uint8Array.from(blocks, say)
  const block = (name: string): number => {
    const id = blockIdByName.get(name)
    if (id === undefined) throw new Error(`catalog has no block ${name}`)
    return id
  }
  const smelting = catalog.recipes.filter((recipe) => recipe.station === 'FURNACE')
  return {
    catalog,
    blockCount: blocks.length,
    blockNames: blocks.map((definition) => definition.id),
    blocks,
    blockIdByName,
    solid: flags((definition) => (definition.solid ? 1 : 0)),
    fluid: flags((definition) =>
      definition.fluid === 'water' ? FLUID_WATER : definition.fluid === 'lava' ? FLUID_LAVA : 0,
    ),
    climbable: flags((definition) => (definition.climbable ? 1 : 0)),
    replaceable: flags((definition) => (definition.replaceable || definition.id === 'AIR' ? 1 : 0)),
    gravity: flags((definition) => (definition.gravity ? 1 : 0)),
    harmful: flags((definition) => (definition.damage === null ? 0 : 1)),
    door: flags((definition) => (definition.door !== null && !definition.door.is_open ? 1 : 0)),
    holds: flags(({ id, container }) => (container || id === 'SIGN' || id === 'BULLETIN_BOARD' ? 1 : 0)),
    items: new Map(catalog.items.map((item) => [item.id, item])),
    recipes: new Map(catalog.recipes.map((recipe) => [recipe.recipe_id, recipe])),
    smeltByInput: new Map(smelting.map((recipe) => [recipe.inputs[0]?.item ?? '', recipe])),
    blueprints: new Map(catalog.blueprints.map((blueprint) => [blueprint.id, blueprint])),
    block,
    blockOr: (name, fallback) => blockIdByName.get(name) ?? block(fallback),
  }
}
