import type { Vec3 } from '@clawstead/protocol'
import { type Goal, isThere } from './search.js'
import { isBesideSharp, landing, NOWHERE } from './steps.js'
import { SLOW, type WalkGrid } from './walk-grid.js'

/**
 * Walks straight at the goal, always along the axis on which more is left (x on a tie), on the other where that is
 * blocked, for at most `cellsMax` cells. No step leads away from the goal, so what it finds is as short as can be;
 * anything slow or sharp on the way is left to the search, which weighs it.
 */
export function walkStraight(grid: WalkGrid, start: Vec3, goal: Goal, cellsMax: number): Vec3[] | undefined {
  const path: Vec3[] = []
  let [x, y, z] = start
  let here = grid.pillar(x, z)
  while (path.length < cellsMax && !isThere(x, y, z, goal)) {
    const stepX = Math.sign(goal.at[0] - x)
    const stepZ = Math.sign(goal.at[2] - z)
    if (stepX === 0 && stepZ === 0) return undefined
    const xFirst = Math.abs(goal.at[0] - x) >= Math.abs(goal.at[2] - z)
    let dx = xFirst ? stepX : 0
    let dz = xFirst ? 0 : stepZ
    let there = grid.pillar(x + dx, z + dz)
    let toY = landing(grid, here, y, there)
    if (toY === NOWHERE) {
      dx = xFirst ? 0 : stepX
      dz = xFirst ? stepZ : 0
      if (dx === 0 && dz === 0) return undefined
      there = grid.pillar(x + dx, z + dz)
      toY = landing(grid, here, y, there)
      if (toY === NOWHERE) return undefined
    }
    x += dx
    y = toY
    z += dz
    here = there
    if (grid.has(here, SLOW, y) || isBesideSharp(grid, x, y, z)) return undefined
    path.push([x, y, z])
  }
  return path
}
