import { add } from '../inventory.js'
import type { Agent, WorkTask } from '../state.js'
import type { Tx } from '../tx.js'

/** Gives back what a task had taken and not used. Called whenever work ends, however it ends. */
export function onDropped(tx: Tx, agent: Agent, work: WorkTask): void {
  if (work.kind !== 'BUILD_BLUEPRINT' || work.held === null) return
  const { inventory } = tx.change(agent)
  for (const { item, count } of work.held) add(inventory, item, count)
  work.held = []
}
