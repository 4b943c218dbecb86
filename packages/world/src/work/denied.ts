import { type Refusal, refuse } from '../rule.js'
import type { Agent } from '../state.js'
import type { Tx } from '../tx.js'

/** What trying the forbidden costs in law reputation, of 1000. */
const DENIED_LAW_REPUTATION = 1

/** Refuses what the land forbids. Having tried is remembered. */
export function denied(tx: Tx, agent: Agent, message: string): Refusal {
  const { reputation } = tx.change(agent)
  reputation.law = Math.max(0, reputation.law - DENIED_LAW_REPUTATION)
  return refuse('E_NO_PERMISSION', message)
}
