import type { Agent } from '../state.js'
import type { Tx } from '../tx.js'

/** What can take health away. The wire's word is open: readers meet new kinds. */
export type HarmKind = 'FALL' | 'DROWNING' | 'BURN' | 'PRICK' | 'STARVATION' | 'COLD' | 'BANDIT'

/** Takes health and tells the victim. What happens at zero is decided by the survival system. */
export function harm(tx: Tx, agent: Agent, amount: number, kind: HarmKind): void {
  if (amount <= 0 || agent.hp <= 0) return
  tx.change(agent).hp = Math.max(0, agent.hp - amount)
  tx.emit(agent, { t: tx.tick, type: 'DAMAGE', kind, hp: agent.hp })
}
