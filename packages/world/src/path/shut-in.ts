import type { Vec3 } from '@clawstead/protocol'
import { GOAL_WANT_MAX, goalRegions } from './goal-regions.js'
import type { RegionMap } from './regions.js'
import type { Goal } from './search.js'
import type { Survey } from './survey.js'

/** A goal to which more regions than this lead is not looked at further: it is no pocket. */
const POCKET_REGIONS_MAX = 12

/** Goes backwards from a goal. If all that leads there is soon seen and the walker is not in it, there is no way. */
export function isShutIn(
  map: RegionMap,
  start: Vec3,
  goal: Goal,
  survey: Survey,
): { readonly isShut: boolean; readonly expanded: number } {
  const walker = goal.want <= GOAL_WANT_MAX && survey.admits(start[0], start[2]) ? map.regionAt(...start) : undefined
  if (walker === undefined) return { isShut: false, expanded: 0 }
  const seen = new Set(goalRegions(map, goal, survey))
  const queue = [...seen]
  let expanded = 0
  for (const region of queue) {
    if (seen.has(walker) || seen.size > POCKET_REGIONS_MAX || survey.isOver) return { isShut: false, expanded }
    expanded++
    map.entries(region, survey, (before) => {
      if (seen.has(before)) return
      seen.add(before)
      queue.push(before)
    })
  }
  return { isShut: !seen.has(walker) && !survey.isOver, expanded }
}
