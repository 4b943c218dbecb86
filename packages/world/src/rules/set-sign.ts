import type { InstantOf } from '@clawstead/protocol'
import { parsePlacedId, SIGN_TEXT_BYTES_MAX, utf8Length } from '@clawstead/protocol/plain'
import { allows } from '../land/permission.js'
import { ANSWER_OK, type InstantRule, OK, refuse } from '../rule.js'
import { explain } from '../work/explain.js'
import { isWithinReach } from '../work/reach.js'

/** Write on a sign. An empty text wipes it. */
export const setSign: InstantRule<InstantOf<'SET_SIGN'>> = {
  check(world, agent, { target_id = '', text = '' }) {
    if (target_id.trim() === '') return refuse('E_BAD_REQUEST', 'missing target_id')
    const placed = parsePlacedId(target_id)
    if (placed?.type !== 'SIGN') return refuse('E_BAD_REQUEST', 'invalid sign target')
    if (!world.state.signs.has(target_id)) return refuse('E_INVALID_TARGET', 'sign not found')
    if (!isWithinReach(world, agent, placed.pos, 'device')) return refuse('E_BLOCKED', 'too far')
    if (utf8Length(text) > SIGN_TEXT_BYTES_MAX) {
      return explain(world, 'E_BAD_REQUEST', 'text too large', { limit_bytes: SIGN_TEXT_BYTES_MAX })
    }
    return allows(world, agent, placed.pos, 'build') ? OK : refuse('E_NO_PERMISSION', 'sign edit denied')
  },

  apply(tx, agent, { target_id = '', text = '' }) {
    const sign = tx.world.state.signs.get(target_id)
    if (sign !== undefined) {
      sign.text = text
      sign.updatedBy = agent.id
      sign.updatedTick = tx.tick
      tx.touch('sign', target_id)
    }
    return ANSWER_OK
  },
}
