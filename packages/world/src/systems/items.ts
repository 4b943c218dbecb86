import type { Vec3 } from '@clawstead/protocol'
import { isSolid } from '../body/standing.js'
import { FLUID_LAVA } from '../content.js'
import { divCeil, modFloor } from '../math/integer.js'
import type { ItemEntity } from '../state.js'
import type { Tx } from '../tx.js'
import { itemLyingAt, mergeItems } from '../work/drop.js'
import type { World } from '../world.js'

const ITEM_FALL_CELLS_PER_TICK = 4
/** About so many things are looked at per tick. Where more lie around, columns take turns. */
const ITEM_LOOKS_PER_TICK = 8192
/** Things whose time is over go all together, now and then. */
const EXPIRY_EVERY_TICKS = 50

/** What lies around falls, gathers where it lands, burns in lava and is gone after a while. */
export function items(tx: Tx): void {
  const { world } = tx
  if (tx.tick % EXPIRY_EVERY_TICKS === 0) expire(tx)
  const lookEvery = Math.max(1, divCeil(world.state.items.size, ITEM_LOOKS_PER_TICK))
  for (const item of world.state.items.values()) {
    const [x, y, z] = item.pos
    if (modFloor(x + z + tx.tick, lookEvery) !== 0 || isAtRest(world, item.pos)) continue
    const nextY = yAfterTick(world, item)
    if (nextY !== y) tx.moveItem(item, [x, nextY, z])
    if (world.content.fluid[world.terrain.blockAt(x, nextY, z)] === FLUID_LAVA) tx.removeItem(item)
    else if (nextY !== y) gatherAtRest(tx, item)
  }
}

/** The quick look that nearly everything passes nearly always: ground below, and nothing around it that lifts or burns. */
function isAtRest({ terrain, content }: World, [x, y, z]: Vec3): boolean {
  const column = terrain.columnAt(x >> 4, z >> 4)
  const here = column.blockAt(x & 15, y, z & 15)
  if (content.solid[here] === 1 || content.fluid[here] === FLUID_LAVA) return false
  return y === 0 || content.solid[column.blockAt(x & 15, y - 1, z & 15)] === 1
}

function expire(tx: Tx): void {
  for (const item of tx.world.state.items.values()) if (item.expiresTick <= tx.tick) tx.removeItem(item)
}

/** Where an item is after this tick: pushed up out of a block that was set into it, or fallen by some cells. */
function yAfterTick(world: World, { pos: [x, y, z] }: ItemEntity): number {
  const { height } = world.profile
  let at = y
  if (isSolid(world, x, at, z)) {
    while (at < height - 1 && isSolid(world, x, at, z)) at++
    // Buried up to the top of the world: it stays until it is dug out.
    return isSolid(world, x, at, z) ? y : at
  }
  while (y - at < ITEM_FALL_CELLS_PER_TICK && !isSolid(world, x, at - 1, z)) at--
  return at
}

/** Joins what lies where an item came to rest. Not in mid-air: which one fell first must not matter. */
function gatherAtRest(tx: Tx, item: ItemEntity): void {
  const [x, y, z] = item.pos
  if (!isSolid(tx.world, x, y - 1, z)) return
  const lying = itemLyingAt(tx.world, item.pos, item.item, item)
  if (lying !== undefined) mergeItems(tx, item, lying)
}
