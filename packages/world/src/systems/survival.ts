import { harm } from '../body/harm.js'
import { respawn } from '../body/respawn.js'
import { HUNGRY_BELOW, STAMINA_MAX } from '../body/vitals.js'
import type { Agent } from '../state.js'
import type { Tx } from '../tx.js'
import { agentsInIdOrder } from '../world.js'

const HUNGER_EVERY_TICKS = 200
const STAMINA_PER_TICK = 2
const STAMINA_PER_TICK_HUNGRY = 1

/** Bodies grow hungry, get their strength back, and start again when it was too much. */
export function survival(tx: Tx): void {
  const isMealtime = tx.tick % HUNGER_EVERY_TICKS === 0
  for (const agent of agentsInIdOrder(tx.world)) {
    if (isMealtime) starve(tx, agent)
    rest(tx, agent)
    if (agent.hp <= 0) respawn(tx, agent)
  }
}

function starve(tx: Tx, agent: Agent): void {
  if (agent.hunger === 0) harm(tx, agent, 1, 'STARVATION')
  else tx.change(agent).hunger--
}

function rest(tx: Tx, agent: Agent): void {
  if (agent.staminaMilli >= STAMINA_MAX || agent.hunger === 0) return
  const gain = agent.hunger < HUNGRY_BELOW ? STAMINA_PER_TICK_HUNGRY : STAMINA_PER_TICK
  tx.change(agent).staminaMilli = Math.min(STAMINA_MAX, agent.staminaMilli + gain)
}
