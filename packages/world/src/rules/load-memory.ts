import type { InstantOf } from '@clawstead/protocol'
import { LOAD_MEMORY_DEFAULT, LOAD_MEMORY_MAX } from '@clawstead/protocol/plain'
import { type InstantRule, OK } from '../rule.js'
import { recall } from '../talk/memory.js'

/** Read notes back, into the OBS of this tick. */
export const loadMemory: InstantRule<InstantOf<'LOAD_MEMORY'>> = {
  check: () => OK,

  apply(tx, agent, { prefix = '', limit = 0 }) {
    const most = limit <= 0 || limit > LOAD_MEMORY_MAX ? LOAD_MEMORY_DEFAULT : limit
    const notes = recall(agent, prefix, most, tx.tick)
    tx.memoryByAgent.set(agent.id, notes)
    return { message: `loaded ${notes.length} keys` }
  },
}
