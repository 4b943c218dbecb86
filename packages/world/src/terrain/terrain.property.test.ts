import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { testWorld } from '../testing/test-world.js'
import type { Terrain } from './terrain.js'

const cell = fc.record({
  x: fc.integer({ min: -40, max: 40 }),
  y: fc.integer({ min: 0, max: 127 }),
  z: fc.integer({ min: -40, max: 40 }),
  block: fc.integer({ min: 0, max: 60 }),
})

const plain = (): Terrain => testWorld({ generator: 'plain-1' }).terrain

test('[TERRAIN1] what was written last is read, and everything else is as generated', () => {
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 60 }), (writes) => {
      const terrain = plain()
      const untouched = plain()
      const expected = new Map<string, number>()
      for (const { x, y, z, block } of writes) {
        terrain.setBlock(x, y, z, block)
        expected.set(`${x},${y},${z}`, block)
      }
      for (const { x, y, z } of writes) {
        expect(terrain.blockAt(x, y, z)).toBe(expected.get(`${x},${y},${z}`))
        const beside = expected.get(`${x + 1},${y},${z}`) ?? untouched.blockAt(x + 1, y, z)
        expect(terrain.blockAt(x + 1, y, z)).toBe(beside)
      }
    }),
    { numRuns: 50 },
  )
})

test('[TERRAIN2] dropping and loading columns changes neither blocks nor digest', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, fc.boolean()), { maxLength: 60 }), (steps) => {
      const kept = plain()
      const dropping = plain()
      for (const [index, [{ x, y, z, block }, drop]] of steps.entries()) {
        kept.setBlock(x, y, z, block)
        dropping.setBlock(x, y, z, block)
        dropping.beginTick(index)
        if (drop) dropping.evict(x >> 4, z >> 4)
      }
      for (const [{ x, y, z }] of steps) expect(dropping.blockAt(x, y, z)).toBe(kept.blockAt(x, y, z))
      expect(dropping.digest).toEqual(kept.digest)
    }),
    { numRuns: 50 },
  )
})

test('[TERRAIN3] putting the generated block back puts the digest back', () => {
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 40 }), (writes) => {
      const terrain = plain()
      const generated = plain()
      for (const { x, y, z, block } of writes) terrain.setBlock(x, y, z, block)
      for (const { x, y, z } of writes) terrain.setBlock(x, y, z, generated.blockAt(x, y, z))
      expect(terrain.digest).toEqual({ lo: 0, hi: 0 })
    }),
    { numRuns: 50 },
  )
})

test('[TERRAIN4] the height map is what one would measure', () => {
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 60 }), (writes) => {
      const terrain = plain()
      for (const { x, y, z, block } of writes) terrain.setBlock(x, y, z, block)
      for (const { x, z } of writes) {
        let top = terrain.height
        while (top > 0 && terrain.blockAt(x, top - 1, z) === 0) top--
        expect(terrain.columnAt(x >> 4, z >> 4).heightAt(x & 15, z & 15)).toBe(top)
      }
    }),
    { numRuns: 50 },
  )
})
