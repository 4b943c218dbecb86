import type { Region } from './cut-tile.js'
import type { RegionMap } from './regions.js'
import type { Goal } from './search.js'
import type { Survey } from './survey.js'

/** Of a goal with more slack than this only the middle is looked at, which proves nothing about the rest. */
export const GOAL_WANT_MAX = 3

/** The regions with a cell near enough to the goal, or near the middle of it where it has much slack. */
export function goalRegions(map: RegionMap, goal: Goal, survey: Survey): ReadonlySet<Region> {
  const [x, y, z] = goal.at
  const want = Math.min(goal.want, GOAL_WANT_MAX)
  const regions = new Set<Region>()
  for (let dx = -want; dx <= want; dx++) {
    for (let dz = -(want - Math.abs(dx)); dz <= want - Math.abs(dx); dz++) {
      if (!map.isInside(x + dx, z + dz) || !survey.admits(x + dx, z + dz)) continue
      const slack = want - Math.abs(dx) - Math.abs(dz)
      for (let dy = -slack; dy <= slack; dy++) {
        const region = map.regionAt(x + dx, y + dy, z + dz)
        if (region !== undefined) regions.add(region)
      }
    }
  }
  return regions
}
