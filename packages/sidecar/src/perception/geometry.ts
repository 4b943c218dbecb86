import type { Vec3 } from '@clawstead/protocol'

export const keyOf = ([x, y, z]: Vec3): string => `${x},${y},${z}`

export function offset([x, y, z]: Vec3, [dx, dy, dz]: Vec3): Vec3 {
  return [x + dx, y + dy, z + dz]
}

/** Steps along the axes. */
export function stepsBetween([ax, ay, az]: Vec3, [bx, by, bz]: Vec3): number {
  return Math.abs(ax - bx) + Math.abs(ay - by) + Math.abs(az - bz)
}

export const SIDES: readonly Vec3[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
]

export type Reach = { readonly hands: number; isWithin(feet: Vec3, cell: Vec3): boolean }

/** How far hands reach: 2 steps from the feet in a world of height 1, else 4 cells in each direction from the head. */
export function reachIn(worldHeight: number): Reach {
  if (worldHeight === 1) return { hands: 2, isWithin: (feet, cell) => stepsBetween(feet, cell) <= 2 }
  return {
    hands: 4,
    isWithin: ([x, y, z], cell) =>
      Math.max(Math.abs(cell[0] - x), Math.abs(cell[1] - y - 1), Math.abs(cell[2] - z)) <= 4,
  }
}
