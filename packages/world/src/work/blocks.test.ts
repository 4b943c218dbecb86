import { expect, test } from 'vitest'
import { scenario } from '../testing/index.js'
import { Tx } from '../tx.js'
import { removeBlock } from './blocks.js'
import { itemsAt } from './test-helpers.js'

const LEGEND = {
  g: 'GRASS',
  f: 'FLOWER',
  s: 'STONE',
  t: 'TORCH',
  l: 'LADDER',
  u: 'BERRY_BUSH',
  a: 'SAND',
  c: 'CACTUS',
  d: 'DOOR',
  h: 'CHEST',
}

test('[BLOCK1] a plant comes off with its ground and gives what it gives', () => {
  const s = scenario('A g g\n\n. f u', { legend: LEGEND })
  const [, y] = s.at('A')
  const tx = new Tx(s.world)
  removeBlock(tx, [1, y, 0], 0, 'A1', 'MINE')
  removeBlock(tx, [2, y, 0], 0, 'A1', 'MINE')
  expect([s.blockName('f'), s.blockName('u')]).toEqual(['AIR', 'AIR'])
  s.tick()
  expect(itemsAt(s, [1, y, 0])).toEqual([{ item: 'FLOWER', count: 1 }])
  // The ripe bush first turns bare, as when picked, and the bare one has no ground either.
  expect(itemsAt(s, [2, y, 0]).map(({ item }) => item)).toEqual(['BERRIES', 'BERRY_BUSH'])
})

test('[BLOCK2] a cactus comes down from the cut upwards', () => {
  const s = scenario('A a\n\n. c\n\n. c\n\n. c', { legend: LEGEND })
  const [, y] = s.at('A')
  s.task('A', { type: 'MINE', block_pos: [1, y + 2, 0] })
  s.runUntil('A', 'TASK_DONE')
  expect([1, 2, 3].map((up) => s.blockName([1, y + up, 0]))).toEqual(['CACTUS', 'AIR', 'AIR'])
  expect(itemsAt(s, [1, y + 2, 0])).toEqual([{ item: 'CACTUS', count: 2 }])
})

test('[BLOCK3] torch and ladder come off their wall', () => {
  const s = scenario('A . .\n\nt s l', { legend: LEGEND })
  const [, y] = s.at('A')
  removeBlock(new Tx(s.world), [1, y + 1, 0], 0, 'A1', 'MINE')
  expect([s.blockName([0, y + 1, 0]), s.blockName([2, y + 1, 0])]).toEqual(['AIR', 'AIR'])
  s.tick()
  expect(itemsAt(s, [2, y, 0])).toEqual([{ item: 'LADDER', count: 1 }])
})

test('[BLOCK4] a door falls whole when its floor goes', () => {
  const s = scenario('A s\n\n. d\n\n. d', { legend: LEGEND })
  const [, y] = s.at('A')
  removeBlock(new Tx(s.world), [1, y, 0], 0, 'A1', 'MINE')
  expect([s.blockName([1, y + 1, 0]), s.blockName([1, y + 2, 0])]).toEqual(['AIR', 'AIR'])
  s.tick()
  expect(itemsAt(s, [1, y, 0])).toEqual([{ item: 'DOOR', count: 1 }])
})

test('[BLOCK5] what a container held is not lost when it is taken away by nobody', () => {
  const s = scenario('A h', { legend: LEGEND })
  const chest = `CHEST@${s.at('h').join(',')}`
  s.task('A', { type: 'TRANSFER', src_container: 'SELF', dst_container: chest, item_id: 'COAL', count: 4 })
  s.tick()
  removeBlock(new Tx(s.world), s.at('h'), 0, 'WORLD', 'TEST')
  expect(itemsAt(s, s.at('h'))).toEqual([{ item: 'COAL', count: 4 }])
  expect(s.world.state.containers.size).toBe(0)
})
