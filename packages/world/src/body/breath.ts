import type { Agent } from '../state.js'
import type { Tx } from '../tx.js'
import { isUnderWater } from './fall.js'
import { harm } from './harm.js'
import { BREATH_TICKS } from './vitals.js'

/** Out of breath, a body loses health this often. */
const DROWN_EVERY_TICKS = 5
/** Breath comes back ten times as fast as it goes. */
const BREATH_PER_TICK = 10

/** Uses up breath under water, and health when there is none left. */
export function breathe(tx: Tx, agent: Agent): void {
  if (isUnderWater(tx.world, agent.pos)) {
    tx.change(agent).breathTicks--
    // Below zero it counts the ticks since the last harm.
    if (agent.breathTicks > -DROWN_EVERY_TICKS) return
    agent.breathTicks = 0
    harm(tx, agent, 1, 'DROWNING')
  } else if (agent.breathTicks < BREATH_TICKS) {
    tx.change(agent).breathTicks = Math.min(BREATH_TICKS, Math.max(0, agent.breathTicks) + BREATH_PER_TICK)
  }
}
