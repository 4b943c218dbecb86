import type { Vec3 } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import { type Scenario, scenario } from '../testing/index.js'
import { Tx } from '../tx.js'
import { placeBlock } from '../work/blocks.js'
import { itemsAt } from '../work/test-helpers.js'

const LEGEND = { s: 'SAND', p: 'PLANK', w: 'WATER', f: 'FLOWER', v: 'GRAVEL', t: 'TORCH' }

function setSand(s: Scenario, at: Vec3): void {
  placeBlock(new Tx(s.world), at, s.world.content.block('SAND'), 'A1', 'PLACE')
}

test('[FALL1] sand whose ground is mined comes down, one above the other', () => {
  const s = scenario('A p\n\n. s\n\n. v', { legend: LEGEND })
  const [, y] = s.at('A')
  s.task('A', { type: 'MINE', block_pos: s.at('p') })
  s.runUntil('A', 'TASK_DONE')
  s.run(2)
  expect([0, 1, 2].map((up) => s.blockName([1, y + up, 0]))).toEqual(['SAND', 'GRAVEL', 'AIR'])
  expect(s.world.state.unsettled.size).toBe(0)
})

test('[FALL2] sand in the air falls four cells a tick, through water, and crushes small plants', () => {
  const s = scenario('A w f', { legend: LEGEND })
  const [, y] = s.at('A')
  setSand(s, [1, y + 6, 0])
  setSand(s, [2, y + 6, 0])
  s.tick()
  expect(s.blockName([1, y + 2, 0])).toBe('SAND')
  s.tick()
  expect(s.blockName([1, y, 0])).toBe('SAND')
  expect(s.blockName([2, y, 0])).toBe('SAND')
  expect(itemsAt(s, [2, y + 1, 0])).toEqual([{ item: 'FLOWER', count: 1 }])
})

test('[FALL3] it stops above a body and comes down when the body is gone', () => {
  const s = scenario('A . B')
  const [, y] = s.at('A')
  setSand(s, [2, y + 5, 0])
  s.run(5)
  expect(s.blockName([2, y + 2, 0])).toBe('SAND')
  expect(s.world.state.unsettled.size).toBe(1)
  new Tx(s.world).moveAgent(s.agent('B'), [3, y, 0])
  s.tick()
  expect(s.blockName([2, y, 0])).toBe('SAND')
})

test('[FALL4] it rests on what is neither solid nor in its way, and falls when that is gone', () => {
  const s = scenario('A t', { legend: LEGEND })
  const [, y] = s.at('A')
  setSand(s, [1, y + 3, 0])
  s.run(2)
  expect(s.blockName([1, y + 1, 0])).toBe('SAND')
  s.task('A', { type: 'MINE', block_pos: s.at('t') })
  s.run(2)
  expect(s.blockName([1, y, 0])).toBe('SAND')
})

test('[FALL5] a great slide is spread over ticks', () => {
  const s = scenario('A')
  const [, y] = s.at('A')
  for (let x = 1; x <= 20; x++) for (let z = 1; z <= 20; z++) setSand(s, [x, y + 1, z])
  s.tick()
  expect(s.world.state.unsettled.size).toBe(400 - 256)
  s.tick()
  expect(s.world.state.unsettled.size).toBe(0)
  expect(s.blockName([20, y, 20])).toBe('SAND')
})
