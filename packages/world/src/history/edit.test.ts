import type { Vec3 } from '@clawstead/protocol'
import { describe, expect, test } from 'vitest'
import { createInventory } from '../inventory.js'
import { EDIT_CELLS_PER_TICK } from '../systems/edits.js'
import { scenario } from '../testing/scenario.js'
import { testWorld } from '../testing/test-world.js'
import { type TickResult, tick } from '../tick.js'
import type { World } from '../world.js'
import type { Edit, EditOutcome, Inverse } from './edit.js'
import { readRegion } from './region.js'

const box = (min: Vec3, max: Vec3) => ({ min, max })
const fill = (id: string, min: Vec3, max: Vec3, block: number): Edit => ({
  id,
  label: id,
  op: 'fill',
  box: box(min, max),
  block,
})

function run(world: World, edit: Edit): EditOutcome {
  let result: TickResult = tick(world, [{ kind: 'edit', edit, by: 'op' }])
  for (let i = 0; result.edits.length === 0 && i < 1000; i++) result = tick(world, [])
  return result.edits[0] as EditOutcome
}

function undo(world: World, inverse: Inverse, onConflict: 'refuse' | 'skip' = 'refuse'): EditOutcome {
  return run(world, { id: 'undo', label: 'undo', op: 'undo', inverse, onConflict })
}

describe('edits', () => {
  test('[EDIT1] a fill changes exactly its box, and its undo puts the digest back', () => {
    const world = testWorld({ generator: 'plain-1' })
    const before = { ...world.terrain.digest }
    const done = run(world, fill('e1', [-20, 60, -3], [20, 66, 3], 5))
    expect([done.ok, done.changedCells]).toEqual([true, 41 * 7 * 7])
    expect([
      world.terrain.blockAt(-20, 60, -3),
      world.terrain.blockAt(20, 66, 3),
      world.terrain.blockAt(21, 66, 3),
    ]).toEqual([5, 5, 0])
    const undone = undo(world, done.inverse as Inverse)
    expect([undone.ok, undone.changedCells]).toEqual([true, 41 * 7 * 7])
    expect(world.terrain.digest).toEqual(before)
  })

  test('[EDIT2] replace touches only what it names', () => {
    const world = testWorld({ generator: 'plain-1' })
    const stone = world.content.block('STONE')
    const done = run(world, {
      id: 'r',
      label: 'r',
      op: 'replace',
      box: box([0, 60, 0], [3, 70, 3]),
      from: stone,
      to: 5,
    })
    expect(done.changedCells).toBe(4 * 4 * 2)
    expect([world.terrain.blockAt(0, 61, 0), world.terrain.blockAt(0, 62, 0)]).toEqual([5, 0])
  })

  test('[EDIT3] a clone onto itself reads before it writes', () => {
    const world = testWorld({ generator: 'plain-1' })
    for (let x = 0; x < 6; x++) world.terrain.setBlock(x, 70, 0, x + 1)
    run(world, { id: 'c', label: 'c', op: 'clone', box: box([0, 70, 0], [5, 70, 0]), to: [2, 70, 0] })
    expect(Array.from({ length: 8 }, (_, x) => world.terrain.blockAt(x, 70, 0))).toEqual([1, 2, 1, 2, 3, 4, 5, 6])
  })

  test('[EDIT4] cut out, pasted elsewhere, contents included', () => {
    const s = scenario('. A .')
    s.setBlock([0, 70, 0], 'CHEST')
    const id = 'CHEST@0,70,0'
    s.world.state.containers.set(id, {
      id,
      type: 'CHEST',
      pos: [0, 70, 0],
      inventory: createInventory([{ item: 'LOG', count: 3 }]),
      reserved: [],
    })
    s.world.presence.rebuild(s.world.state)
    const patch = readRegion(s.world, box([0, 70, 0], [1, 71, 1]))
    run(s.world, { id: 'p', label: 'p', op: 'paste', patch, to: [10, 80, 10] })
    expect(s.blockName([10, 80, 10])).toBe('CHEST')
    expect(s.world.state.containers.get('CHEST@10,80,10')?.inventory.counts.get('LOG')).toBe(3)
  })

  test('[EDIT5] what a fill buries comes back with its undo', () => {
    const s = scenario('. A .')
    s.setBlock([5, 70, 5], 'CHEST')
    const id = 'CHEST@5,70,5'
    const chest = {
      id,
      type: 'CHEST',
      pos: [5, 70, 5] as Vec3,
      inventory: createInventory([{ item: 'LOG', count: 3 }]),
      reserved: [],
    }
    s.world.state.containers.set(id, chest)
    s.world.presence.rebuild(s.world.state)
    s.world.digests.rebuild(s.world.state)
    const sum = { ...s.world.digests.sum }
    const done = run(s.world, fill('bury', [4, 70, 4], [6, 72, 6], s.world.content.block('STONE')))
    expect(s.world.state.containers.size).toBe(0)
    undo(s.world, done.inverse as Inverse)
    expect(s.world.state.containers.get(id)?.inventory.counts.get('LOG')).toBe(3)
    s.world.digests.settle(s.world.state)
    expect(s.world.digests.sum).toEqual(sum)
  })

  test('[EDIT6] an undo over somebody else’s work is refused and names the cells', () => {
    const world = testWorld({ generator: 'plain-1' })
    const done = run(world, fill('e', [0, 70, 0], [3, 70, 3], 5))
    world.terrain.setBlock(2, 70, 1, 9)
    const refused = undo(world, done.inverse as Inverse)
    expect(refused).toMatchObject({ ok: false, changedCells: 0, conflicts: [[2, 70, 1]] })
    expect(world.terrain.blockAt(0, 70, 0)).toBe(5)
    const skipped = undo(world, done.inverse as Inverse, 'skip')
    expect(skipped).toMatchObject({ ok: true, changedCells: 15, conflicts: [[2, 70, 1]] })
    expect([world.terrain.blockAt(0, 70, 0), world.terrain.blockAt(2, 70, 1)]).toEqual([0, 9])
  })

  test('[EDIT7] a large edit is spread over ticks and reserves its cells', () => {
    const world = testWorld({ generator: 'plain-1' })
    const big = fill('big', [0, 64, 0], [127, 127, 127], 5)
    expect(tick(world, [{ kind: 'edit', edit: big, by: 'op' }]).edits).toEqual([])
    const meanwhile = tick(world, [{ kind: 'edit', edit: fill('late', [5, 100, 5], [6, 100, 6], 1), by: 'op' }])
    expect(meanwhile.edits).toEqual([
      { id: 'late', label: 'late', by: 'op', ok: false, changedCells: 0, reason: 'cells are reserved by edit big' },
    ])
    let ticks = 2
    let done: EditOutcome | undefined
    for (; done === undefined; ticks++) done = tick(world, []).edits[0]
    expect(done.changedCells).toBe(128 * 64 * 128)
    expect(ticks).toBe(Math.ceil((128 * 64 * 128) / EDIT_CELLS_PER_TICK))
  })

  test.each([
    ['outside', fill('x', [0, 100, 0], [0, 128, 0], 1), 'the box 0,100,0 to 0,128,0 leaves the world'],
    ['corners', fill('x', [1, 1, 1], [0, 1, 1], 1), 'the box has its corners the wrong way round'],
    ['a block nobody knows', fill('x', [0, 1, 0], [0, 1, 0], 60000), 'no block has the number 60000'],
    [
      'too much',
      fill('x', [-2000, 0, -2000], [2000, 127, 2000], 1),
      'the box has 2049024128 cells, the most is 16777216',
    ],
  ])('[EDIT8] %s is refused and changes nothing', (_name, edit, reason) => {
    const world = testWorld({ generator: 'plain-1' })
    expect(run(world, edit)).toMatchObject({ ok: false, reason })
    expect(world.terrain.digest).toEqual({ lo: 0, hi: 0 })
  })

  test('[EDIT9] nobody is left inside a block', () => {
    const s = scenario('. A .')
    const [x, y, z] = s.at('A')
    run(s.world, fill('tomb', [x, y, z], [x, y + 3, z], s.world.content.block('STONE')))
    expect(s.agent('A').pos).toEqual([x, y + 4, z])
  })
})
