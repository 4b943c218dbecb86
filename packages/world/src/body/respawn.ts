import { toStacks } from '../inventory.js'
import type { Agent } from '../state.js'
import type { Tx } from '../tx.js'
import { dropItem } from '../work/drop.js'
import { onDropped } from '../work/refund.js'
import { takeWorn } from '../work/wear.js'
import { spawnPoint } from './spawn.js'
import { BREATH_TICKS, HP_MAX, STAMINA_MAX } from './vitals.js'

/** Share of each stack that stays where a body fell. */
const LOST_PERCENT = 30
const HUNGER_AFTER = 10

/** A body that fell gets up at its spawn, without a part of what it carried. The part lies where it fell. */
export function respawn(tx: Tx, agent: Agent): void {
  const dropPos = agent.pos
  if (agent.work !== null) onDropped(tx, agent, agent.work)
  const lost = loseShare(tx, agent)
  const body = tx.change(agent)
  body.movement = null
  body.work = null
  body.hp = HP_MAX
  body.hunger = HUNGER_AFTER
  body.staminaMilli = STAMINA_MAX
  body.breathTicks = BREATH_TICKS
  body.fallenBlocks = 0
  tx.moveAgent(agent, spawnPoint(tx.world, agent.number))
  const event = { t: tx.tick, type: 'RESPAWN', reason: 'DOWNED', pos: agent.pos, drop_pos: dropPos } as const
  tx.emit(agent, lost.length === 0 ? event : { ...event, lost })
}

/** Drops the share, at least one piece of something if anything is carried. */
function loseShare(tx: Tx, agent: Agent): [string, number][] {
  const stacks = toStacks(agent.inventory)
  let lost = stacks
    .map(({ item, count }): [string, number] => [item, Math.floor((count * LOST_PERCENT) / 100)])
    .filter(([, count]) => count > 0)
  const first = stacks[0]
  if (lost.length === 0 && first !== undefined) lost = [[first.item, 1]]
  for (const [item, count] of lost) {
    const wear = takeWorn(tx.world.content, tx.change(agent).inventory, item, count)
    dropItem(tx, agent.pos, item, count, wear)
  }
  return lost
}
