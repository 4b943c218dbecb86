import { placedId } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import { type Scenario, scenario } from '../testing/index.js'
import { Tx } from '../tx.js'
import { lastEvent } from '../work/test-helpers.js'

const LEGEND = { c: 'CHEST', t: 'CONTRACT_TERMINAL', b: 'BULLETIN_BOARD', s: 'SIGN' }

function opening(s: Scenario, target: string): unknown[] {
  s.task('A', { type: 'OPEN', target_id: target })
  s.tick()
  return s.events('A').slice(1)
}

test('[OPEN1] a chest shows what it holds, sorted', () => {
  const s = scenario('A c', { flat: true, legend: LEGEND })
  for (const item of ['PLANK', 'COAL']) {
    s.task('A', { type: 'TRANSFER', src_container: 'SELF', dst_container: 'CHEST@1,0,0', item_id: item, count: 3 })
    s.tick()
  }
  s.events('A')
  expect(opening(s, 'CHEST@1,0,0')).toEqual([
    {
      t: 3,
      type: 'CONTAINER',
      container: 'CHEST@1,0,0',
      container_type: 'CHEST',
      pos: [1, 0, 0],
      inventory: [
        { item: 'COAL', count: 3 },
        { item: 'PLANK', count: 3 },
      ],
    },
    { t: 3, type: 'TASK_DONE', task_id: 'T000003', kind: 'OPEN' },
  ])
})

test('[OPEN1] a terminal lists its contracts', () => {
  const s = scenario('A t', { flat: true, legend: LEGEND })
  expect(opening(s, 'CONTRACT_TERMINAL@1,0,0')[0]).toMatchObject({ inventory: [], contracts: [] })
})

test('[OPEN2] a board shows its last twenty posts, oldest first', () => {
  const s = scenario('A b', { flat: true, legend: LEGEND, tuning: { rate_limits: { ...lenient } } })
  for (let i = 1; i <= 21; i++) {
    s.instant('A', { type: 'POST_BOARD', board_id: 'BULLETIN_BOARD@1,0,0', title: `n${i}`, body: 'text' })
    s.tick()
  }
  s.events('A')
  const [board] = opening(s, 'BULLETIN_BOARD@1,0,0') as [{ posts: { title: string }[] }]
  expect(board).toMatchObject({ type: 'BOARD', board_id: 'BULLETIN_BOARD@1,0,0', pos: [1, 0, 0], total_posts: 21 })
  expect(board.posts.map(({ title }) => title)).toEqual(Array.from({ length: 20 }, (_, i) => `n${i + 2}`))
})

test('[OPEN2] [DV-10] a sign shows its text, and who wrote it when', () => {
  const s = scenario('A s', { flat: true, legend: LEGEND })
  expect(opening(s, 'SIGN@1,0,0')[0]).toEqual({
    t: 1,
    type: 'SIGN',
    sign_id: 'SIGN@1,0,0',
    pos: [1, 0, 0],
    text: '',
    updated_tick: 0,
    updated_by: '',
  })
  s.instant('A', { type: 'SET_SIGN', target_id: 'SIGN@1,0,0', text: 'Welcome' })
  s.tick()
  s.events('A')
  expect(opening(s, 'SIGN@1,0,0')[0]).toMatchObject({ text: 'Welcome', updated_tick: 2, updated_by: 'A1' })
})

test('[OPEN3] what is missing or too far is said to be', () => {
  const s = scenario('A . . . c', { flat: true, legend: LEGEND })
  s.task('A', { type: 'OPEN' })
  s.tick()
  expect(lastEvent(s, 'A')).toMatchObject({ ok: false, code: 'E_BAD_REQUEST', message: 'missing target_id' })
  const fails = (target: string): unknown => opening(s, target).at(-1)
  const missing = { type: 'TASK_FAIL', code: 'E_INVALID_TARGET' }
  expect(fails('BULLETIN_BOARD@2,0,0')).toMatchObject({ ...missing, message: 'board not found' })
  expect(fails('SIGN@2,0,0')).toMatchObject({ ...missing, message: 'sign not found' })
  expect(fails('CHEST@2,0,0')).toMatchObject({ ...missing, message: 'container not found' })
  expect(fails('xyz')).toMatchObject({ ...missing, message: 'container not found' })
  expect(fails('FURNACE@4,0,0')).toMatchObject({ ...missing, message: 'container not found' })
  expect(fails('CHEST@4,0,0')).toMatchObject({ type: 'TASK_FAIL', code: 'E_BLOCKED', message: 'too far' })
})

test('[OPEN4] a door opens and closes as a whole, unless somebody stands in it', () => {
  const s = scenario('A . B')
  const [, y] = s.at('A')
  s.give('A', 'DOOR', 1)
  s.task('A', { type: 'PLACE', item_id: 'DOOR', block_pos: [1, y, 0] })
  s.tick()
  s.events('A')
  const door = placedId('DOOR', [1, y, 0])
  const cells = (): string[] => [s.blockName([1, y, 0]), s.blockName([1, y + 1, 0])]
  expect(opening(s, door).at(-1)).toMatchObject({ type: 'TASK_DONE', is_open: true })
  expect(cells()).toEqual(['DOOR_OPEN', 'DOOR_OPEN'])
  new Tx(s.world).moveAgent(s.agent('B'), [1, y, 0])
  expect(opening(s, door).at(-1)).toMatchObject({ code: 'E_BLOCKED', message: 'space occupied by a body' })
  new Tx(s.world).moveAgent(s.agent('B'), [2, y, 0])
  expect(opening(s, placedId('DOOR_OPEN', [1, y + 1, 0])).at(-1)).toMatchObject({ type: 'TASK_DONE', is_open: false })
  expect(cells()).toEqual(['DOOR', 'DOOR'])
  expect(opening(s, placedId('DOOR', [0, y, 5])).at(-1)).toMatchObject({
    code: 'E_INVALID_TARGET',
    message: 'door not found',
  })
})

const lenient = {
  say_window_ticks: 50,
  say_max: 5,
  market_say_window_ticks: 50,
  market_say_max: 2,
  whisper_window_ticks: 50,
  whisper_max: 5,
  offer_trade_window_ticks: 50,
  offer_trade_max: 3,
  post_board_window_ticks: 1,
  post_board_max: 1000,
}
