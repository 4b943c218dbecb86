import type { Recipe, TaskOf } from '@clawstead/protocol'
import { OK, refuse, type TaskRule } from '../rule.js'
import { isStationNear } from '../work/station.js'
import type { Work } from '../work/task.js'
import { unitProgress, workOnUnit } from '../work/units.js'

/** Smelt or cook at a furnace, from what the agent carries. Rules SMELT1-SMELT3 in SPEC.md. */
export const smelt: TaskRule<TaskOf<'SMELT'>, Work<'CRAFT' | 'SMELT'>> = {
  slot: 'work',

  check(world, _agent, { item_id = '', count = 0 }) {
    if (item_id === '' || count <= 0) return refuse('E_BAD_REQUEST', 'missing item_id/count')
    return world.content.smeltByInput.has(item_id) ? OK : refuse('E_INVALID_TARGET', 'unsupported smelt item')
  },

  begin: (world, _agent, { item_id = '', count = 0 }, taskId) => ({
    kind: 'SMELT',
    taskId,
    startTick: world.state.tick,
    workTicks: 0,
    recipeId: (world.content.smeltByInput.get(item_id) as Recipe).recipe_id,
    count,
    made: 0,
  }),

  step(tx, agent, running) {
    const recipe = tx.world.content.recipes.get(running.recipeId) as Recipe
    if (!isStationNear(tx.world, agent.pos, 'FURNACE')) return refuse('E_BLOCKED', 'need furnace nearby')
    return workOnUnit(tx, agent, running, recipe)
  },

  progress: unitProgress,
}
