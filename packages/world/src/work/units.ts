import type { Recipe } from '@clawstead/protocol'
import { award } from '../body/novelty.js'
import { add, countOf, missing, take } from '../inventory.js'
import type { Outcome, Progress } from '../rule.js'
import type { Agent } from '../state.js'
import type { Tx } from '../tx.js'
import type { World } from '../world.js'
import { explain } from './explain.js'
import { workProgress } from './progress.js'
import type { Work } from './task.js'

/** What the first unit of a recipe is worth, by its tier 1..3. */
const RECIPE_NOVELTY = [3, 5, 8] as const

type UnitWork = Work<'CRAFT' | 'SMELT'>

/** One tick at a recipe. A unit takes its inputs when it is finished, so nothing is lost by stopping. */
export function workOnUnit(tx: Tx, agent: Agent, running: UnitWork, recipe: Recipe): Outcome {
  running.workTicks++
  if (running.workTicks < recipe.time_ticks) return 'running'
  const lacking = missing(agent.inventory, recipe.inputs)
  if (lacking !== undefined) {
    const have = countOf(agent.inventory, lacking.item)
    return explain(tx.world, 'E_NO_RESOURCE', 'missing inputs', {
      item: lacking.item,
      need: have + lacking.count,
      have,
      made: running.made,
    })
  }
  const { inventory } = tx.change(agent)
  for (const { item, count } of recipe.inputs) take(inventory, item, count)
  for (const { item, count } of recipe.outputs) add(inventory, item, count)
  running.made++
  running.workTicks = 0
  noteRecipe(tx, agent, recipe)
  return running.made >= running.count ? 'done' : 'running'
}

export function unitProgress(world: World, agent: Agent, running: UnitWork): Progress {
  const unitTicks = world.content.recipes.get(running.recipeId)?.time_ticks ?? 0
  const unit = workProgress(world, running.workTicks, unitTicks, agent.pos)
  if (unit.etaTicks === 0) return unit
  return { ...unit, etaTicks: unit.etaTicks + (running.count - running.made - 1) * unitTicks }
}

function noteRecipe(tx: Tx, agent: Agent, { recipe_id, tier }: Recipe): void {
  if (agent.seenRecipes.includes(recipe_id)) return
  tx.change(agent).seenRecipes.push(recipe_id)
  award(tx, agent, RECIPE_NOVELTY[tier - 1] as number, `recipe:${recipe_id}`)
}
