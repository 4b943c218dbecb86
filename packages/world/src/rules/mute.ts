import type { InstantOf } from '@clawstead/protocol'
import { MUTES_MAX } from '@clawstead/protocol/plain'
import { ANSWER_OK, type InstantRule, OK, refuse } from '../rule.js'
import { explain } from '../work/explain.js'
import { findAgent } from '../world.js'

/** Stop hearing an agent. */
export const mute: InstantRule<InstantOf<'MUTE'>> = {
  check(world, agent, { target_id = '' }) {
    if (target_id.trim() === '') return refuse('E_BAD_REQUEST', 'missing target_id')
    if (target_id === agent.id || findAgent(world, target_id) === undefined) {
      return refuse('E_INVALID_TARGET', 'target not found')
    }
    if (agent.mutes.size >= MUTES_MAX && !agent.mutes.has(target_id)) {
      return explain(world, 'E_NO_RESOURCE', 'too many mutes', { limit: MUTES_MAX })
    }
    return OK
  },

  apply(tx, agent, { target_id = '' }) {
    tx.change(agent).mutes.add(target_id)
    return ANSWER_OK
  },
}

/** Hear a muted agent again. */
export const unmute: InstantRule<InstantOf<'UNMUTE'>> = {
  check: (_world, _agent, { target_id = '' }) =>
    target_id.trim() === '' ? refuse('E_BAD_REQUEST', 'missing target_id') : OK,

  apply(tx, agent, { target_id = '' }) {
    tx.change(agent).mutes.delete(target_id)
    return ANSWER_OK
  },
}
