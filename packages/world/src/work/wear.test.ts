import { expect, test } from 'vitest'
import { createInventory } from '../inventory.js'
import { testWorld } from '../testing/index.js'
import { moveItems, takeWorn, wearTool } from './wear.js'

const { content } = testWorld()

test('[WEAR1] the last of a kind takes all wear along', () => {
  const bag = createInventory([{ item: 'WOOD_AXE', count: 1 }])
  bag.wear.set('WOOD_AXE', 40)
  expect(takeWorn(content, bag, 'WOOD_AXE', 1)).toBe(40)
  expect(bag).toEqual(createInventory())
})

test('[WEAR2] parting a stack repairs nothing: what the rest cannot bear moves along', () => {
  const bag = createInventory([{ item: 'WOOD_AXE', count: 2 }])
  const other = createInventory()
  bag.wear.set('WOOD_AXE', 100)
  moveItems(content, bag, other, 'WOOD_AXE', 1)
  expect(bag.wear.get('WOOD_AXE')).toBe(59)
  expect(other.wear.get('WOOD_AXE')).toBe(41)
})

test('[WEAR3] a tool lasts as many uses as it says, and its neighbours start anew', () => {
  const bag = createInventory([{ item: 'WOOD_AXE', count: 2 }])
  const broke: number[] = []
  for (let use = 1; use <= 120; use++) if (wearTool(bag, 'WOOD_AXE', 60)) broke.push(use)
  expect(broke).toEqual([60, 120])
  expect(bag).toEqual(createInventory())
})
