import type { WorldDefinition } from '@clawstead/protocol'
import { createWorld, type Input, STANDARD, tick, type World } from '@clawstead/world'
import { beforeEach, describe, expect, test } from 'vitest'
import { loadCatalog } from '../../catalog/load-catalog.js'
import { COLUMN_SURFACE_BYTES } from './surface.js'
import { SurfaceMap, TILE_COLUMNS } from './surface-map.js'

const catalog = loadCatalog({ name: 'standard' })
const COLUMN_BYTES = 1 + COLUMN_SURFACE_BYTES

function worldOf(id: string): World {
  const definition = catalog.worlds.worlds.find((world) => world.id === id) as WorldDefinition
  return createWorld({ id, seed: 1337, secret: 'secret', profile: STANDARD, catalog, definition })
}

/** Fills a box of one column and runs the tick that does it. */
function fill(world: World, min: readonly [number, number, number], max: typeof min, block: string): void {
  const edit = { id: 'e', label: 'e', op: 'fill', box: { min, max }, block: world.content.block(block) } as const
  tick(world, [{ kind: 'edit', edit, by: 'tester' } as Input])
}

/** What the map says of a cell, from the bytes of a part. */
function cellOf(bytes: Uint8Array, x: number, z: number) {
  const index = (x >> 4) + (z >> 4) * TILE_COLUMNS
  for (let at = 0; at < bytes.length; at += COLUMN_BYTES) {
    if (bytes[at] !== index) continue
    const cell = at + 1 + ((x & 15) + (z & 15) * 16) * 4
    const [low = 0, high = 0, height, depth] = bytes.subarray(cell, cell + 4)
    return { block: low | (high << 8), height, depth }
  }
  return undefined
}

let world: World
let map: SurfaceMap
const read = async (since?: { epoch: number; version: number }, x = 0, z = 0) => {
  const part = await map.read({ x, z, since })
  if (part === undefined) throw new Error('too many ask')
  return part
}

describe('a country under the sky', () => {
  beforeEach(() => {
    world = worldOf('OVERWORLD')
    map = new SurfaceMap(world)
  })

  test('[MAP1] every column is given with block, height and depth of fluid', async () => {
    const part = await read()
    expect([part.columns, part.bytes.length]).toEqual([64, 64 * COLUMN_BYTES])
    fill(world, [3, 100, 5], [3, 100, 5], 'GLASS')
    fill(world, [4, 100, 5], [4, 100, 5], 'STONE')
    fill(world, [4, 101, 5], [4, 101, 5], 'TALL_GRASS')
    fill(world, [5, 98, 5], [5, 98, 5], 'SAND')
    const { block } = world.content
    const { bytes } = await read()
    expect(cellOf(bytes, 3, 5)).toEqual({ block: block('GLASS'), height: 101, depth: 0 })
    expect(cellOf(bytes, 4, 5)).toEqual({ block: block('STONE'), height: 101, depth: 0 })
    expect(cellOf(bytes, 5, 5)).toEqual({ block: block('SAND'), height: 99, depth: 0 })
  })

  test('[MAP2] only what looks different is told again', async () => {
    const { mark } = await read()
    expect((await read(mark)).columns).toBe(0)
    fill(world, [20, 100, 3], [20, 100, 3], 'STONE')
    const changed = await read(mark)
    expect([changed.columns, changed.bytes[0]]).toEqual([1, 1])
    // Under the ground nothing is seen.
    fill(world, [20, 90, 3], [20, 90, 3], 'STONE')
    expect((await read(changed.mark)).columns).toBe(0)
    expect((await read({ epoch: mark.epoch ^ 1, version: mark.version })).columns).toBe(64)
  })

  test('[MAP3] looking changes no digest and keeps nothing in memory', async () => {
    const other = worldOf('OVERWORLD')
    const loaded = world.terrain.loadedCount
    await read(undefined, 3, -2)
    expect(world.terrain.loadedCount).toBe(loaded)
    expect(tick(world, []).digest).toBe(tick(other, []).digest)
  })

  test('[MAP3] what was written and dropped is seen as it is', async () => {
    fill(world, [200, 100, 3], [200, 100, 3], 'STONE')
    tick(world, [])
    world.terrain.evict(200 >> 4, 0)
    const { bytes } = await read(undefined, 1, 0)
    expect(cellOf(bytes, 200 - 128, 3)).toEqual({ block: world.content.block('STONE'), height: 101, depth: 0 })
  })

  test('[MAP4] when too many ask, some get no answer', async () => {
    const answers = await Promise.all(Array.from({ length: 70 }, () => map.read({ x: 0, z: 0, since: undefined })))
    expect(answers.filter((answer) => answer === undefined).length).toBe(6)
    expect((await read()).columns).toBe(64)
  })

  test('[MAP1] nothing is seen beyond the boundary', async () => {
    const { boundary } = world.terrain
    const { bytes } = await read(undefined, Math.floor(boundary / 128), 0)
    expect(cellOf(bytes, boundary % 128, 0)?.height).toBeGreaterThan(0)
    expect(cellOf(bytes, (boundary % 128) + 1, 0)).toEqual({ block: 0, height: 0, depth: 0 })
  })
})

test('[MAP1] under a roof the first room is seen', async () => {
  world = worldOf('MINE_L1')
  map = new SurfaceMap(world)
  const before = (await read()).bytes
  fill(world, [2, 1, 2], [2, 127, 2], 'STONE')
  fill(world, [2, 40, 2], [2, 44, 2], 'AIR')
  const { bytes } = await read()
  expect(cellOf(before, 2, 2)?.height).toBeLessThan(128)
  expect(cellOf(bytes, 2, 2)).toEqual({ block: world.content.block('STONE'), height: 40, depth: 0 })
})
