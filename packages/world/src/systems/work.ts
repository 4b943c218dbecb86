import { runningTaskRule } from '../rules/index.js'
import { finishTask } from '../tasks.js'
import type { Tx } from '../tx.js'
import { agentsInTurn } from '../world.js'

/** Everybody's hands do one tick of what they are at. */
export function work(tx: Tx): void {
  for (const agent of agentsInTurn(tx.world)) {
    const task = agent.work
    if (task === null) continue
    const outcome = runningTaskRule(task.kind).step(tx, tx.change(agent), task)
    if (outcome !== 'running') finishTask(tx, agent, 'work', outcome)
  }
}
