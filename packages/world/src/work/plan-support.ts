import type { Blueprint, Vec3 } from '@clawstead/protocol'
import { isSolid } from '../body/standing.js'
import { cellKey } from '../order.js'
import type { World } from '../world.js'
import { planCell } from './plan.js'

/** Cells this low rest on the bottom of the world. */
const GROUNDED_Y = 1

const NEIGHBOURS: readonly Vec3[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
]

/** How many cells of a plan would rest on the ground, by themselves or through others of the plan. */
export function supportedCells(world: World, plan: Blueprint, anchor: Vec3, turns: number): number {
  const cellByKey = new Map<number, Vec3>()
  for (let i = 0; i < plan.blocks.length; i++) {
    const cell = planCell(plan, i, anchor, turns)
    cellByKey.set(cellKey(cell[0], cell[1], cell[2]), cell)
  }
  const reached = new Map<number, Vec3>()
  for (const [key, cell] of cellByKey) if (isGrounded(world, cell, cellByKey)) reached.set(key, cell)
  // A map visits what is added while it is gone through, so this goes on until nothing new is touched.
  for (const [x, y, z] of reached.values()) {
    for (const [dx, dy, dz] of NEIGHBOURS) {
      const key = cellKey(x + dx, y + dy, z + dz)
      const cell = cellByKey.get(key)
      if (cell !== undefined) reached.set(key, cell)
    }
  }
  return reached.size
}

/** Blocks of the plan that already stand do not count as ground: they may be about to hang in the air themselves. */
function isGrounded(world: World, [x, y, z]: Vec3, planned: ReadonlyMap<number, Vec3>): boolean {
  if (y <= GROUNDED_Y) return true
  return !planned.has(cellKey(x, y - 1, z)) && isSolid(world, x, y - 1, z)
}
