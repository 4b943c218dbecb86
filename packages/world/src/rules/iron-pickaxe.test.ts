import type { GameEvent, Vec3 } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import { type Scenario, scenario } from '../testing/index.js'
import { isWithinReach } from '../work/reach.js'

/** One who can only do what any agent can: ask for tasks and wait for their end. */
function worker(s: Scenario) {
  const finish = (task: { type: string; [field: string]: unknown }): GameEvent => {
    s.task('A', task)
    for (let i = 0; i < 600; i++) {
      s.tick()
      for (const event of s.events('A')) {
        if (event.type === 'TASK_DONE') return event
        if (event.type === 'TASK_FAIL') throw new Error(`${task.type}: ${event.code} ${event.message}`)
        if (event.type === 'ACTION_RESULT' && !event.ok) throw new Error(`${task.type}: ${event.code} ${event.message}`)
      }
    }
    throw new Error(`${task.type} did not end`)
  }
  return {
    walk: (to: Vec3) => finish({ type: 'MOVE_TO', target: to, tolerance: 1 }),
    craft: (recipe: string, count = 1) => finish({ type: 'CRAFT', recipe_id: recipe, count }),
    smelt: (item: string, count: number) => finish({ type: 'SMELT', item_id: item, count }),
    place: (item: string, at: Vec3) => finish({ type: 'PLACE', item_id: item, block_pos: at }),
    /** Goes there, mines a block and picks up all it left. */
    dig(at: Vec3) {
      if (!isWithinReach(s.world, s.agent('A'), at, 'mine')) finish({ type: 'MOVE_TO', target: at, tolerance: 2 })
      finish({ type: 'MINE', block_pos: at })
      s.run(3)
      for (const { id, pos } of s.world.state.items.values()) {
        if (!isWithinReach(s.world, s.agent('A'), pos, 'gather')) finish({ type: 'MOVE_TO', target: pos, tolerance: 2 })
        finish({ type: 'GATHER', target_id: id })
      }
    },
  }
}

test('[STORY1] bare hands to an iron pickaxe, by public actions alone', () => {
  const s = scenario(
    `
    A . t . . t . . # # # c c c
    . . . . . . . . # # # # i i
    . . . . . . . . # # # # i #

    . . t . . t . . . . . . . .

    . . t . . t . . . . . . . .
  `,
    { legend: { t: 'LOG', c: 'COAL_ORE', i: 'IRON_ORE' } },
  )
  const [, y] = s.at('A')
  const { inventory } = s.agent('A')
  for (const item of inventory.counts.keys()) if (item !== 'BERRIES') inventory.counts.delete(item)
  const me = worker(s)

  me.walk([1, y, 0])
  for (const up of [0, 1, 2]) me.dig([2, y + up, 0])
  me.walk([4, y, 0])
  for (const up of [0, 1, 2]) me.dig([5, y + up, 0])
  me.craft('plank_from_log', 5)
  me.craft('stick_from_plank', 2)
  me.craft('crafting_bench')
  me.walk([6, y, 1])
  me.place('CRAFTING_BENCH', [6, y, 2])
  me.craft('wood_pickaxe')

  me.walk([7, y, 0])
  for (let z = 0; z <= 2; z++) for (let x = 8; x <= (z === 0 ? 10 : 11); x++) me.dig([x, y, z])
  me.dig([13, y, 2])
  expect(inventory.counts.get('STONE')).toBe(12)
  me.walk([7, y, 1])
  me.craft('stone_pickaxe')
  me.craft('furnace')
  me.place('FURNACE', [7, y, 2])

  me.walk([10, y, 1])
  for (const coal of [11, 12, 13]) me.dig([coal, y, 0])
  for (const iron of [
    [12, y, 1],
    [13, y, 1],
    [12, y, 2],
  ] as const)
    me.dig(iron)
  me.walk([7, y, 1])
  me.smelt('IRON_ORE', 3)
  me.craft('iron_pickaxe')
  expect(inventory.counts.get('IRON_PICKAXE')).toBe(1)
  expect(s.agent('A').seenRecipes).toEqual([
    'plank_from_log',
    'stick_from_plank',
    'crafting_bench',
    'wood_pickaxe',
    'stone_pickaxe',
    'furnace',
    'iron_ingot',
    'iron_pickaxe',
  ])
})
