import { expect, test } from 'vitest'
import { createInventory } from '../inventory.js'
import { testWorld } from '../testing/index.js'
import { bestTool, ticksToBreak } from './tools.js'

test('[MINE1] [WK-03] ticks and stamina by tier, families by block', () => {
  const { profile, content } = testWorld({ flat: true })
  expect(profile.mining).toEqual({ ticks: [10, 8, 6, 4], staminaMilli: [15, 13, 11, 9], usesHardness: false })
  const familyOf = (name: string): string | undefined => content.blocks[content.block(name)]?.tool
  expect(['DIRT', 'GRASS', 'SAND', 'GRAVEL'].map(familyOf)).toEqual(Array(4).fill('shovel'))
  expect(['LOG', 'PLANK'].map(familyOf)).toEqual(['axe', 'axe'])
  expect(['STONE', 'CHEST', 'TORCH', 'WATER'].map(familyOf)).toEqual(Array(4).fill('pickaxe'))
})

test('[MINE1] [WK-03] the best tool of the family is used, and only of the family', () => {
  const { content } = testWorld()
  const bag = createInventory([
    { item: 'WOOD_PICKAXE', count: 1 },
    { item: 'STONE_PICKAXE', count: 2 },
    { item: 'IRON_AXE', count: 1 },
  ])
  expect(bestTool(content, bag, 'pickaxe')).toEqual({
    item: 'STONE_PICKAXE',
    family: 'pickaxe',
    tier: 2,
    durability: 130,
  })
  expect(bestTool(content, bag, 'shovel')).toBeUndefined()
  expect(bestTool(content, bag, 'none')).toBeUndefined()
})

test('[MINE4] hardness is a share of the time of the tier, never less than a tick', () => {
  const world = testWorld()
  const ticks = (name: string): number[] =>
    [0, 1, 2, 3].map((tier) => {
      const block = world.content.blocks[world.content.block(name)]
      return block === undefined ? 0 : ticksToBreak(world, block, tier)
    })
  expect(ticks('STONE')).toEqual([10, 8, 6, 4])
  expect(ticks('DEEPSTONE')).toEqual([18, 15, 11, 8])
  expect(ticks('TALL_GRASS')).toEqual([1, 1, 1, 1])
})
