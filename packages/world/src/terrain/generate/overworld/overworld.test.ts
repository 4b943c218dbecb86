import { expect, test } from 'vitest'
import { faults, TestRegion } from '../test-region.js'
import { BIOME } from './biome.js'

const SEEDS = Array.from({ length: 50 }, (_, i) => i * 7919 + 1)
const around = (seed: number, columns: number): TestRegion =>
  new TestRegion({ generator: 'overworld-1', seed, from: [-columns, -columns], to: [columns - 1, columns - 1] })

test('[OVER1] for 50 seeds the first clearing is level, dry, above the sea and free', () => {
  for (const seed of SEEDS) {
    const region = around(seed, 1)
    const level = region.groundAt(0, 0)
    expect(level).toBeGreaterThanOrEqual(region.seaLevel + 2)
    for (let z = -6; z <= 6; z++) {
      for (let x = -6; x <= 6; x++) {
        if (x * x + z * z > 36) continue
        // The highest cell that is not air is the ground itself.
        expect([x, z, region.topAt(x, z), region.groundAt(x, z)]).toEqual([x, z, level, level])
      }
    }
  }
})

test('[OVER2] for 50 seeds stone, wood and berries stand at the edge of the clearing, at the height of its feet', () => {
  for (const seed of SEEDS) {
    const region = around(seed, 1)
    const feet = region.groundAt(0, 0) + 1
    const seen = new Set<string>()
    for (let z = -13; z <= 13; z++) for (let x = -13; x <= 13; x++) seen.add(region.nameAt(x, feet, z))
    expect([...seen]).toEqual(expect.arrayContaining(['STONE', 'LOG', 'BERRY_BUSH']))
  }
})

test('[OVER3] four of five of the first 200 starting points are dry ground, and none lies in a hole', () => {
  for (const seed of SEEDS.slice(0, 10)) {
    let dry = 0
    for (let n = 1; n <= 200; n += 4) {
      const [x, z] = [2 * n, -2 * n]
      const region = new TestRegion({ generator: 'overworld-1', seed, from: [x >> 4, z >> 4], to: [x >> 4, z >> 4] })
      const ground = region.groundAt(x, z)
      if (ground > region.seaLevel) dry++
      expect(ground).toBeGreaterThan(region.seaLevel - 30)
    }
    expect(dry).toBeGreaterThanOrEqual(40)
  }
})

test('[OVER4] a tree that crosses a border of columns is whole on both sides', () => {
  let crossing = 0
  for (const seed of [5, 1337]) {
    const region = around(seed, 6)
    const cut = faults(region, 4, (name, x, y, z) => {
      if (name !== 'LOG' || region.nameAt(x, y + 1, z) === 'LOG') return false
      if ([0, 15].includes(x & 15) || [0, 15].includes(z & 15)) crossing++
      // Every kind of tree has leaves on all four sides of the last block of its trunk.
      return [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ].some(([dx = 0, dz = 0]) => region.nameAt(x + dx, y, z + dz) === 'AIR')
    })
    expect(cut).toEqual([])
    const bare = faults(region, 4, (name, x, y, z) => name === 'LEAVES' && !hasTrunkNear(region, x, y, z))
    expect(bare).toEqual([])
  }
  expect(crossing).toBeGreaterThan(10)
})

test('[OVER5] ores keep to their depths', () => {
  const bands: Record<string, readonly [number, number]> = {
    COAL_ORE: [8, 115],
    COPPER_ORE: [20, 64],
    IRON_ORE: [5, 105],
    CRYSTAL_ORE: [4, 19],
  }
  const found = new Set<string>()
  for (const [seed, cx, cz] of [
    [1337, -20, -42],
    [3, 0, 0],
  ] as const) {
    const region = new TestRegion({ generator: 'overworld-1', seed, from: [cx, cz], to: [cx + 4, cz + 4] })
    const misplaced = faults(region, 0, (name, _x, y) => {
      const band = bands[name]
      if (band === undefined) return false
      found.add(name)
      return y < band[0] || y > band[1]
    })
    expect(misplaced).toEqual([])
  }
  expect([...found].sort()).toEqual(Object.keys(bands).sort())
})

test('[OVER6] every biome is found within the boundary, and lies where its name says', () => {
  const found = new Set<string>()
  const region = around(1337, 1)
  for (let z = -3000; z <= 3000; z += 120)
    for (let x = -3000; x <= 3000; x += 120) found.add(region.generator.biomeAt(x, z))
  expect([...found].sort()).toEqual([...BIOME].sort())
})

test('[OVER7] deep caves hold lava, and only below y 10', () => {
  let lava = 0
  const region = around(1337, 6)
  const high = faults(region, 0, (name, _x, y) => {
    if (name === 'LAVA') lava++
    return name === 'LAVA' && y >= 10
  })
  expect(high).toEqual([])
  expect(lava).toBeGreaterThan(0)
})

test('[OVER8] bedrock is whole at the bottom and gone above y 3', () => {
  const region = around(11, 2)
  expect(faults(region, 0, (name, _x, y) => (name === 'BEDROCK' ? y > 3 : y === 0))).toEqual([])
})

function hasTrunkNear(region: TestRegion, x: number, y: number, z: number): boolean {
  for (let dy = -4; dy <= 4; dy++) {
    for (let dz = -4; dz <= 4; dz++) {
      for (let dx = -4; dx <= 4; dx++) {
        const steps = Math.abs(dx) + Math.abs(dy) + Math.abs(dz)
        if (steps <= 4 && region.nameAt(x + dx, y + dy, z + dz) === 'LOG') return true
      }
    }
  }
  return false
}
