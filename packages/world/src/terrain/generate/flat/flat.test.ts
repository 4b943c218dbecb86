import { readFileSync } from 'node:fs'
import type { Tuning } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import { testCatalog, testWorld } from '../../../testing/index.js'

interface Recording {
  seed: number
  cubes: { center: [number, number, number]; radius: number; biome: string; data: string }[]
  tiles: { cx: number; cz: number; cells: [number, number, string][] }[]
}

const recording = JSON.parse(readFileSync(new URL('../fixtures/flat-1337.json', import.meta.url), 'utf8')) as Recording

const FLAT_BLOCKS = testCatalog('flat').catalog.blocks.map(({ id }) => id)

const create = (seed: number, worldgen?: Tuning['worldgen']) =>
  testWorld({ seed, flat: true, ...(worldgen === undefined ? {} : { tuning: { worldgen } }) }).terrain.generator

type Flat = ReturnType<typeof create>

/** The names of the cells of one layer of a column. */
function layer(generator: Flat, cx: number, cz: number, y = 0): string[] {
  const [section = 0] = generator.generate(cx, cz)
  return Array.from({ length: 256 }, (_, i) => {
    const id = typeof section === 'number' ? section : section[i + 256 * y]
    return FLAT_BLOCKS[id ?? -1] ?? 'no such block'
  })
}

function blockName(generator: Flat, x: number, z: number): string {
  return layer(generator, x >> 4, z >> 4)[(x & 15) | ((z & 15) << 4)] ?? ''
}

/** Every cell that is not air, as [x, z, name], row by row. */
function cellsOf(generator: Flat, cx: number, cz: number): [number, number, string][] {
  return layer(generator, cx, cz)
    .map((name, i): [number, number, string] => [cx * 16 + (i & 15), cz * 16 + (i >> 4), name])
    .filter(([, , name]) => name !== 'AIR')
}

/** Runs of (block, length), each a little-endian base-128 number. */
function decodeRuns(data: string): number[] {
  const bytes = Buffer.from(data, 'base64')
  const cells: number[] = []
  let at = 0
  const read = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] as number
      value |= (byte & 127) << shift
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const block = read()
    for (let left = read(); left > 0; left--) cells.push(block)
  }
  return cells
}

test('[FLAT1] every recorded tile of seed 1337 comes out cell for cell', () => {
  const generator = create(recording.seed)
  const made = recording.tiles.map(({ cx, cz }) => ({ cx, cz, cells: cellsOf(generator, cx, cz) }))
  expect(made).toEqual(recording.tiles)
})

test('[FLAT1] what recorded agents of seed 1337 saw comes out cell for cell', () => {
  const generator = create(recording.seed)
  for (const { center, radius, biome, data } of recording.cubes) {
    const [x, , z] = center
    const side = 2 * radius + 1
    const seen = decodeRuns(data)
    const made = seen.map((_, i) => {
      const dx = (i % side) - radius
      const dz = (Math.floor(i / side) % side) - radius
      const y = Math.floor(i / (side * side)) - radius
      return y === 0 ? FLAT_BLOCKS.indexOf(blockName(generator, x + dx, z + dz)) : 0
    })
    expect(made).toEqual(seen)
    expect(generator.biomeAt(x, z)).toBe(biome)
  }
})

test('[FLAT2] the shares of blocks over 800 x 800 cells are those measured for seed 1337', () => {
  const generator = create(1337)
  const counts = new Map<string, number>()
  for (let cz = -25; cz < 25; cz++) {
    for (let cx = -25; cx < 25; cx++) {
      for (const name of layer(generator, cx, cz)) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  const percent = (name: string): number => ((counts.get(name) ?? 0) / 640_000) * 100
  expect({
    AIR: percent('AIR').toFixed(1),
    STONE: percent('STONE').toFixed(2),
    COAL_ORE: percent('COAL_ORE').toFixed(2),
    DIRT: percent('DIRT').toFixed(2),
    SAND: percent('SAND').toFixed(2),
    LOG: percent('LOG').toFixed(2),
    IRON_ORE: percent('IRON_ORE').toFixed(3),
    COPPER_ORE: percent('COPPER_ORE').toFixed(3),
    GRAVEL: percent('GRAVEL').toFixed(3),
    CRYSTAL_ORE: percent('CRYSTAL_ORE').toFixed(3),
  }).toEqual({
    AIR: '94.2',
    STONE: '3.46',
    COAL_ORE: '0.83',
    DIRT: '0.60',
    SAND: '0.39',
    LOG: '0.38',
    IRON_ORE: '0.084',
    COPPER_ORE: '0.063',
    GRAVEL: '0.026',
    CRYSTAL_ORE: '0.008',
  })
})

test('[FLAT3] tuning changes the clearing, the sprinkle and the regions, and zero means none', () => {
  const bare = create(7, {
    biome_region_size: 5,
    spawn_clear_radius: 0,
    ore_cluster_prob_scale_permille: 1,
    terrain_cluster_prob_scale_permille: 1,
    sprinkle_stone_permille: 1000,
    sprinkle_dirt_permille: 0,
    sprinkle_log_permille: 0,
  })
  expect(blockName(bare, 0, 0)).toBe('AIR')
  expect(blockName(bare, 1, 0)).toBe('STONE')
  expect(new Set([0, 5, 10, 15, 20, 25, 30].map((x) => bare.biomeAt(x, 0))).size).toBeGreaterThan(1)
})

test('[FLAT4] a column has one section, and only its lowest layer is used', () => {
  const generator = create(1337)
  for (let cx = -3; cx < 3; cx++) {
    expect(generator.generate(cx, 2).length).toBe(1)
    for (let y = 1; y < 16; y++) expect(new Set(layer(generator, cx, 2, y))).toEqual(new Set(['AIR']))
  }
})
