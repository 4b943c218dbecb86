import type { Outcome } from './rule.js'
import type { Agent } from './state.js'
import type { Tx } from './tx.js'
import { onDropped } from './work/refund.js'

/** Ends a task that is not running any more: clears its slot and tells its agent how it went. */
export function finishTask(
  tx: Tx,
  agent: Agent,
  slot: 'movement' | 'work',
  outcome: Exclude<Outcome, 'running'>,
): void {
  const task = agent[slot]
  if (task === null) return
  const { taskId, kind } = task
  clearSlot(tx, agent, slot)
  if (outcome === 'done') {
    tx.emit(agent, { t: tx.tick, type: 'TASK_DONE', task_id: taskId, kind })
  } else if (outcome.ok) {
    tx.emit(agent, { t: tx.tick, type: 'TASK_DONE', task_id: taskId, kind, ...outcome.detail })
  } else {
    const { code, message, detail } = outcome
    tx.emit(agent, { t: tx.tick, type: 'TASK_FAIL', task_id: taskId, code, message, ...detail })
  }
}

/** Takes a task away without a word: cancelled, or its body is gone. What it still held goes back to its owner. */
export function clearSlot(tx: Tx, agent: Agent, slot: 'movement' | 'work'): void {
  if (slot === 'work' && agent.work !== null) onDropped(tx, agent, agent.work)
  tx.change(agent)[slot] = null
}
