import { expect, test } from 'vitest'
import { scenario } from '../testing/index.js'
import { Tx } from '../tx.js'
import { dropItem } from '../work/drop.js'
import { lastEvent } from '../work/test-helpers.js'

test('[GATHER1] [WK-05] the whole stack is picked up, wear and all, and is gone from the ground', () => {
  const s = scenario('A . . .')
  dropItem(new Tx(s.world), s.at('A'), 'WOOD_AXE', 2, 60)
  s.task('A', { type: 'GATHER', target_id: 'IT000001' })
  s.tick()
  expect(s.events('A')).toEqual([
    { t: 1, type: 'ACTION_RESULT', ref: '', ok: true, task_id: 'T000001' },
    { t: 1, type: 'TASK_DONE', task_id: 'T000001', kind: 'GATHER' },
  ])
  expect(s.agent('A').inventory.counts.get('WOOD_AXE')).toBe(2)
  expect(s.agent('A').inventory.wear.get('WOOD_AXE')).toBe(60)
  expect(s.world.state.items.size).toBe(0)
})

test('[GATHER2] a request without a name, or for what is not there, is refused', () => {
  const s = scenario('A')
  s.task('A', { type: 'GATHER' })
  s.tick()
  expect(lastEvent(s, 'A')).toMatchObject({ ok: false, code: 'E_BAD_REQUEST', message: 'missing target_id' })
  s.task('A', { type: 'GATHER', target_id: 'IT999999' })
  s.tick()
  expect(lastEvent(s, 'A')).toMatchObject({ ok: false, code: 'E_INVALID_TARGET', message: 'item entity not found' })
})

test('[GATHER3] out of reach it fails, and the stack stays', () => {
  for (const flat of [true, false]) {
    const s = scenario('A . . . . .', { flat })
    const [, y] = s.at('A')
    dropItem(new Tx(s.world), [flat ? 3 : 5, y, 0], 'COAL', 3)
    s.task('A', { type: 'GATHER', target_id: 'IT000001' })
    s.tick()
    expect(lastEvent(s, 'A')).toMatchObject({ type: 'TASK_FAIL', code: 'E_BLOCKED', message: 'too far' })
    expect(s.world.state.items.get('IT000001')?.count).toBe(3)
  }
})

test('[GATHER3] of two who reach for one stack, the second is told that it is gone', () => {
  const s = scenario('A B')
  dropItem(new Tx(s.world), s.at('A'), 'COAL', 3)
  for (const name of ['A', 'B']) s.task(name, { type: 'GATHER', target_id: 'IT000001' })
  s.tick()
  const ends = [...s.events('A'), ...s.events('B')].filter(({ type }) => type.startsWith('TASK_'))
  expect(ends.map(({ type }) => type).sort()).toEqual(['TASK_DONE', 'TASK_FAIL'])
  expect(ends.find(({ type }) => type === 'TASK_FAIL')).toMatchObject({
    code: 'E_INVALID_TARGET',
    message: 'item entity not found',
  })
})
