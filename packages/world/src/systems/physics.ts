import { breathe } from '../body/breath.js'
import { releaseDoors } from '../body/doors.js'
import { fall } from '../body/fall.js'
import { touchHarm } from '../body/touch-harm.js'
import type { System } from '../rule.js'
import { agentsInIdOrder } from '../world.js'

/** What the world does to bodies: it lets them fall, drown and burn, and closes doors behind them. */
export const physics: System = (tx) => {
  for (const agent of agentsInIdOrder(tx.world)) {
    fall(tx, agent)
    releaseDoors(tx, agent)
    breathe(tx, agent)
    touchHarm(tx, agent)
  }
}
