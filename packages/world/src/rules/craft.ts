import type { Recipe, TaskOf } from '@clawstead/protocol'
import { OK, refuse, type TaskRule } from '../rule.js'
import { isStationNear } from '../work/station.js'
import type { Work } from '../work/task.js'
import { unitProgress, workOnUnit } from '../work/units.js'

/** Make things by hand or at a crafting bench. Rules CRAFT1-CRAFT5 in SPEC.md. */
export const craft: TaskRule<TaskOf<'CRAFT'>, Work<'CRAFT' | 'SMELT'>> = {
  slot: 'work',

  check(world, _agent, { recipe_id = '', count = 0 }) {
    if (recipe_id === '' || count <= 0) return refuse('E_BAD_REQUEST', 'missing recipe_id/count')
    return world.content.recipes.has(recipe_id) ? OK : refuse('E_INVALID_TARGET', 'unknown recipe')
  },

  begin: (world, _agent, { recipe_id = '', count = 0 }, taskId) => ({
    kind: 'CRAFT',
    taskId,
    startTick: world.state.tick,
    workTicks: 0,
    recipeId: recipe_id,
    count,
    made: 0,
  }),

  step(tx, agent, running) {
    const recipe = tx.world.content.recipes.get(running.recipeId) as Recipe
    if (recipe.station === 'FURNACE') return refuse('E_INVALID_TARGET', 'unsupported station')
    if (recipe.station === 'CRAFTING_BENCH' && !isStationNear(tx.world, agent.pos, recipe.station)) {
      return refuse('E_BLOCKED', 'need crafting bench nearby')
    }
    return workOnUnit(tx, agent, running, recipe)
  },

  progress: unitProgress,
}
