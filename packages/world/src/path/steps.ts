import type { Vec3 } from '@clawstead/protocol'
import { GRIP, ROOM, SHARP, STAND, type WalkGrid } from './walk-grid.js'

/** How far a walker steps down without being hurt. */
export const DROP_BLOCKS_MAX = 3

/** The four ways to walk, in the order ties are settled. */
export const DIRECTION_X: readonly number[] = [1, -1, 0, 0]
export const DIRECTION_Z: readonly number[] = [0, 0, 1, -1]
export const DIRECTION_COUNT = 4

/** No way. */
export const NOWHERE = -1

/**
 * The height at which a walker at height y of pillar `from` arrives in a neighbouring one: level, one up, or up to
 * three down. NOWHERE when a wall, a drop too deep or something harmful is in the way.
 */
export function landing(grid: WalkGrid, from: number, y: number, to: number): number {
  if (grid.has(to, STAND, y)) return y
  if (!grid.has(to, ROOM, y)) {
    // Stepping up needs a free cell above one's own head.
    return grid.has(to, STAND, y + 1) && grid.has(from, ROOM, y + 1) ? y + 1 : NOWHERE
  }
  for (let down = 1; down <= DROP_BLOCKS_MAX && down <= y; down++) {
    if (grid.has(to, STAND, y - down)) return y - down
    if (!grid.has(to, ROOM, y - down)) return NOWHERE
  }
  return NOWHERE
}

/** Straight up needs something to hold on to, here or there. */
export function canClimbUp(grid: WalkGrid, pillar: number, y: number): boolean {
  return grid.has(pillar, STAND, y + 1) && (grid.has(pillar, GRIP, y) || grid.has(pillar, GRIP, y + 1))
}

/** The way back of climbing up. */
export function canClimbDown(grid: WalkGrid, pillar: number, y: number): boolean {
  return grid.has(pillar, STAND, y - 1) && (grid.has(pillar, GRIP, y) || grid.has(pillar, GRIP, y - 1))
}

/** Whether the step from height y of a pillar to a landing can be walked back, perhaps by a cell or two more. */
export function isTwoWay(grid: WalkGrid, from: number, y: number, toY: number): boolean {
  if (toY >= y) return true
  // One down is one up again, unless one stood on a ladder or in water that hangs over a gap.
  return toY === y - 1 && (!grid.has(from, ROOM, toY) || grid.has(from, STAND, toY))
}

/** Whether one tick of walking leads from one cell to the other. */
export function canStep(grid: WalkGrid, [x, y, z]: Vec3, [toX, toY, toZ]: Vec3): boolean {
  const across = Math.abs(toX - x) + Math.abs(toZ - z)
  const from = grid.pillar(x, z)
  if (across === 1) return landing(grid, from, y, grid.pillar(toX, toZ)) === toY
  if (across !== 0) return false
  return toY === y + 1 ? canClimbUp(grid, from, y) : toY === y - 1 && canClimbDown(grid, from, y)
}

/** Whether something beside a cell hurts who stands there. */
export function isBesideSharp(grid: WalkGrid, x: number, y: number, z: number): boolean {
  for (let way = 0; way < DIRECTION_COUNT; way++) {
    const beside = grid.pillar(x + (DIRECTION_X[way] as number), z + (DIRECTION_Z[way] as number))
    if (grid.has(beside, SHARP, y) || grid.has(beside, SHARP, y + 1)) return true
  }
  return false
}
