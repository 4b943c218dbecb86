import type { Vec3 } from '@clawstead/protocol'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareIds, manhattan } from './order.js'
import { Tiles } from './presence.js'

const place = fc.tuple(
  fc.integer({ min: -60, max: 60 }),
  fc.integer({ min: 0, max: 30 }),
  fc.integer({ min: -60, max: 60 }),
)

const byId = ([a]: [string, number], [b]: [string, number]): number => compareIds(a, b)

test('[NEAR1] what is near is what one would find by measuring everything', () => {
  fc.assert(
    fc.property(fc.array(place, { maxLength: 60 }), place, fc.integer({ min: 0, max: 40 }), (places, from, radius) => {
      const things = places.map((pos: Vec3, i) => ({ id: `${i}`, pos }))
      const tiles = new Tiles<{ id: string; pos: Vec3 }>()
      for (const thing of things) tiles.add(thing)
      const found: [string, number][] = []
      tiles.near(from, radius, ({ id }, distance) => found.push([id, distance]))
      const expected = things.map(({ id, pos }): [string, number] => [id, manhattan(pos, from)])
      expect(found.sort(byId)).toEqual(expected.filter(([, distance]) => distance <= radius).sort(byId))
    }),
  )
})
