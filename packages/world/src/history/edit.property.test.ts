import { placedId, type Vec3 } from '@clawstead/protocol'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createInventory } from '../inventory.js'
import { lanesToHex } from '../math/hash.js'
import { testWorld } from '../testing/test-world.js'
import { type TickResult, tick } from '../tick.js'
import { Tx } from '../tx.js'
import type { World } from '../world.js'
import { copyState } from './copy-state.js'
import type { Edit, EditOutcome, EditWork, Inverse } from './edit.js'
import { readRegion } from './region.js'

/*
 * Edits of every kind over a yard with full chests, written signs and boards, done and taken back in any number:
 * what comes out is what was there, to the last item and letter.
 */

const GROUND = 62
const BLOCKS = ['AIR', 'STONE', 'CHEST', 'SIGN', 'BULLETIN_BOARD', 'FURNACE', 'PLANK'] as const

const corner = fc.tuple(
  fc.integer({ min: 10, max: 20 }),
  fc.integer({ min: GROUND - 2, max: GROUND + 3 }),
  fc.integer({ min: 10, max: 20 }),
)
const size = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 6 }))
const block = fc.constantFrom(...BLOCKS)
const wanted = fc.record({
  op: fc.constantFrom('fill', 'replace', 'clone', 'paste'),
  corner,
  size,
  to: corner,
  block,
  from: block,
})
type Wanted = typeof wanted extends fc.Arbitrary<infer T> ? T : never

function yard(): World {
  const world = testWorld({ generator: 'plain-1' })
  const tx = new Tx(world)
  const place = (name: string, pos: Vec3): string => {
    tx.setBlock(pos, world.content.block(name), 'WORLD', 'TEST')
    return placedId(name, pos)
  }
  for (let i = 0; i < 8; i++) {
    const chest: Vec3 = [10 + i, GROUND, 12]
    const inventory = createInventory([{ item: 'LOG', count: i + 1 }])
    tx.addContainer({ id: place('CHEST', chest), type: 'CHEST', pos: chest, inventory, reserved: [] })
    const sign: Vec3 = [12 + i, GROUND, 15]
    tx.addSign({ id: place('SIGN', sign), pos: sign, text: `sign ${i}`, updatedBy: 'A1', updatedTick: i })
    const board: Vec3 = [11 + i, GROUND + 1, 12]
    const posts = [{ id: `P${i}`, author: 'A1', title: 't', body: `${i}`, tick: i }]
    tx.addBoard({ id: place('BULLETIN_BOARD', board), pos: board, posts })
  }
  tick(world, [])
  return world
}

function workOf(
  world: World,
  { op, corner: min, size: [width, height, depth], to, block: name, from }: Wanted,
): EditWork {
  const box = { min, max: [min[0] + width, min[1] + height, min[2] + depth] as const }
  const number = (text: string): number => world.content.block(text)
  if (op === 'fill') return { op, box, block: number(name) }
  if (op === 'replace') return { op, box, from: number(from), to: number(name) }
  if (op === 'clone') return { op, box, to }
  return { op: 'paste', patch: readRegion(world, box), to }
}

function run(world: World, edit: Edit): EditOutcome {
  let result: TickResult = tick(world, [{ kind: 'edit', edit, by: 'op' }])
  for (let i = 0; result.edits.length === 0 && i < 100; i++) result = tick(world, [])
  return result.edits[0] as EditOutcome
}

/** Everything but the time. */
function standing(world: World): unknown {
  world.digests.settle(world.state)
  const { containers, signs, boards } = copyState(world.state)
  return { terrain: lanesToHex(world.terrain.digest), parts: lanesToHex(world.digests.sum), containers, signs, boards }
}

/** Holders and what they hold come in pairs. */
function strays(world: World): string[] {
  const { containers, signs, boards } = world.state
  const at = (pos: Vec3): string => world.content.blockNames[world.terrain.blockAt(pos[0], pos[1], pos[2])] ?? ''
  return [
    ...[...containers.values()].filter(({ pos, type }) => at(pos) !== type),
    ...[...signs.values()].filter(({ pos }) => at(pos) !== 'SIGN'),
    ...[...boards.values()].filter(({ pos }) => pos !== null && at(pos) !== 'BULLETIN_BOARD'),
  ].map(({ id }) => id)
}

test('[EDIT10] any edits, taken back in reverse, leave the world as it was; taken back again, as they had made it', () => {
  fc.assert(
    fc.property(fc.array(wanted, { minLength: 1, maxLength: 6 }), (list) => {
      const world = yard()
      const states = [standing(world)]
      const inverses: (Inverse | undefined)[] = []
      for (const [i, each] of list.entries()) {
        const done = run(world, { id: `e${i}`, label: '', ...workOf(world, each) })
        expect(done.ok).toBe(true)
        expect(strays(world)).toEqual([])
        inverses.push(done.inverse)
        states.push(standing(world))
      }
      const redo: (Inverse | undefined)[] = []
      for (let i = inverses.length - 1; i >= 0; i--) {
        redo.push(takeBack(world, inverses[i]))
        expect(standing(world)).toEqual(states[i])
      }
      for (let i = 1; i < states.length; i++) {
        takeBack(world, redo.pop())
        expect(standing(world)).toEqual(states[i])
      }
    }),
    { numRuns: 120 },
  )
})

function takeBack(world: World, inverse: Inverse | undefined): Inverse | undefined {
  if (inverse === undefined) return undefined
  const undone = run(world, { id: 'undo', label: '', op: 'undo', inverse, onConflict: 'refuse' })
  expect(undone.ok).toBe(true)
  return undone.inverse
}

test('[EDIT11] an undo that skips what others changed leaves no chest without its block, and no block without its chest', () => {
  fc.assert(
    fc.property(wanted, fc.array(wanted, { minLength: 1, maxLength: 3 }), (first, others) => {
      const world = yard()
      const done = run(world, { id: 'first', label: '', ...workOf(world, first) })
      for (const [i, each] of others.entries()) run(world, { id: `o${i}`, label: '', ...workOf(world, each) })
      if (done.inverse === undefined) return
      run(world, { id: 'undo', label: '', op: 'undo', inverse: done.inverse, onConflict: 'skip' })
      expect(strays(world)).toEqual([])
    }),
    { numRuns: 120 },
  )
})

test('[EDIT12] of edits asked for at once, those that overlap an earlier one are refused and change nothing', () => {
  fc.assert(
    fc.property(fc.array(wanted, { minLength: 2, maxLength: 5 }), (list) => {
      const world = yard()
      const edits = list.map((each, i): Edit => ({ id: `e${i}`, label: '', ...workOf(world, each) }))
      const together = tick(
        world,
        edits.map((edit) => ({ kind: 'edit', edit, by: 'op' })),
      )
      const accepted = edits.filter(({ id }) => together.edits.find((outcome) => outcome.id === id)?.ok)
      const alone = yard()
      for (const edit of accepted) run(alone, edit)
      expect(together.edits.length).toBe(edits.length)
      expect(standing(world)).toEqual(standing(alone))
    }),
    { numRuns: 80 },
  )
})
