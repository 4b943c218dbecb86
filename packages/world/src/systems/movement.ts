import { pathingOf } from '../path/pathing.js'
import type { System } from '../rule.js'
import { runningTaskRule } from '../rules/index.js'
import { finishTask } from '../tasks.js'
import { agentsInTurn } from '../world.js'

/** Everybody who is on the way somewhere gets on by one step. In turn order, because they share the budget for planning. */
export const movement: System = (tx) => {
  pathingOf(tx.world).beginTick()
  for (const agent of agentsInTurn(tx.world)) {
    if (agent.movement === null) continue
    const outcome = runningTaskRule(agent.movement.kind).step(tx, agent, agent.movement)
    if (outcome !== 'running') finishTask(tx, agent, 'movement', outcome)
  }
}
