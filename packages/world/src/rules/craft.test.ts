import { expect, test } from 'vitest'
import { type Scenario, scenario } from '../testing/index.js'
import { craft } from './craft.js'
import { smelt } from './smelt.js'

const LEGEND = { b: 'CRAFTING_BENCH', f: 'FURNACE' }

function events(s: Scenario, task: { type: string; [field: string]: unknown }, ticks = 1): unknown[] {
  s.task('A', task)
  s.run(ticks)
  return s.events('A')
}

test('[CRAFT1] two units by hand take twice the time and pay as they go', () => {
  const s = scenario('A', { flat: true })
  const planks = s.agent('A').inventory.counts.get('PLANK') as number
  s.task('A', { type: 'CRAFT', recipe_id: 'stick_from_plank', count: 2 })
  s.run(4)
  expect(s.agent('A').inventory.counts.get('PLANK')).toBe(planks)
  s.run(1)
  expect(s.agent('A').inventory.counts.get('PLANK')).toBe(planks - 2)
  s.run(5)
  expect(s.events('A')).toEqual([
    { t: 1, type: 'ACTION_RESULT', ref: '', ok: true, task_id: 'T000001' },
    { t: 5, type: 'FUN', dim: 'NOVELTY', delta: 3, total: 13, reason: 'recipe:stick_from_plank' },
    { t: 10, type: 'TASK_DONE', task_id: 'T000001', kind: 'CRAFT' },
  ])
  expect(s.agent('A').inventory.counts.get('STICK')).toBe(8)
})

test('[CRAFT2] the request names a known recipe and a count', () => {
  const s = scenario('A', { flat: true })
  expect(events(s, { type: 'CRAFT', recipe_id: 'torch' })).toMatchObject([
    { ok: false, code: 'E_BAD_REQUEST', message: 'missing recipe_id/count' },
  ])
  expect(events(s, { type: 'CRAFT', recipe_id: 'nope', count: 1 })).toMatchObject([
    { ok: false, code: 'E_INVALID_TARGET', message: 'unknown recipe' },
  ])
})

test('[CRAFT3] [WK-09] a bench must stand within two cells, every tick', () => {
  const s = scenario('A . . b', { flat: true, legend: LEGEND })
  expect(events(s, { type: 'CRAFT', recipe_id: 'chest', count: 1 }).at(-1)).toMatchObject({
    type: 'TASK_FAIL',
    code: 'E_BLOCKED',
    message: 'need crafting bench nearby',
  })
  const beside = scenario('A . b', { legend: LEGEND })
  beside.task('A', { type: 'CRAFT', recipe_id: 'chest', count: 1 })
  beside.run(5)
  expect(beside.agent('A').inventory.counts.get('CHEST')).toBe(1)
  beside.task('A', { type: 'CRAFT', recipe_id: 'chest', count: 1 })
  beside.run(2)
  beside.setBlock('b', 'AIR')
  beside.tick()
  expect(beside.events('A').at(-1)).toMatchObject({ type: 'TASK_FAIL', code: 'E_BLOCKED' })
})

test('[CRAFT4] furnace recipes are not crafted, and inputs are asked for at the end of a unit', () => {
  const s = scenario('A', { flat: true })
  expect(events(s, { type: 'CRAFT', recipe_id: 'iron_ingot', count: 1 }).at(-1)).toMatchObject({
    code: 'E_INVALID_TARGET',
    message: 'unsupported station',
  })
  const before = new Map(s.agent('A').inventory.counts)
  expect(events(s, { type: 'CRAFT', recipe_id: 'plank_from_log', count: 1 }, 5).at(-1)).toEqual({
    t: 6,
    type: 'TASK_FAIL',
    task_id: 'T000002',
    code: 'E_NO_RESOURCE',
    message: 'missing inputs',
  })
  expect(s.agent('A').inventory.counts).toEqual(before)
  const high = scenario('A')
  expect(events(high, { type: 'CRAFT', recipe_id: 'plank_from_log', count: 1 }, 5).at(-1)).toMatchObject({
    message: 'missing inputs',
    item: 'LOG',
    need: 1,
    have: 0,
    made: 0,
  })
})

test('[CRAFT5] [AC-04] progress is that of the unit at hand; with explanations it tells the rest of the time too', () => {
  const s = scenario('A')
  s.task('A', { type: 'CRAFT', recipe_id: 'stick_from_plank', count: 2 })
  s.run(2)
  const agent = s.agent('A')
  expect(craft.progress(s.world, agent, agent.work as never)).toEqual({ progress: 0.4, target: agent.pos, etaTicks: 8 })
  const old = scenario('A f', { flat: true, legend: LEGEND })
  old.give('A', 'IRON_ORE', 1)
  old.task('A', { type: 'SMELT', item_id: 'IRON_ORE', count: 1 })
  old.run(3)
  expect(smelt.progress(old.world, old.agent('A'), old.agent('A').work as never)).toEqual({
    progress: 0.3,
    target: [0, 0, 0],
    etaTicks: 0,
  })
})

test('[SMELT1] [WK-12] ore and coal are taken with the tenth tick, not before', () => {
  const s = scenario('A f', { flat: true, legend: LEGEND })
  s.give('A', 'IRON_ORE', 1)
  s.task('A', { type: 'SMELT', item_id: 'IRON_ORE', count: 1 })
  s.run(9)
  expect(s.agent('A').inventory.counts.get('IRON_ORE')).toBe(1)
  s.tick()
  expect(s.agent('A').inventory.counts.get('IRON_ORE')).toBeUndefined()
  expect(s.agent('A').inventory.counts.get('IRON_INGOT')).toBe(1)
  expect(s.events('A').slice(1)).toMatchObject([
    { type: 'FUN', delta: 5, reason: 'recipe:iron_ingot' },
    { type: 'TASK_DONE', kind: 'SMELT' },
  ])
})

test('[SMELT2] [WK-11] the request names what a furnace takes, and a count', () => {
  const s = scenario('A', { flat: true })
  expect(events(s, { type: 'SMELT', item_id: 'IRON_ORE' })).toMatchObject([
    { ok: false, code: 'E_BAD_REQUEST', message: 'missing item_id/count' },
  ])
  expect(events(s, { type: 'SMELT', item_id: 'PLANK', count: 1 })).toMatchObject([
    { ok: false, code: 'E_INVALID_TARGET', message: 'unsupported smelt item' },
  ])
})

test('[SMELT3] without a furnace nearby, or without inputs, it fails', () => {
  const s = scenario('A . . f', { flat: true, legend: LEGEND })
  expect(events(s, { type: 'SMELT', item_id: 'IRON_ORE', count: 1 }).at(-1)).toMatchObject({
    type: 'TASK_FAIL',
    code: 'E_BLOCKED',
    message: 'need furnace nearby',
  })
  const beside = scenario('A f', { flat: true, legend: LEGEND })
  expect(events(beside, { type: 'SMELT', item_id: 'COPPER_ORE', count: 1 }, 10).at(-1)).toMatchObject({
    type: 'TASK_FAIL',
    code: 'E_NO_RESOURCE',
    message: 'missing inputs',
  })
})
