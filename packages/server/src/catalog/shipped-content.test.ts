import type { Blueprint, Catalog } from '@clawstead/protocol'
import { describe, expect, test } from 'vitest'
import { loadCatalog } from './load-catalog.js'

/** Blocks that lie about in a world nobody has touched. */
const NATURAL_BLOCKS = `
  BEDROCK STONE DEEPSTONE DIRT GRASS SAND SANDSTONE GRAVEL CLAY SNOW ICE MOSS
  COAL_ORE COPPER_ORE IRON_ORE CRYSTAL_ORE GLOW_CRYSTAL WATER LAVA
  LOG LEAVES SAPLING TALL_GRASS FLOWER CACTUS BERRY_BUSH WILD_WHEAT
`
  .trim()
  .split(/\s+/)

/** Every item that can be had, starting with nothing in hand, and the blocks that come to stand. */
function obtainable(catalog: Catalog): Set<string> {
  const items = new Set<string>()
  const blocks = new Set(NATURAL_BLOCKS)
  for (let size = -1; size !== items.size + blocks.size; ) {
    size = items.size + blocks.size
    for (const block of catalog.blocks.filter(({ id }) => blocks.has(id))) {
      if (block.grows !== null) blocks.add(block.grows.into)
      if (!block.breakable || bestTier(catalog, items, block.tool) < block.min_tier) continue
      blocks.add(block.becomes)
      const usable = block.drops.filter(({ tool }) => tool === undefined || bestTier(catalog, items, tool) > 0)
      for (const { item } of usable) items.add(item)
    }
    for (const { id, place_as: placed } of catalog.items) if (placed !== null && items.has(id)) blocks.add(placed)
    for (const { inputs, outputs, station } of catalog.recipes) {
      const isReady = (station === 'HAND' || blocks.has(station)) && inputs.every(({ item }) => items.has(item))
      if (isReady) for (const { item } of outputs) items.add(item)
    }
  }
  return items
}

function bestTier(catalog: Catalog, items: ReadonlySet<string>, family: string): number {
  const tiers = catalog.items.filter(({ id, tool }) => items.has(id) && tool?.family === family)
  return Math.max(0, ...tiers.map(({ tool }) => tool?.tier ?? 0))
}

describe('standard', () => {
  const catalog = loadCatalog({ name: 'standard' })

  test('[CAT11] bare hands lead to every item but those that come from animals', () => {
    const items = obtainable(catalog)
    const missing = catalog.items.filter(({ id, reserved }) => !reserved && !items.has(id)).map(({ id }) => id)
    expect(missing).toEqual(['COOKED_MEAT', 'RAW_MEAT'])
  })

  test('[CAT11] without wood there is no stone, and without stone no iron', () => {
    const without = (id: string): Catalog => ({
      ...catalog,
      recipes: catalog.recipes.filter(({ recipe_id: recipe }) => recipe !== id),
    })
    expect(obtainable(without('wood_pickaxe')).has('STONE')).toBe(false)
    expect(obtainable(without('stone_pickaxe')).has('IRON_ORE')).toBe(false)
    expect(obtainable(without('iron_pickaxe')).has('CRYSTAL_SHARD')).toBe(false)
  })

  test('[CAT12] flat content is there under the same names', () => {
    const flat = loadCatalog({ name: 'flat' })
    const ids = (list: readonly { id: string }[]) => new Set(list.map(({ id }) => id))
    expect(flat.blocks.filter(({ id }) => !ids(catalog.blocks).has(id))).toEqual([])
    expect(flat.items.filter(({ id }) => !ids(catalog.items).has(id))).toEqual([])
    expect(flat.blueprints.filter(({ id }) => !ids(catalog.blueprints).has(id))).toEqual([])
    expect(catalog.recipes).toEqual(expect.arrayContaining([...flat.recipes]))
    expect(catalog.tuning).toEqual({ ...flat.tuning, chunk_size: [16, 16, 128] })
    expect([catalog.lawTemplates, catalog.events, catalog.worlds]).toEqual([
      flat.lawTemplates,
      flat.events,
      flat.worlds,
    ])
  })

  test('[CAT12] tools wear in standard and never in flat', () => {
    const wear = (name: string) =>
      loadCatalog({ name }).items.flatMap(({ tool, durability }) => (tool ? [durability] : []))
    expect(wear('standard')).toEqual([250, 250, 250, 130, 130, 130, 60, 60, 60])
    expect(wear('flat')).toEqual(Array(9).fill(null))
  })

  describe('[CAT13] buildings can be used', () => {
    const building = (id: string): Blueprint => {
      const found = catalog.blueprints.find((blueprint) => blueprint.id === id)
      if (found === undefined) throw new Error(`no blueprint ${id}`)
      return found
    }

    test('the cottage has a room behind its door, under a closed roof', () => {
      const cottage = building('cottage')
      expect(reachable(catalog, cottage, [2, 1, -1])).toContain('2,1,3')
      const roof = cottage.blocks.filter(({ pos }) => pos[1] === 4)
      expect(roof).toHaveLength(5 * 7)
    })

    test('the watchtower can be climbed to its platform', () => {
      expect(reachable(catalog, building('watchtower'), [2, 0, 0])).toContain('1,10,1')
    })

    test('the stair tower leads to its top', () => {
      expect(reachable(catalog, building('stair_tower'), [0, 0, -1])).toContain('0,16,1')
    })

    test('the bridge can be crossed', () => {
      expect(reachable(catalog, building('bridge_segment'), [1, 1, -1])).toContain('1,1,5')
    })

    test('a trader gets behind the counter of the market stall', () => {
      expect(reachable(catalog, building('market_stall'), [2, 0, 3])).toContain('2,0,1')
    })
  })
})

type Cell = readonly [x: number, y: number, z: number]

/** Cells a body of two blocks reaches on flat ground below y = 0: it climbs ladders, steps up one and opens doors. */
function reachable(catalog: Catalog, blueprint: Blueprint, start: Cell): string[] {
  const definitionById = new Map(catalog.blocks.map((block) => [block.id, block]))
  const blockAt = new Map(blueprint.blocks.map(({ pos, block }) => [String(pos), definitionById.get(block)]))
  const at = (x: number, y: number, z: number) => blockAt.get(String([x, y, z]))
  // The ground outside reaches up to the floor, as it does where a bridge ends or a step leads in.
  const isGround = (x: number, y: number, z: number) => y < 0 || (y < start[1] && (z < 0 || z >= blueprint.aabb[1][2]))
  const isFree = (x: number, y: number, z: number) => {
    const block = at(x, y, z)
    return !isGround(x, y, z) && (block === undefined || !block.solid || block.door !== null)
  }
  const isSupported = (x: number, y: number, z: number) =>
    !isFree(x, y - 1, z) || at(x, y, z)?.climbable === true || at(x, y - 1, z)?.climbable === true
  const stands = ([x, y, z]: Cell) => isFree(x, y, z) && isFree(x, y + 1, z) && isSupported(x, y, z)
  const seen = new Set<string>()
  const open: Cell[] = [start]
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    const [x, y, z] = cell
    const isOutside = Math.abs(x - 2) > 8 || Math.abs(z - 2) > 10 || y > 20
    if (seen.has(String(cell)) || isOutside || !stands(cell)) continue
    seen.add(String(cell))
    open.push([x, y + 1, z], [x, y - 1, z])
    for (const dy of [-1, 0, 1])
      open.push([x + 1, y + dy, z], [x - 1, y + dy, z], [x, y + dy, z + 1], [x, y + dy, z - 1])
  }
  return [...seen]
}
