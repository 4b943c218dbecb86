import type { TaskOf } from '@clawstead/protocol'
import { countOf, type Inventory } from '../inventory.js'
import { allows } from '../land/permission.js'
import { OK, refuse, type TaskRule } from '../rule.js'
import type { Agent, Container } from '../state.js'
import type { Tx } from '../tx.js'
import { denied } from '../work/denied.js'
import { explain } from '../work/explain.js'
import { availableIn, findContainer } from '../work/objects.js'
import { workProgress } from '../work/progress.js'
import { isWithinReach, tooFar } from '../work/reach.js'
import type { Work } from '../work/task.js'
import { moveItems } from '../work/wear.js'

/** How a client names its own inventory. */
const SELF = 'SELF'

/** Move items between an agent and a container, or between two containers. Rules TRANSFER1-TRANSFER5 in SPEC.md. */
export const transfer: TaskRule<TaskOf<'TRANSFER'>, Work<'TRANSFER'>> = {
  slot: 'work',

  check(_world, _agent, { src_container = '', dst_container = '', item_id = '', count = 0 }) {
    const isComplete = src_container !== '' && dst_container !== '' && item_id !== '' && count > 0
    return isComplete ? OK : refuse('E_BAD_REQUEST', 'missing src/dst/item_id/count')
  },

  begin: (world, _agent, { src_container = '', dst_container = '', item_id = '', count = 0 }, taskId) => ({
    kind: 'TRANSFER',
    taskId,
    startTick: world.state.tick,
    workTicks: 0,
    source: src_container,
    destination: dst_container,
    itemId: item_id,
    count,
  }),

  step(tx, agent, { source, destination, itemId, count }) {
    const { world } = tx
    if (source === SELF && destination === SELF) return refuse('E_BAD_REQUEST', 'no-op transfer')
    const from = source === SELF ? null : findContainer(tx, source)
    if (from === undefined) return refuse('E_INVALID_TARGET', 'src container not found')
    const to = destination === SELF ? null : findContainer(tx, destination)
    if (to === undefined) return refuse('E_INVALID_TARGET', 'dst container not found')
    if (from !== null && !isWithinReach(world, agent, from.pos, 'device')) {
      return tooFar(world, agent, from.pos, 'device', { message: 'too far from src' })
    }
    if (to !== null && !isWithinReach(world, agent, to.pos, 'device')) {
      return tooFar(world, agent, to.pos, 'device', { message: 'too far from dst' })
    }
    if (from !== null && !allows(world, agent, from.pos, 'withdraw')) return denied(tx, agent, 'withdraw denied')
    const have = from === null ? countOf(agent.inventory, itemId) : availableIn(from, itemId)
    if (have < count) {
      const message = from === null ? 'insufficient self items' : 'insufficient src items'
      return explain(world, 'E_NO_RESOURCE', message, { item: itemId, need: count, have })
    }
    if (from !== to) moveItems(world.content, opened(tx, agent, from), opened(tx, agent, to), itemId, count)
    return 'done'
  },

  progress: (world, agent) => workProgress(world, 0, 1, agent.pos),
}

/** The inventory of a container or, for null, of the agent, ready to be changed. */
function opened(tx: Tx, agent: Agent, container: Container | null): Inventory {
  if (container === null) return tx.change(agent).inventory
  tx.touch('container', container.id)
  return container.inventory
}
