import type { BlockDefinition, Vec3 } from '@clawstead/protocol'
import { cellKey } from '../order.js'
import type { Tx } from '../tx.js'
import { blockAt, isInWorld } from '../world.js'
import { isCarried, SIDES } from './carried.js'
import { otherHalf } from './doors.js'
import { dropItem } from './drop.js'
import { clearObject, raiseObject } from './objects.js'
import { refuseReserved } from './reserved.js'
import { rollDrops } from './roll-drops.js'
import type { Tool } from './tools.js'

/** Who changes a block when nobody in particular does. */
export const WORLD_ACTOR = 'WORLD'

/** A catalog could let two blocks turn into each other for ever. */
const POP_STEPS_MAX = 4

/**
 * Sets a block into a cell, as somebody's doing. What may be replaced there is broken as by a bare hand first.
 * Every block an action sets goes through here, so that chests hold things and sand falls.
 */
export function placeBlock(tx: Tx, at: Vec3, block: number, actor: string, reason: string): void {
  crush(tx, at)
  tx.setBlock(at, block, actor, reason)
  raiseObject(tx, at, block)
  unsettle(tx, at)
}

/** Takes a block out of a cell with what it held, leaving `into`. What stood or hung on it falls or comes off. */
export function removeBlock(tx: Tx, at: Vec3, into: number, actor: string, reason: string): void {
  clearObject(tx, at)
  tx.setBlock(at, into, actor, reason)
  loosenAround(tx, at)
}

/** Breaks a block: what its table gives lies in its cell, both halves of a door go, the rest is `removeBlock`. */
export function breakBlock(tx: Tx, at: Vec3, tool: Tool | undefined, actor: string, reason: string): void {
  const { world } = tx
  const definition = world.content.blocks[blockAt(world, at)] as BlockDefinition
  for (const { item, count } of rollDrops(tx, at, definition, tool)) dropItem(tx, at, item, count)
  const half = otherHalf(world, at)
  if (half !== undefined) tx.setBlock(half, 0, actor, reason)
  removeBlock(tx, at, world.content.block(definition.becomes), actor, reason)
  if (half !== undefined) loosenAround(tx, half)
}

/** Looks at a changed cell and its neighbours: sand in it or above is queued to fall, what lost its hold comes off. */
export function loosenAround(tx: Tx, [x, y, z]: Vec3): void {
  unsettle(tx, [x, y, z])
  unsettle(tx, [x, y + 1, z])
  popOff(tx, [x, y + 1, z])
  for (const [dx, , dz] of SIDES) popOff(tx, [x + dx, y, z + dz])
}

function unsettle(tx: Tx, at: Vec3): void {
  if (tx.world.content.gravity[blockAt(tx.world, at)] === 1) tx.unsettle(cellKey(at[0], at[1], at[2]), at)
}

/** Breaks what nothing carries any more, and what it turns into, until something holds or nothing is left. */
function popOff(tx: Tx, at: Vec3): void {
  const { world } = tx
  if (!isInWorld(world, at) || refuseReserved(world, [at]) !== undefined) return
  for (let step = 0; step < POP_STEPS_MAX; step++) {
    const block = blockAt(world, at)
    if (block === 0 || isCarried(world, at, block)) return
    breakBlock(tx, at, undefined, WORLD_ACTOR, 'POP')
  }
  removeBlock(tx, at, 0, WORLD_ACTOR, 'POP')
}

/** Breaks what a new block takes the place of. Fluids just make way. */
export function crush(tx: Tx, at: Vec3): void {
  const { world } = tx
  const block = blockAt(world, at)
  if (block === 0 || world.content.fluid[block] !== 0) return
  const definition = world.content.blocks[block] as BlockDefinition
  for (const { item, count } of rollDrops(tx, at, definition, undefined)) dropItem(tx, at, item, count)
  clearObject(tx, at)
}
