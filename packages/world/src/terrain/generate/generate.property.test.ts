import { array, assert, integer, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { testWorld } from '../../testing/index.js'
import type { Generator } from '../generator.js'
import type { Section } from '../section.js'
import { GENERATORS } from './index.js'
import { faults, isSpilling, isUnsupported, TestRegion } from './test-region.js'

const create = (generator: string, seed: number): Generator =>
  testWorld({ generator, seed, flat: generator === 'flat-1' }).terrain.generator

const place = tuple(integer({ min: -250, max: 250 }), integer({ min: -250, max: 250 }))
const seeds = integer({ min: -(2 ** 40), max: 2 ** 40 })
const ids = Object.keys(GENERATORS)
/** Those that make a world of ground, water and plants. */
const WORLDS = ids.filter((id) => id !== 'flat-1' && id !== 'plain-1')

/** Cells as text: compared in one go, where a list of numbers would be compared one by one. */
const textOf = (sections: readonly Section[]): string[] =>
  sections.map((section) => (typeof section === 'number' ? `all ${section}` : Buffer.from(section).toString('latin1')))

for (const id of ids) {
  test(`[GEN1] ${id}: a column is the same again, whatever was made before it`, () => {
    assert(
      property(seeds, array(place, { minLength: 2, maxLength: 4 }), (seed, places) => {
        const forwards = create(id, seed)
        const backwards = create(id, seed)
        const first = places.map(([cx, cz]) => textOf(forwards.generate(cx, cz)))
        const second = [...places].reverse().map(([cx, cz]) => {
          const biome = backwards.biomeAt(cx * 16 + 40, cz * 16)
          expect(biome).toMatch(/^[A-Z_]+$/)
          return textOf(backwards.generate(cx, cz))
        })
        expect(second.reverse()).toEqual(first)
        const [cx, cz] = places[0] ?? [0, 0]
        expect(backwards.biomeAt(cx * 16 + 3, cz * 16 + 5)).toBe(forwards.biomeAt(cx * 16 + 3, cz * 16 + 5))
      }),
      { numRuns: 12 },
    )
  })
}

for (const id of WORLDS) {
  test(`[GEN2] ${id}: nothing floats, nothing spills, and the world has a floor`, () => {
    for (const [seed, cx, cz] of [
      [1337, -3, -3],
      [7, 40, -55],
      [20_260, -90, 31],
      [99, 12, 12],
    ] as const) {
      const region = new TestRegion({ generator: id, seed, from: [cx, cz], to: [cx + 5, cz + 5] })
      expect(faults(region, 1, isUnsupported(region))).toEqual([])
      expect(faults(region, 1, isSpilling(region))).toEqual([])
      expect(faults(region, 0, (name, _x, y) => y === 0 && name !== 'BEDROCK')).toEqual([])
    }
  })

  test(`[GEN3] ${id}: an ordinary column takes less than 40 KB`, () => {
    const generator = create(id, 1337)
    for (let i = -20; i < 20; i += 4) {
      const bytes = generator
        .generate(i, 3 * i)
        .reduce<number>((sum, section) => sum + (typeof section === 'number' ? 8 : section.byteLength), 512)
      expect(bytes).toBeLessThan(40 * 1024)
    }
  })
}
