import { expect, test } from 'vitest'
import { faults, TestRegion } from '../test-region.js'
import { MINE_LEVELS } from './levels.js'

const FEET = 64
const IDS = MINE_LEVELS.map((level) => level.id)

for (const generator of IDS) {
  test(`[DEEP1] ${generator}: the gate is a level, lit chamber of radius 8 and more`, () => {
    for (const seed of [1, 1337, 4242]) {
      const region = new TestRegion({ generator, seed, from: [-1, -1], to: [0, 0] })
      let torches = 0
      const blocked: [number, number][] = []
      for (let z = -10; z <= 10; z++) {
        for (let x = -10; x <= 10; x++) {
          if (region.nameAt(x, FEET, z) === 'TORCH') torches++
          if (x * x + z * z <= 64 && !region.isFooting(x, FEET, z)) blocked.push([x, z])
        }
      }
      expect(blocked).toEqual([])
      expect(torches).toBeGreaterThanOrEqual(8)
    }
  })

  test(`[DEEP2] ${generator}: everybody starts on the arrival way, with rock overhead`, () => {
    for (const seed of [1, 7, 1337]) {
      const wrong: [number, number][] = []
      for (let x = -512; x <= 512; x += 16) {
        const column: [number, number] = [x >> 4, -(x + 15) >> 4]
        const region = new TestRegion({ generator, seed, from: column, to: [column[0], column[1] + 1] })
        for (let i = x; i < x + 16; i++) {
          if (!region.isFooting(i, FEET, -i)) wrong.push([i, FEET])
          for (let y = FEET + 12; y < region.height - 1; y++) if (region.isFooting(i, y, -i)) wrong.push([i, y])
        }
      }
      expect(wrong).toEqual([])
    }
  })

  test(`[DEEP3] ${generator}: one can walk from the gate along both main galleries, 400 blocks each way`, () => {
    const alongX = new TestRegion({ generator, seed: 1337, from: [-25, -1], to: [25, 0] })
    const alongZ = new TestRegion({ generator, seed: 1337, from: [-1, -25], to: [0, 25] })
    for (let i = -400; i <= 400; i++) {
      expect([i, alongX.isFooting(i, FEET, 0)]).toEqual([i, true])
      expect([i, alongZ.isFooting(0, FEET, i)]).toEqual([i, true])
    }
  })

  test(`[DEEP4] ${generator}: a ladder leads from the main galleries to the deep ones`, () => {
    const region = new TestRegion({ generator, seed: 1337, from: [4, 0], to: [4, 0] })
    for (let y = 41; y <= FEET; y++) expect(region.nameAt(67, y, 3)).toBe('LADDER')
    for (const y of [FEET, 41]) expect(region.isFooting(66, y, 3)).toBe(true)
    expect(region.isFooting(64, 41, 0)).toBe(true)
  })

  test(`[DEEP5] ${generator}: the roof is closed`, () => {
    const region = new TestRegion({ generator, seed: 9, from: [-3, -3], to: [3, 3] })
    expect(faults(region, 0, (name, _x, y) => y === region.height - 1 && name !== 'BEDROCK')).toEqual([])
    expect(faults(region, 0, (name, _x, y) => y > region.height - 14 && name === 'AIR')).toEqual([])
  })
}

test('[DEEP6] the deeper the level, the more iron and crystal', () => {
  const count = (generator: string): Record<string, number> => {
    const counts: Record<string, number> = { IRON_ORE: 0, CRYSTAL_ORE: 0 }
    const region = new TestRegion({ generator, seed: 1337, from: [-3, -3], to: [3, 3] })
    region.forEach(0, (name) => {
      if (name in counts) counts[name] = (counts[name] ?? 0) + 1
    })
    return counts
  }
  const [first, second, third] = IDS.map(count)
  for (const ore of ['IRON_ORE', 'CRYSTAL_ORE']) {
    expect(second?.[ore]).toBeGreaterThan(first?.[ore] ?? 0)
    expect(third?.[ore]).toBeGreaterThan(second?.[ore] ?? 0)
  }
})

test('[DEEP7] water gathers in the first level, lava in the second, a sea of it in the third', () => {
  const fluids = IDS.map((generator) => {
    const region = new TestRegion({ generator, seed: 1337, from: [-6, -6], to: [5, 5] })
    let [water, lava, top] = [0, 0, 0]
    region.forEach(0, (name, _x, y) => {
      if (name === 'WATER') water++
      if (name === 'LAVA') lava++
      if (name === 'WATER' || name === 'LAVA') top = Math.max(top, y)
    })
    return { water: water > 0, lava, top }
  })
  expect(fluids.map(({ water, top }) => ({ water, top }))).toEqual([
    { water: true, top: 25 },
    { water: false, top: 19 },
    { water: false, top: 35 },
  ])
  expect(fluids[0]?.lava).toBe(0)
  expect(fluids[2]?.lava).toBeGreaterThan(3 * (fluids[1]?.lava ?? 0))
})
