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

  test('[EDIT13] what an edit left alone may change without standing in the way of its undo', () => {
    const world = testWorld({ generator: 'plain-1' })
    const [stone, dirt] = [world.content.block('STONE'), world.content.block('DIRT')]
    world.terrain.setBlock(0, 61, 0, dirt)
    const done = run(world, {
      id: 'r',
      label: 'r',
      op: 'replace',
      box: box([0, 60, 0], [3, 61, 3]),
      from: stone,
      to: 5,
    })
    world.terrain.setBlock(0, 61, 0, 0)
    expect(undo(world, done.inverse as Inverse)).toMatchObject({ ok: true, changedCells: 31 })
    expect([world.terrain.blockAt(0, 61, 0), world.terrain.blockAt(1, 61, 0)]).toEqual([0, stone])
  })

  test('[EDIT14] a chest that somebody has used since is a conflict, and is skipped with all it holds', () => {
    const s = scenario('. A .')
    const done = run(s.world, fill('chests', [5, 70, 5], [6, 70, 5], s.world.content.block('CHEST')))
    const chest = s.world.state.containers.get('CHEST@5,70,5')
    chest?.inventory.counts.set('LOG', 2)
    expect(undo(s.world, done.inverse as Inverse)).toMatchObject({
      ok: false,
      changedCells: 0,
      conflicts: [[5, 70, 5]],
    })
    expect(undo(s.world, done.inverse as Inverse, 'skip')).toMatchObject({
      ok: true,
      changedCells: 1,
      conflicts: [[5, 70, 5]],
    })
    expect([s.blockName([5, 70, 5]), s.blockName([6, 70, 5])]).toEqual(['CHEST', 'AIR'])
    expect([...s.world.state.containers.values()]).toEqual([chest])
  })

  test('[EDIT15] a chest pasted over a chest gives back what the first one held', () => {
    const s = scenario('. A .')
    run(s.world, fill('chests', [5, 70, 5], [6, 70, 5], s.world.content.block('CHEST')))
    const held = (x: number) => s.world.state.containers.get(`CHEST@${x},70,5`)?.inventory.counts
    held(5)?.set('LOG', 2)
    held(6)?.set('COAL', 3)
    const done = run(s.world, { id: 'c', label: 'c', op: 'clone', box: box([5, 70, 5], [5, 70, 5]), to: [6, 70, 5] })
    expect([done.changedCells, held(6)]).toEqual([0, new Map([['LOG', 2]])])
    undo(s.world, done.inverse as Inverse)
    expect(held(6)).toEqual(new Map([['COAL', 3]]))
  })

  test('[EDIT16] what a running edit is about to do is in the digest before it is done', () => {
    const digest = (block: number): string => {
      const world = testWorld({ generator: 'plain-1' })
      // The first takes the whole budget of the tick, so the second has only been taken in.
      const first = fill('first', [0, 64, 0], [127, 80, 127], 5)
      const second = fill('second', [200, 64, 200], [201, 64, 201], block)
      return tick(
        world,
        [first, second].map((edit) => ({ kind: 'edit', edit, by: 'op' })),
      ).digest
    }
    expect(digest(1)).not.toBe(digest(2))
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

  test('[EDIT7] what a large clone has not read yet is reserved too', () => {
    const world = testWorld({ generator: 'plain-1' })
    const copy: Edit = { id: 'copy', label: '', op: 'clone', box: box([0, 0, 0], [127, 40, 127]), to: [300, 60, 300] }
    tick(world, [{ kind: 'edit', edit: copy, by: 'op' }])
    const late = tick(world, [{ kind: 'edit', edit: fill('late', [5, 40, 5], [6, 40, 6], 1), by: 'op' }])
    expect(late.edits.map(({ reason }) => reason)).toEqual(['cells are reserved by edit copy'])
  })

  test('[EDIT8] a patch of the wrong size, or with a block nobody knows in its last cell, is refused and changes nothing', () => {
    const world = testWorld({ generator: 'plain-1' })
    const contents = { containers: [], signs: [], boards: [] }
    const paste = (cells: Uint16Array, size: Vec3): EditOutcome =>
      run(world, { id: 'p', label: 'p', op: 'paste', patch: { size, cells, contents }, to: [0, 10, 0] })
    const large = new Uint16Array(128 * 100 * 128)
    large[large.length - 1] = 60_000
    expect([paste(new Uint16Array(7), [2, 2, 2]).reason, paste(large, [128, 100, 128]).reason]).toEqual([
      'the patch has 7 cells, its size says 8',
      'no block has the number 60000',
    ])
    expect([world.terrain.digest, world.state.edits]).toEqual([{ lo: 0, hi: 0 }, []])
  })

  test('[EDIT9] nobody is left inside a block', () => {
    const s = scenario('. A .')
    const [x, y, z] = s.at('A')
    run(s.world, fill('tomb', [x, y, z], [x, y + 3, z], s.world.content.block('STONE')))
    expect(s.agent('A').pos).toEqual([x, y + 4, z])
  })

  test('[EDIT9] not even under a roof without end', () => {
    const s = scenario('. A .')
    const [x, y, z] = s.at('A')
    run(
      s.world,
      fill('rock', [x - 3, y, z - 3], [x + 3, s.world.profile.height - 1, z + 3], s.world.content.block('STONE')),
    )
    const [nowX, nowY, nowZ] = s.agent('A').pos
    expect([nowY, s.blockName([nowX, nowY, nowZ]), s.blockName([nowX, nowY + 1, nowZ])]).toEqual([y, 'AIR', 'AIR'])
  })
})
