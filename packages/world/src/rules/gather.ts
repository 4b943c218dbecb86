import type { TaskOf } from '@clawstead/protocol'
import { add } from '../inventory.js'
import { allows } from '../land/permission.js'
import { OK, refuse, type TaskRule } from '../rule.js'
import { denied } from '../work/denied.js'
import { workProgress } from '../work/progress.js'
import { isWithinReach, tooFar } from '../work/reach.js'
import type { Work } from '../work/task.js'

const NOT_FOUND = refuse('E_INVALID_TARGET', 'item entity not found')

/** Pick up a dropped stack, all of it. Rules GATHER1-GATHER3 in SPEC.md. */
export const gather: TaskRule<TaskOf<'GATHER'>, Work<'GATHER'>> = {
  slot: 'work',

  check(world, _agent, { target_id = '' }) {
    if (target_id === '') return refuse('E_BAD_REQUEST', 'missing target_id')
    return world.state.items.has(target_id) ? OK : NOT_FOUND
  },

  begin: (world, _agent, { target_id = '' }, taskId) => ({
    kind: 'GATHER',
    taskId,
    startTick: world.state.tick,
    workTicks: 0,
    targetId: target_id,
  }),

  step(tx, agent, { targetId }) {
    const { world } = tx
    const entity = world.state.items.get(targetId)
    if (entity === undefined) return NOT_FOUND
    if (!isWithinReach(world, agent, entity.pos, 'gather')) return tooFar(world, agent, entity.pos, 'gather')
    if (!allows(world, agent, entity.pos, 'pickup')) return denied(tx, agent, 'pickup denied')
    add(tx.change(agent).inventory, entity.item, entity.count, entity.wear)
    tx.removeItem(entity)
    return 'done'
  },

  progress: (world, agent, { targetId }) =>
    workProgress(world, 0, 1, world.state.items.get(targetId)?.pos ?? agent.pos),
}
