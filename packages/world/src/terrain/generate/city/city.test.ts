import { expect, test } from 'vitest'
import { TestRegion } from '../test-region.js'

const GROUND = 63
const city = new TestRegion({ generator: 'city-1', seed: 1337 + 4001, from: [-4, -4], to: [3, 3] })

test('[CITY1] the gate stands on a level paved plaza', () => {
  for (let z = -7; z <= 7; z++) {
    for (let x = -7; x <= 7; x++) {
      if (x * x + z * z > 49) continue
      expect(['ROAD', 'BRICK']).toContain(city.nameAt(x, GROUND, z))
      expect(city.isFooting(x, GROUND + 1, z)).toBe(true)
    }
  }
})

test('[CITY2] everybody starts on the open ground of the arrival way', () => {
  for (let x = -62; x <= 62; x += 2) {
    expect([x, city.topAt(x, -x), city.isSolid(x, GROUND, -x)]).toEqual([x, GROUND, true])
  }
})

test('[CITY3] north of the gate is a market hall with stalls and a roof one can walk under', () => {
  let stalls = 0
  for (let z = -38; z <= -17; z++) {
    for (let x = -13; x <= 13; x++) {
      if (city.nameAt(x, GROUND + 1, z) === 'MARKET_STALL') stalls++
      let roof = GROUND + 1
      while (roof < city.height && city.nameAt(x, roof, z) !== 'BRICK') roof++
      expect(roof).toBeLessThan(GROUND + 14)
    }
    expect(city.isFooting(0, GROUND + 1, z)).toBe(true)
  }
  expect(stalls).toBe(48)
})

test('[CITY4] avenues run from the gate to the wall and out of the city', () => {
  const avenue = new TestRegion({ generator: 'city-1', seed: 8, from: [-16, -1], to: [16, 0] })
  for (let x = -250; x <= 250; x++) {
    expect(['ROAD', 'BRICK']).toContain(avenue.nameAt(x, GROUND, 0))
    expect([x, avenue.isFooting(x, GROUND + 1, 0)]).toEqual([x, true])
  }
  expect(avenue.nameAt(205, GROUND + 3, 8)).toBe('BRICK')
  expect(avenue.generator.biomeAt(204, 0)).toBe('CITY')
  expect(avenue.generator.biomeAt(230, 0)).toBe('PLAINS')
})

test('[CITY5] plots are bordered squares of grass with nothing on them', () => {
  const whole = new TestRegion({ generator: 'city-1', seed: 1337, from: [-13, -13], to: [12, 12] })
  let plots = 0
  for (let z = -195; z <= 180; z += 40) {
    for (let x = -195; x <= 180; x += 40) {
      // The corner of a lot of plots carries a lamp.
      if (whole.nameAt(x, GROUND, z) !== 'BRICK' || whole.nameAt(x, GROUND + 1, z) !== 'FENCE') continue
      plots++
      for (let dz = 1; dz < 14; dz++) {
        for (let dx = 1; dx < 14; dx++) {
          expect(whole.nameAt(x + dx, GROUND, z + dz)).toBe('GRASS')
          expect(whole.nameAt(x + dx, GROUND + 1, z + dz)).toBe('AIR')
        }
      }
    }
  }
  expect(plots).toBeGreaterThan(20)
})
