import type { InstantOf } from '@clawstead/protocol'
import { type InstantRule, LATER, OK } from '../rule.js'
import { switchVerdict } from '../travel/switch-verdict.js'

/**
 * Go through a gate into another world. The agent leaves when the rest of its ACT has been carried out, and is
 * answered where it arrives. Rules TRAVEL1-TRAVEL9 in SPEC.md.
 */
export const switchWorld: InstantRule<InstantOf<'SWITCH_WORLD'>> = {
  check(world, agent, instant) {
    const verdict = switchVerdict(world, agent, instant)
    return verdict.ok ? OK : verdict.refusal
  },

  apply(tx, agent, instant) {
    const verdict = switchVerdict(tx.world, agent, instant)
    if (!verdict.ok || verdict.result === 'noop') return { message: 'already in target world' }
    const { to_world: to, from_entry_id, to_entry_id } = verdict.route
    tx.leaving.set(agent.id, { to, gates: { from: from_entry_id, to: to_entry_id }, ref: instant.id })
    return LATER
  },
}
