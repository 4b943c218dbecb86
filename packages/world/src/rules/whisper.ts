import type { InstantOf } from '@clawstead/protocol'
import { CHAT_BYTES_MAX, utf8Length } from '@clawstead/protocol/plain'
import { ANSWER_OK, type InstantRule, OK, refuse } from '../rule.js'
import type { Agent } from '../state.js'
import { deliver } from '../talk/chat.js'
import { checkRate, countRate, whisperLimit } from '../talk/rate-limit.js'
import { explain } from '../work/explain.js'
import { findAgent } from '../world.js'

/** Say something to one agent, wherever it is in this world. */
export const whisper: InstantRule<InstantOf<'WHISPER'>> = {
  check(world, agent, { to = '', text = '' }) {
    const rate = checkRate(world, agent, whisperLimit(world))
    if (!rate.ok) return rate
    if (to.trim() === '' || text.trim() === '') return refuse('E_BAD_REQUEST', 'missing to/text')
    if (utf8Length(text) > CHAT_BYTES_MAX)
      return explain(world, 'E_BAD_REQUEST', 'text too large', { limit_bytes: CHAT_BYTES_MAX })
    if (findAgent(world, to) === undefined) return refuse('E_INVALID_TARGET', 'target not found')
    return OK
  },

  apply(tx, agent, { to = '', text = '' }) {
    countRate(tx, agent, whisperLimit(tx.world))
    deliver(tx, findAgent(tx.world, to) as Agent, agent, 'WHISPER', text)
    return ANSWER_OK
  },
}
