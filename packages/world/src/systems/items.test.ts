import { expect, test } from 'vitest'
import { scenario } from '../testing/index.js'
import { Tx } from '../tx.js'
import { dropItem, ITEM_TTL_TICKS } from '../work/drop.js'
import { itemsAt } from '../work/test-helpers.js'

test('[ITEM1] things fall four cells a tick and join what lies where they land', () => {
  const s = scenario('A')
  const [, y] = s.at('A')
  const tx = new Tx(s.world)
  dropItem(tx, [1, y, 0], 'COAL', 2)
  dropItem(tx, [1, y + 6, 0], 'COAL', 3)
  dropItem(tx, [1, y + 6, 0], 'STONE', 1)
  s.tick()
  expect(itemsAt(s, [1, y + 2, 0])).toEqual([
    { item: 'COAL', count: 3 },
    { item: 'STONE', count: 1 },
  ])
  s.tick()
  expect(itemsAt(s, [1, y, 0])).toEqual([
    { item: 'COAL', count: 5 },
    { item: 'STONE', count: 1 },
  ])
  expect([...s.world.state.items.keys()]).toEqual(['IT000001', 'IT000003'])
})

test('[ITEM2] [SV-07] the same item dropped on the same cell is one stack that lasts longer', () => {
  const s = scenario('A', { flat: true })
  dropItem(new Tx(s.world), [1, 0, 0], 'WOOD_AXE', 1, 10)
  s.run(5)
  dropItem(new Tx(s.world), [1, 0, 0], 'WOOD_AXE', 1, 20)
  dropItem(new Tx(s.world), [1, 0, 0], 'COAL', 1)
  expect([...s.world.state.items.values()]).toEqual([
    { id: 'IT000001', item: 'WOOD_AXE', count: 2, wear: 30, pos: [1, 0, 0], expiresTick: 6 + ITEM_TTL_TICKS },
    { id: 'IT000002', item: 'COAL', count: 1, wear: 0, pos: [1, 0, 0], expiresTick: 6 + ITEM_TTL_TICKS },
  ])
})

test('[ITEM3] after its time a thing is gone at the next look', () => {
  const s = scenario('A', { flat: true })
  dropItem(new Tx(s.world), [1, 0, 0], 'COAL', 1)
  s.world.state.tick = ITEM_TTL_TICKS - 1
  s.run(2)
  expect(s.world.state.items.size).toBe(1)
  s.world.state.tick = ITEM_TTL_TICKS + 50
  s.tick()
  expect(s.world.state.items.size).toBe(0)
})

test('[ITEM4] lava burns what falls into it', () => {
  const s = scenario('A l', { legend: { l: 'LAVA' } })
  dropItem(new Tx(s.world), [1, s.at('l')[1] + 2, 0], 'COAL', 1)
  s.tick()
  expect(s.world.state.items.size).toBe(0)
})

test('[ITEM5] a block set onto things lifts them; in a flat world they stay where they are', () => {
  const s = scenario('A')
  const [, y] = s.at('A')
  dropItem(new Tx(s.world), [1, y, 0], 'COAL', 1)
  s.setBlock([1, y, 0], 'STONE')
  s.setBlock([1, y + 1, 0], 'STONE')
  s.tick()
  expect(itemsAt(s, [1, y + 2, 0])).toEqual([{ item: 'COAL', count: 1 }])
  const flat = scenario('A', { flat: true })
  dropItem(new Tx(flat.world), [1, 0, 0], 'COAL', 1)
  flat.setBlock([1, 0, 0], 'STONE')
  flat.tick()
  expect(itemsAt(flat, [1, 0, 0])).toEqual([{ item: 'COAL', count: 1 }])
})

test('[ITEM6] where very many things lie around, columns take turns', () => {
  const s = scenario('A')
  const [, y] = s.at('A')
  const tx = new Tx(s.world)
  for (let i = 0; i < 8192; i++) dropItem(tx, [i % 128, y, 10 + Math.floor(i / 128)], 'COAL', 1)
  dropItem(tx, [0, y + 3, 0], 'STONE', 1)
  dropItem(tx, [1, y + 3, 0], 'STONE', 1)
  s.run(2)
  expect([itemsAt(s, [0, y, 0]), itemsAt(s, [1, y, 0])]).toEqual([
    [{ item: 'STONE', count: 1 }],
    [{ item: 'STONE', count: 1 }],
  ])
  expect(s.world.state.items.size).toBe(8194)
})
