import type { Vec3 } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import { type Scenario, scenario } from '../testing/index.js'
import { itemsAt, lastEvent, reserve } from '../work/test-helpers.js'
import { mine } from './mine.js'

const LEGEND = {
  s: 'STONE',
  d: 'DIRT',
  o: 'IRON_ORE',
  c: 'CHEST',
  w: 'WATER',
  b: 'BEDROCK',
  u: 'BERRY_BUSH',
  l: 'LEAVES',
}

const flat = (map: string): Scenario => scenario(map, { flat: true, legend: LEGEND })
const high = (map: string): Scenario => scenario(map, { legend: LEGEND })

test('[MINE1] [WK-01] a bare hand breaks stone with the tenth tick of work', () => {
  const s = flat('A s')
  s.agent('A').hunger = 0
  s.task('A', { type: 'MINE', block_pos: s.at('s') })
  s.run(9)
  expect(s.blockName('s')).toBe('STONE')
  s.tick()
  expect(s.blockName('s')).toBe('AIR')
  expect(s.agent('A').staminaMilli).toBe(1000 - 150)
  expect(s.events('A')).toEqual([
    { t: 1, type: 'ACTION_RESULT', ref: '', ok: true, task_id: 'T000001' },
    { t: 10, type: 'TASK_DONE', task_id: 'T000001', kind: 'MINE' },
  ])
})

test('[MINE1] [WK-02] an iron pickaxe needs four ticks', () => {
  const s = flat('A s')
  s.agent('A').hunger = 0
  s.give('A', 'IRON_PICKAXE', 1)
  s.task('A', { type: 'MINE', block_pos: s.at('s') })
  s.run(3)
  expect(s.blockName('s')).toBe('STONE')
  s.tick()
  expect(s.blockName('s')).toBe('AIR')
  expect(s.agent('A').staminaMilli).toBe(1000 - 36)
  expect(s.agent('A').inventory.wear.size).toBe(0)
})

test('[MINE2] [WK-04] what a block drops lies where it stood', () => {
  const s = flat('A s')
  s.task('A', { type: 'MINE', block_pos: s.at('s') })
  s.run(10)
  expect(itemsAt(s, s.at('s'))).toEqual([{ item: 'STONE', count: 1 }])
})

test('[MINE3] the request is refused by height, the work by reach and air', () => {
  const s = flat('A . . s')
  s.task('A', { type: 'MINE', block_pos: [0, 1, 0] })
  s.tick()
  expect(lastEvent(s, 'A')).toMatchObject({ ok: false, code: 'E_INVALID_TARGET', message: '2D world requires y==0' })
  s.task('A', { type: 'MINE', block_pos: s.at('s') })
  s.tick()
  expect(lastEvent(s, 'A')).toEqual({
    t: 2,
    type: 'TASK_FAIL',
    task_id: 'T000001',
    code: 'E_INVALID_TARGET',
    message: 'too far',
  })
  s.task('A', { type: 'MINE', block_pos: [1, 0, 0] })
  s.tick()
  expect(lastEvent(s, 'A')).toMatchObject({ type: 'TASK_FAIL', code: 'E_INVALID_TARGET', message: 'no block' })
})

test('[MINE3] in three dimensions reach counts from the head, largest difference first', () => {
  const s = high('A . . . s s')
  const [x, y, z] = s.at('A')
  s.task('A', { type: 'MINE', block_pos: [x + 5, y, z] })
  s.tick()
  expect(lastEvent(s, 'A')).toEqual({
    t: 1,
    type: 'TASK_FAIL',
    task_id: 'T000001',
    code: 'E_INVALID_TARGET',
    message: 'too far',
    distance: 5,
    reach: 4,
    target: [5, y, z],
  })
  s.task('A', { type: 'MINE', block_pos: [x + 4, y - 3, z + 4] })
  s.tick()
  expect(s.agent('A').work?.workTicks).toBe(1)
  s.act('A', { cancel: ['T000002'], tasks: [{ type: 'MINE', block_pos: [x, 128, z] }] })
  s.tick()
  expect(lastEvent(s, 'A')).toMatchObject({ code: 'E_INVALID_TARGET', message: 'out of bounds', height: 128 })
})

test('[MINE4] hands work slower on harder blocks and faster with the right tool', () => {
  const ticksFor = (sign: keyof typeof LEGEND, tool?: string): number => {
    const s = high(`A ${sign}`)
    if (tool !== undefined) s.give('A', tool, 1)
    s.task('A', { type: 'MINE', block_pos: s.at(sign) })
    s.runUntil('A', 'TASK_DONE')
    return s.world.state.tick - 1
  }
  expect(ticksFor('d')).toBe(5)
  expect(ticksFor('d', 'IRON_PICKAXE')).toBe(5)
  expect(ticksFor('d', 'WOOD_SHOVEL')).toBe(4)
  expect(ticksFor('s')).toBe(10)
  expect(ticksFor('o', 'STONE_PICKAXE')).toBe(9)
  expect(ticksFor('u')).toBe(1)
})

test('[MINE5] below the tier it needs a block breaks and leaves nothing, and the miner is told why', () => {
  const s = high('A o')
  s.give('A', 'WOOD_PICKAXE', 1)
  s.task('A', { type: 'MINE', block_pos: s.at('o') })
  expect(s.runUntil('A', 'TASK_DONE')).toMatchObject({ kind: 'MINE', needs_tool: { family: 'pickaxe', tier: 2 } })
  expect(s.blockName('o')).toBe('AIR')
  expect(s.world.state.items.size).toBe(0)
})

test('[MINE6] a tool breaks when it has been used as often as it lasts', () => {
  const s = high('A d')
  s.give('A', 'WOOD_SHOVEL', 2)
  s.agent('A').inventory.wear.set('WOOD_SHOVEL', 59)
  s.task('A', { type: 'MINE', block_pos: s.at('d') })
  expect(s.runUntil('A', 'TASK_DONE')).toMatchObject({ broken_tool: 'WOOD_SHOVEL' })
  expect(s.agent('A').inventory.counts.get('WOOD_SHOVEL')).toBe(1)
  expect(s.agent('A').inventory.wear.has('WOOD_SHOVEL')).toBe(false)
  s.setBlock('d', 'DIRT')
  s.task('A', { type: 'MINE', block_pos: s.at('d') })
  s.runUntil('A', 'TASK_DONE')
  expect(s.agent('A').inventory.wear.get('WOOD_SHOVEL')).toBe(1)
})

test('[MINE7] bedrock and water cannot be mined, except where the profile says so', () => {
  const s = high('A b w')
  for (const sign of ['b', 'w']) {
    s.task('A', { type: 'MINE', block_pos: s.at(sign) })
    s.tick()
    expect(lastEvent(s, 'A')).toMatchObject({ type: 'TASK_FAIL', code: 'E_INVALID_TARGET', message: 'not breakable' })
  }
  const old = flat('A w')
  old.task('A', { type: 'MINE', block_pos: old.at('w') })
  old.run(10)
  expect(lastEvent(old, 'A')).toMatchObject({ type: 'TASK_DONE' })
})

test('[MINE8] what a chest holds goes to the miner, worn as it is, and the chest lies there', () => {
  const s = high('A c')
  s.give('A', 'WOOD_PICKAXE', 1)
  s.agent('A').inventory.wear.set('WOOD_PICKAXE', 7)
  const chest = `CHEST@${s.at('c').join(',')}`
  s.task('A', { type: 'TRANSFER', src_container: 'SELF', dst_container: chest, item_id: 'WOOD_PICKAXE', count: 1 })
  s.tick()
  expect(s.agent('A').inventory.wear.size).toBe(0)
  s.task('A', { type: 'MINE', block_pos: s.at('c') })
  s.runUntil('A', 'TASK_DONE')
  expect(s.agent('A').inventory.counts.get('WOOD_PICKAXE')).toBe(1)
  expect(s.agent('A').inventory.wear.get('WOOD_PICKAXE')).toBe(7)
  expect(itemsAt(s, s.at('c'))).toEqual([{ item: 'CHEST', count: 1 }])
  expect(s.world.state.containers.size).toBe(0)
})

test('[MINE8] a container that holds reserved goods stays', () => {
  const s = flat('A .')
  s.give('A', 'CHEST', 1)
  s.task('A', { type: 'PLACE', item_id: 'CHEST', block_pos: [1, 0, 0] })
  s.tick()
  reserve(s, 'CHEST@1,0,0', { item: 'PLANK', count: 1 })
  s.task('A', { type: 'MINE', block_pos: [1, 0, 0] })
  s.run(10)
  expect(lastEvent(s, 'A')).toMatchObject({
    type: 'TASK_FAIL',
    code: 'E_BLOCKED',
    message: 'container has reserved items',
  })
  expect(s.blockName([1, 0, 0])).toBe('CHEST')
})

test('[MINE9] tired hands wait without giving up', () => {
  const s = flat('A s')
  s.agent('A').staminaMilli = 0
  s.agent('A').hunger = 0
  s.task('A', { type: 'MINE', block_pos: s.at('s') })
  s.run(50)
  expect(s.agent('A').work?.workTicks).toBe(0)
  s.agent('A').staminaMilli = 150
  s.run(10)
  expect(s.blockName('s')).toBe('AIR')
})

test('[MINE2] a bush keeps standing and gives its berries', () => {
  const s = high('A u')
  const ground: Vec3 = [1, s.at('u')[1] - 1, 0]
  s.setBlock(ground, 'GRASS')
  s.task('A', { type: 'MINE', block_pos: s.at('u') })
  s.tick()
  expect(s.blockName('u')).toBe('BERRY_BUSH_BARE')
  const [stack] = itemsAt(s, s.at('u'))
  expect(stack?.item).toBe('BERRIES')
  expect([2, 3]).toContain(stack?.count)
})

test('[MINE10] worlds that forbid mining say so before they look at the slot', () => {
  const s = scenario('A s', { flat: true, legend: LEGEND, world: 'CITY_HUB' })
  s.task('A', { type: 'MINE', block_pos: s.at('s') })
  s.tick()
  expect(lastEvent(s, 'A')).toMatchObject({
    ok: false,
    code: 'E_NO_PERMISSION',
    message: 'mining disabled in this world',
  })
})

test('[MINE11] a running task keeps its slot', () => {
  const s = flat('A s')
  s.act('A', {
    tasks: [
      { type: 'MINE', block_pos: s.at('s') },
      { type: 'CRAFT', recipe_id: 'torch', count: 1 },
    ],
  })
  s.tick()
  expect(lastEvent(s, 'A')).toMatchObject({ ok: false, code: 'E_CONFLICT', message: 'work task slot occupied' })
})

test('[MINE12] [AC-05] progress counts with the best tool; where it is and how long is told with explanations only', () => {
  const s = flat('A s')
  s.give('A', 'IRON_PICKAXE', 1)
  s.task('A', { type: 'MINE', block_pos: s.at('s') })
  s.run(2)
  expect(mine.progress(s.world, s.agent('A'), s.agent('A').work as never)).toEqual({
    progress: 0.5,
    target: [0, 0, 0],
    etaTicks: 0,
  })
  const tall = high('A s')
  tall.task('A', { type: 'MINE', block_pos: tall.at('s') })
  tall.run(3)
  expect(mine.progress(tall.world, tall.agent('A'), tall.agent('A').work as never)).toEqual({
    progress: 0.3,
    target: tall.at('s'),
    etaTicks: 7,
  })
})
