import type { TaskOf } from '@clawstead/protocol'
import { type ImmediateTaskRule, OK } from '../rule.js'

/** Ends the walk, if there is one. Always works. */
export const stop: ImmediateTaskRule<TaskOf<'STOP'>> = {
  slot: 'none',
  check: () => OK,
  apply(tx, agent) {
    if (agent.movement !== null) tx.change(agent).movement = null
    return { message: 'stopped' }
  },
}
