import type { InstantOf } from '@clawstead/protocol'
import { MEMORY_BYTES_MAX, utf8Length } from '@clawstead/protocol/plain'
import { ANSWER_OK, type InstantRule, OK, refuse } from '../rule.js'
import { isAlive, memoryBytes } from '../talk/memory.js'
import { explain } from '../work/explain.js'

/** Keep a note under a key. */
export const saveMemory: InstantRule<InstantOf<'SAVE_MEMORY'>> = {
  check(world, agent, { key = '', value = '' }) {
    if (key.trim() === '') return refuse('E_BAD_REQUEST', 'missing key')
    const bytes = memoryBytes(agent, key, world.state.tick) + utf8Length(key) + utf8Length(value)
    if (bytes <= MEMORY_BYTES_MAX) return OK
    return explain(world, 'E_NO_RESOURCE', 'memory budget exceeded', {
      need_bytes: bytes,
      limit_bytes: MEMORY_BYTES_MAX,
    })
  },

  apply(tx, agent, { key = '', value = '', ttl_ticks = 0 }) {
    for (const [old, entry] of agent.memory) if (!isAlive(entry, tx.tick)) agent.memory.delete(old)
    agent.memory.set(key, { value, expiresTick: ttl_ticks > 0 ? tx.tick + ttl_ticks : 0 })
    tx.touch('memory', agent.id)
    return ANSWER_OK
  },
}
