import { expect, test, vi } from 'vitest'
import { type Scenario, scenario } from '../testing/index.js'
import { Tx } from '../tx.js'
import { dropItem } from './drop.js'
import { lastEvent } from './test-helpers.js'

// No land can be claimed yet, so nothing but a stand-in can say no.
vi.mock('../land/permission.js', async (original) => ({ ...(await original<object>()), allows: () => false }))

function ending(s: Scenario, task: { type: string; [field: string]: unknown }): unknown {
  s.task('A', task)
  s.tick()
  return lastEvent(s, 'A')
}

test('[DENY1] [WK-06] what the land forbids is refused, changes nothing and costs law reputation', () => {
  const s = scenario('A s c', { flat: true, legend: { s: 'STONE', c: 'CHEST' } })
  dropItem(new Tx(s.world), [1, 0, 0], 'COAL', 1)
  const deposit = { type: 'TRANSFER', src_container: 'SELF', dst_container: 'CHEST@2,0,0', item_id: 'PLANK', count: 5 }
  expect(ending(s, deposit)).toMatchObject({ type: 'TASK_DONE' })
  const carried = new Map(s.agent('A').inventory.counts)
  const denied = { type: 'TASK_FAIL', code: 'E_NO_PERMISSION' }
  expect(ending(s, { type: 'MINE', block_pos: s.at('s') })).toMatchObject({ ...denied, message: 'break denied' })
  expect(ending(s, { type: 'PLACE', item_id: 'PLANK', block_pos: [0, 0, 1] })).toMatchObject({
    ...denied,
    message: 'build denied',
  })
  expect(ending(s, { type: 'GATHER', target_id: 'IT000001' })).toMatchObject({ ...denied, message: 'pickup denied' })
  expect(ending(s, { ...deposit, src_container: 'CHEST@2,0,0', dst_container: 'SELF' })).toMatchObject({
    ...denied,
    message: 'withdraw denied',
  })
  expect(ending(s, { type: 'BUILD_BLUEPRINT', blueprint_id: 'road_segment', anchor: [0, 0, 1] })).toMatchObject({
    ...denied,
    message: 'build denied',
  })
  expect(s.agent('A').reputation.law).toBe(500 - 5)
  expect(s.agent('A').inventory.counts).toEqual(carried)
  expect(s.world.state.items.size).toBe(1)
})
