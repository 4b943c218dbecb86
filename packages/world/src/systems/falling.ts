import type { Vec3 } from '@clawstead/protocol'
import { bodyAt } from '../body/standing.js'
import { cellKey } from '../order.js'
import type { Tx } from '../tx.js'
import { crush, loosenAround, WORLD_ACTOR } from '../work/blocks.js'
import { refuseReserved } from '../work/reserved.js'
import { blockAt } from '../world.js'

/** Cells looked at per tick; the others keep their place in the queue. */
const FALLING_CELLS_PER_TICK = 256
const FALL_CELLS_PER_TICK = 4

/** Sand and gravel without ground fall, oldest first. They stop above a body rather than bury it. */
export function falling(tx: Tx): void {
  const { unsettled } = tx.world.state
  if (unsettled.size === 0) return
  const due: [number, Vec3][] = []
  for (const entry of unsettled) {
    if (due.length === FALLING_CELLS_PER_TICK) break
    due.push(entry)
  }
  for (const [key] of due) unsettled.delete(key)
  tx.touch('unsettled', 'all')
  for (const [, at] of due) fall(tx, at)
}

function fall(tx: Tx, at: Vec3): void {
  const { world } = tx
  const { content, terrain } = world
  const block = blockAt(world, at)
  if (content.gravity[block] !== 1) return
  const [x, y, z] = at
  let low = y
  let isHeld = false
  while (low > 0 && y - low < FALL_CELLS_PER_TICK && content.replaceable[terrain.blockAt(x, low - 1, z)] === 1) {
    const below: Vec3 = [x, low - 1, z]
    isHeld = bodyAt(world, below) || refuseReserved(world, [at, below]) !== undefined
    if (isHeld) break
    low--
  }
  const to: Vec3 = [x, low, z]
  if (low < y) {
    crush(tx, to)
    tx.setBlock(to, block, WORLD_ACTOR, 'FALL')
    tx.setBlock(at, 0, WORLD_ACTOR, 'FALL')
    loosenAround(tx, at)
  }
  if (isHeld || (low > 0 && content.replaceable[terrain.blockAt(x, low - 1, z)] === 1)) {
    tx.unsettle(cellKey(x, low, z), to)
  }
}
