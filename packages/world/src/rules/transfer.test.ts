import { expect, test } from 'vitest'
import { type Scenario, scenario } from '../testing/index.js'
import { reserve } from '../work/test-helpers.js'

const LEGEND = { c: 'CHEST', d: 'CHEST', e: 'CHEST' }
const near = (): Scenario => scenario('A c d . . . e', { flat: true, legend: LEGEND })

function moving(s: Scenario, from: string, to: string, item = 'COAL', count = 1): unknown {
  s.task('A', { type: 'TRANSFER', src_container: from, dst_container: to, item_id: item, count })
  s.tick()
  return s.events('A').at(-1)
}

const held = (s: Scenario, chest: string, item: string): number | undefined =>
  s.world.state.containers.get(chest)?.inventory.counts.get(item)

test('[TRANSFER1] [WK-14] items go from hand to chest, from chest to chest and back', () => {
  const s = near()
  expect(moving(s, 'SELF', 'CHEST@1,0,0', 'STONE', 10)).toMatchObject({ type: 'TASK_DONE', kind: 'TRANSFER' })
  expect(moving(s, 'CHEST@1,0,0', 'CHEST@2,0,0', 'STONE', 4)).toMatchObject({ type: 'TASK_DONE' })
  expect([held(s, 'CHEST@1,0,0', 'STONE'), held(s, 'CHEST@2,0,0', 'STONE')]).toEqual([6, 4])
  expect(moving(s, 'CHEST@2,0,0', 'SELF', 'STONE', 4)).toMatchObject({ type: 'TASK_DONE' })
  expect(held(s, 'CHEST@2,0,0', 'STONE')).toBeUndefined()
  expect(moving(s, 'CHEST@1,0,0', 'CHEST@1,0,0', 'STONE', 1)).toMatchObject({ type: 'TASK_DONE' })
  expect(held(s, 'CHEST@1,0,0', 'STONE')).toBe(6)
})

test('[TRANSFER2] a request must be complete, and must move something', () => {
  const s = near()
  expect(moving(s, 'SELF', 'CHEST@1,0,0', 'COAL', 0)).toMatchObject({
    ok: false,
    code: 'E_BAD_REQUEST',
    message: 'missing src/dst/item_id/count',
  })
  expect(moving(s, '', 'CHEST@1,0,0')).toMatchObject({ ok: false, code: 'E_BAD_REQUEST' })
  expect(moving(s, 'SELF', 'SELF')).toMatchObject({
    type: 'TASK_FAIL',
    code: 'E_BAD_REQUEST',
    message: 'no-op transfer',
  })
})

test('[TRANSFER3] both ends must be there and within reach', () => {
  const s = near()
  expect(moving(s, 'CHEST@9,0,9', 'SELF')).toMatchObject({
    code: 'E_INVALID_TARGET',
    message: 'src container not found',
  })
  expect(moving(s, 'SELF', 'CHEST@9,0,9')).toMatchObject({
    code: 'E_INVALID_TARGET',
    message: 'dst container not found',
  })
  expect(moving(s, 'CHEST@6,0,0', 'SELF')).toMatchObject({ code: 'E_BLOCKED', message: 'too far from src' })
  expect(moving(s, 'SELF', 'CHEST@6,0,0')).toMatchObject({ code: 'E_BLOCKED', message: 'too far from dst' })
})

test('[TRANSFER4] all or nothing, and reserved goods do not count', () => {
  const s = near()
  moving(s, 'SELF', 'CHEST@1,0,0', 'COAL', 3)
  expect(moving(s, 'CHEST@1,0,0', 'SELF', 'COAL', 4)).toMatchObject({
    code: 'E_NO_RESOURCE',
    message: 'insufficient src items',
  })
  expect(moving(s, 'SELF', 'CHEST@1,0,0', 'COAL', 5000)).toMatchObject({
    code: 'E_NO_RESOURCE',
    message: 'insufficient self items',
  })
  reserve(s, 'CHEST@1,0,0', { item: 'COAL', count: 2 })
  expect(moving(s, 'CHEST@1,0,0', 'SELF', 'COAL', 2)).toMatchObject({
    code: 'E_NO_RESOURCE',
    message: 'insufficient src items',
  })
  expect(moving(s, 'CHEST@1,0,0', 'SELF', 'COAL', 1)).toMatchObject({ type: 'TASK_DONE' })
})

test('[TRANSFER5] an id spelled another way names the same chest', () => {
  const s = near()
  moving(s, 'SELF', 'CHEST@1,0,0', 'COAL', 3)
  expect(moving(s, 'CHEST@01,0,-0', 'SELF', 'COAL', 3)).toMatchObject({ type: 'TASK_DONE' })
  expect(s.world.state.containers.size).toBe(1)
})
