import type { Vec3 } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import { type Scenario, scenario } from '../testing/index.js'
import { itemsAt, lastEvent } from '../work/test-helpers.js'

const LEGEND = { s: 'STONE', g: 'GRASS', t: 'TALL_GRASS', w: 'WATER', f: 'FLOWER' }

function placing(s: Scenario, item: string, at: Vec3): unknown {
  s.task('A', { type: 'PLACE', item_id: item, block_pos: at })
  s.tick()
  return lastEvent(s, 'A')
}

test('[PLACE1] [WK-07] one item becomes one block in one tick', () => {
  const s = scenario('A . .', { flat: true })
  const before = s.agent('A').inventory.counts.get('PLANK') as number
  s.task('A', { type: 'PLACE', item_id: 'PLANK', block_pos: [1, 0, 0] })
  s.tick()
  expect(s.events('A')).toEqual([
    { t: 1, type: 'ACTION_RESULT', ref: '', ok: true, task_id: 'T000001' },
    { t: 1, type: 'TASK_DONE', task_id: 'T000001', kind: 'PLACE' },
  ])
  expect(s.blockName([1, 0, 0])).toBe('PLANK')
  expect(s.agent('A').inventory.counts.get('PLANK')).toBe(before - 1)
})

test('[PLACE2] a request without an item or outside the height is refused', () => {
  const s = scenario('A', { flat: true })
  expect(placing(s, '', [1, 0, 0])).toMatchObject({ ok: false, code: 'E_BAD_REQUEST', message: 'missing item_id' })
  expect(placing(s, 'PLANK', [1, 1, 0])).toMatchObject({
    ok: false,
    code: 'E_INVALID_TARGET',
    message: '2D world requires y==0',
  })
  const high = scenario('A')
  expect(placing(high, 'PLANK', [1, 128, 0])).toMatchObject({
    ok: false,
    code: 'E_INVALID_TARGET',
    message: 'out of bounds',
  })
})

test('[PLACE3] [WK-07] the work fails by edge, occupied cell, missing item and what is no block, and keeps the item', () => {
  const s = scenario('A s', { flat: true, legend: LEGEND })
  s.give('A', 'COAL', 1)
  const carried = new Map(s.agent('A').inventory.counts)
  expect(placing(s, 'PLANK', [4001, 0, 0])).toMatchObject({
    type: 'TASK_FAIL',
    code: 'E_INVALID_TARGET',
    message: 'out of bounds',
  })
  expect(placing(s, 'PLANK', [1, 0, 0])).toMatchObject({
    type: 'TASK_FAIL',
    code: 'E_BLOCKED',
    message: 'space occupied',
  })
  expect(placing(s, 'GLASS', [2, 0, 0])).toMatchObject({
    type: 'TASK_FAIL',
    code: 'E_NO_RESOURCE',
    message: 'missing item',
  })
  expect(placing(s, 'NOPE', [2, 0, 0])).toMatchObject({
    type: 'TASK_FAIL',
    code: 'E_NO_RESOURCE',
    message: 'missing item',
  })
  expect(placing(s, 'COAL', [2, 0, 0])).toMatchObject({
    type: 'TASK_FAIL',
    code: 'E_INVALID_TARGET',
    message: 'item not placeable',
  })
  expect(s.agent('A').inventory.counts).toEqual(carried)
})

test('[PLACE4] a flat world knows no reach and lets blocks be set onto bodies', () => {
  const s = scenario('A', { flat: true })
  expect(placing(s, 'PLANK', [300, 0, 300])).toMatchObject({ type: 'TASK_DONE' })
  expect(placing(s, 'PLANK', [0, 0, 0])).toMatchObject({ type: 'TASK_DONE' })
})

test('[PLACE5] in three dimensions hands reach four cells and never wall in a body', () => {
  const s = scenario('A B . . . .')
  const [, y] = s.at('A')
  expect(placing(s, 'PLANK', [5, y, 0])).toMatchObject({ code: 'E_BLOCKED', message: 'too far', distance: 5, reach: 4 })
  expect(placing(s, 'PLANK', [1, y, 0])).toMatchObject({ code: 'E_BLOCKED', message: 'space occupied by a body' })
  s.setBlock([2, y, 0], 'STONE')
  expect(placing(s, 'PLANK', [1, y + 1, 0])).toMatchObject({ code: 'E_BLOCKED', message: 'space occupied by a body' })
  s.give('A', 'TORCH', 1)
  expect(placing(s, 'TORCH', [1, y, 0])).toMatchObject({ type: 'TASK_DONE' })
})

test('[PLACE6] a block needs something solid beside it', () => {
  const s = scenario('A . . .')
  const [, y] = s.at('A')
  expect(placing(s, 'PLANK', [2, y + 2, 0])).toMatchObject({ code: 'E_BLOCKED', message: 'nothing to place against' })
  expect(placing(s, 'PLANK', [2, y, 0])).toMatchObject({ type: 'TASK_DONE' })
  expect(placing(s, 'PLANK', [2, y + 1, 0])).toMatchObject({ type: 'TASK_DONE' })
})

test('[PLACE6] plants need their ground', () => {
  const s = scenario('A . .')
  const [, y] = s.at('A')
  s.give('A', 'SAPLING', 2)
  expect(placing(s, 'SAPLING', [1, y, 0])).toMatchObject({
    code: 'E_BLOCKED',
    message: 'nothing to place against',
    needs_below: ['DIRT', 'GRASS', 'MOSS'],
  })
  s.setBlock([1, y - 1, 0], 'DIRT')
  expect(placing(s, 'SAPLING', [1, y, 0])).toMatchObject({ type: 'TASK_DONE' })
})

test('[PLACE7] water and small plants make way; what they give comes to lie on top', () => {
  const s = scenario('A w f', { legend: LEGEND })
  const [, y] = s.at('A')
  expect(placing(s, 'PLANK', [1, y, 0])).toMatchObject({ type: 'TASK_DONE' })
  expect(placing(s, 'PLANK', [2, y, 0])).toMatchObject({ type: 'TASK_DONE' })
  expect(s.blockName([2, y, 0])).toBe('PLANK')
  expect(itemsAt(s, [2, y + 1, 0])).toEqual([{ item: 'FLOWER', count: 1 }])
  expect(s.world.state.items.size).toBe(1)
})

test('[PLACE8] [WK-15] chest, board and sign come into being with their block, and go with it', () => {
  const s = scenario('A . . .')
  const [, y] = s.at('A')
  for (const item of ['CHEST', 'BULLETIN_BOARD', 'SIGN']) s.give('A', item, 1)
  placing(s, 'CHEST', [1, y, 0])
  placing(s, 'BULLETIN_BOARD', [2, y, 0])
  placing(s, 'SIGN', [3, y, 0])
  placing(s, 'PLANK', [0, y, 1])
  expect([...s.world.state.containers.keys()]).toEqual([`CHEST@1,${y},0`])
  expect([...s.world.state.boards.keys()]).toEqual([`BULLETIN_BOARD@2,${y},0`])
  expect([...s.world.state.signs.keys()]).toEqual([`SIGN@3,${y},0`])
  for (const x of [1, 2, 3]) {
    s.task('A', { type: 'MINE', block_pos: [x, y, 0] })
    s.runUntil('A', 'TASK_DONE')
  }
  const { containers, boards, signs } = s.world.state
  expect([containers.size, boards.size, signs.size]).toEqual([0, 0, 0])
})

test('[PLACE9] a door fills two cells and comes away whole', () => {
  const s = scenario('A . .')
  const [, y] = s.at('A')
  s.give('A', 'DOOR', 1)
  s.setBlock([2, y + 1, 0], 'STONE')
  expect(placing(s, 'DOOR', [2, y, 0])).toMatchObject({ code: 'E_BLOCKED', message: 'space occupied', block: 'STONE' })
  expect(placing(s, 'DOOR', [1, y, 0])).toMatchObject({ type: 'TASK_DONE' })
  expect([s.blockName([1, y, 0]), s.blockName([1, y + 1, 0])]).toEqual(['DOOR', 'DOOR'])
  s.task('A', { type: 'MINE', block_pos: [1, y + 1, 0] })
  s.runUntil('A', 'TASK_DONE')
  expect([s.blockName([1, y, 0]), s.blockName([1, y + 1, 0])]).toEqual(['AIR', 'AIR'])
  expect(itemsAt(s, [1, y, 0])).toEqual([{ item: 'DOOR', count: 1 }])
})

test('[PLACE10] worlds that forbid placing say so', () => {
  const s = scenario('A', { flat: true })
  const definition = { ...s.world.config.definition, allow_place: false }
  Object.assign(s.world, { config: { ...s.world.config, definition } })
  expect(placing(s, 'PLANK', [1, 0, 0])).toMatchObject({
    ok: false,
    code: 'E_NO_PERMISSION',
    message: 'placing disabled in this world',
  })
})

test('[PLACE3] [WK-08] a try beyond the edge brings no ground into being', () => {
  const s = scenario('A', { flat: true })
  s.tick()
  const before = s.world.terrain.loadedCount
  placing(s, 'PLANK', [4001, 0, 0])
  placing(s, 'PLANK', [-100_000, 0, 100_000])
  expect(s.world.terrain.loadedCount).toBe(before)
})
