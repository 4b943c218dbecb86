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

test('[NEAR2] what moves is found where it is, and what is taken out no more', () => {
  const step = fc.record({ which: fc.nat({ max: 9 }), to: place, isTaken: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), place, (steps, from) => {
      const tiles = new Tiles<{ id: string; pos: Vec3 }>()
      const things = new Map<number, { id: string; pos: Vec3 }>()
      for (const { which, to, isTaken } of steps) {
        const thing = things.get(which)
        if (thing === undefined) {
          const fresh = { id: `${which}`, pos: to }
          things.set(which, fresh)
          tiles.add(fresh)
        } else if (isTaken) {
          tiles.remove(thing, thing.pos)
          things.delete(which)
        } else {
          const before = thing.pos
          thing.pos = to
          tiles.move(thing, before)
        }
      }
      const found: [string, number][] = []
      tiles.near(from, 40, ({ id }, distance) => found.push([id, distance]))
      const expected = [...things.values()].map(({ id, pos }): [string, number] => [id, manhattan(pos, from)])
      expect(found.sort(byId)).toEqual(expected.filter(([, distance]) => distance <= 40).sort(byId))
    }),
  )
})
