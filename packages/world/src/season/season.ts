import type { Tx } from '../tx.js'
import { agentsInIdOrder } from '../world.js'
import { isRebuilt } from './is-rebuilt.js'
import { rebuild } from './rebuild.js'
import { rollOver } from './rollover.js'

/** Ends a season when its time is up, and says beforehand that a world will be rebuilt. Comes before everything else of a tick. */
export function season(tx: Tx): void {
  const { reset_every_ticks: everyTicks, reset_notice_ticks: noticeTicks } = tx.world.config.definition
  if (isRebuilt(tx.world) && noticeTicks > 0 && (tx.tick + noticeTicks) % everyTicks === 0) giveNotice(tx, noticeTicks)
  if (tx.tick === 0 || tx.tick % everyTicks !== 0) return
  if (isRebuilt(tx.world)) rebuild(tx)
  else rollOver(tx)
}

function giveNotice(tx: Tx, inTicks: number): void {
  const { id } = tx.world.config
  for (const agent of agentsInIdOrder(tx.world)) {
    tx.emit(agent, {
      t: tx.tick,
      type: 'WORLD_RESET_NOTICE',
      world_id: id,
      reset_tick: tx.tick + inTicks,
      in_ticks: inTicks,
    })
  }
}
