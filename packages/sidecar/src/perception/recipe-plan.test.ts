import { expect, test } from 'vitest'
import type { KnownRecipe } from './catalogs.js'
import { planItem } from './recipe-plan.js'

function recipe(
  recipe_id: string,
  station: string,
  inputs: Record<string, number>,
  outputs: Record<string, number>,
): KnownRecipe {
  const stacks = (counts: Record<string, number>) => Object.entries(counts).map(([item, count]) => ({ item, count }))
  return { recipe_id, station, inputs: stacks(inputs), outputs: stacks(outputs) }
}
const RECIPES = [
  recipe('plank', 'HAND', { LOG: 1 }, { PLANK: 4 }),
  recipe('stick', 'HAND', { PLANK: 2 }, { STICK: 4 }),
  recipe('pickaxe', 'CRAFTING_BENCH', { PLANK: 3, STICK: 2 }, { PICKAXE: 1 }),
  recipe('seeds', 'HAND', { WHEAT: 1 }, { SEEDS: 2 }),
  recipe('wheat', 'HAND', { SEEDS: 2 }, { WHEAT: 1 }),
  recipe('brick_of_clay', 'FURNACE', { CLAY: 4 }, { BRICK: 4 }),
  recipe('brick_of_stone', 'CRAFTING_BENCH', { STONE: 4 }, { BRICK: 4 }),
]
const plan = (stock: Record<string, number>, item: string, count = 1) => {
  const { steps, missing } = planItem(RECIPES, new Map(Object.entries(stock)), { item, count })
  return {
    steps: steps.map(({ recipe_id, times }) => [recipe_id, times]),
    missing: Object.fromEntries(missing),
  }
}

test('[PLAN1] what is carried needs no step', () => {
  expect(plan({ PICKAXE: 1 }, 'PICKAXE')).toEqual({ steps: [], missing: {} })
})

test('[PLAN2] steps come in an order in which they can be done, and what is left over is used', () => {
  expect(plan({}, 'PICKAXE')).toEqual({
    steps: [
      ['plank', 2],
      ['stick', 1],
      ['pickaxe', 1],
    ],
    missing: { LOG: 2 },
  })
  expect(plan({ PLANK: 3, STICK: 1, LOG: 5 }, 'PICKAXE')).toEqual({
    steps: [
      ['plank', 1],
      ['stick', 1],
      ['pickaxe', 1],
    ],
    missing: {},
  })
})

test('[PLAN3] of several recipes the one that leaves least to gather is taken', () => {
  expect(plan({ STONE: 8 }, 'BRICK', 8)).toEqual({ steps: [['brick_of_stone', 2]], missing: {} })
  expect(plan({ CLAY: 8 }, 'BRICK', 8)).toEqual({ steps: [['brick_of_clay', 2]], missing: {} })
})

test('[PLAN4] recipes that feed each other do not go round in circles', () => {
  expect(plan({}, 'SEEDS')).toEqual({ steps: [['seeds', 1]], missing: { WHEAT: 1 } })
})

test('[PLAN5] a raw item is simply missing', () => {
  expect(plan({ LOG: 1 }, 'LOG', 3)).toEqual({ steps: [], missing: { LOG: 2 } })
})

test('[PLAN6] recipes that branch without end are given up in time', () => {
  const branching = Array.from({ length: 60 }, (_, index) =>
    recipe(
      `r${index}`,
      'HAND',
      { [`I${(index * 7 + 1) % 20}`]: 1, [`I${(index * 11 + 3) % 20}`]: 1 },
      { [`I${index % 20}`]: 1 },
    ),
  )
  expect(planItem(branching, new Map(), { item: 'I0', count: 1 }).missing.size).toBeGreaterThan(0)
})
