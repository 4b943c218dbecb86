import type { Vec3 } from '@clawstead/protocol'
import { manhattan } from '../order.js'
import type { Pathing } from './pathing.js'
import type { Region, RegionMap } from './regions.js'
import { findRoute, isShutIn } from './route.js'
import type { Corridor, Found, Goal } from './search.js'
import { walkStraight } from './straight.js'

/** Cells of a plan that are kept; the rest is planned again on the way. */
export const PATH_CELLS_MAX = 64
/** A first, short search settles most ways; only then is it worth asking whether the goal is shut in. */
const GLANCE_EXPANDED_MAX = 300
/** Up to this distance the cells are searched next; further away, or when that was too much, the regions. */
const NEAR_BLOCKS = 64
const NEAR_EXPANDED_MAX = 1_500
/** Cells the search within a route may look at, and how many regions of the route it covers. */
const LEG_EXPANDED_MAX = 4_000
const LEG_REGIONS = 6
/** What looking at a region costs, in cells. */
const REGION_COST = 60

export interface Plan {
  /** `there`: a way is known, and the path is its beginning. `part`: as near as was found. `no_way`: proved. */
  readonly end: 'there' | 'part' | 'no_way'
  readonly path: Vec3[]
  /** Where the whole way ends; without one, the nearest reachable point that was found. */
  readonly toward: Vec3
}

/**
 * Finds a way: straight if that works, by cells if it is near, else by regions; takes what it cost from the budget.
 * `nearerThan` is how near the plans before this one came: walking straight on for a while is worth it only if that
 * ends nearer, or a walker would turn back into the dead end it was led out of.
 */
export function planWay(pathing: Pathing, start: Vec3, goal: Goal, nearerThan: number): Plan {
  const straight = walkStraight(pathing.grid, start, goal, PATH_CELLS_MAX)
  if (straight !== undefined) {
    pathing.budget -= straight.length
    const left = manhattan(straight.at(-1) ?? start, goal.at)
    if (left <= goal.want) return planOf('there', straight, start)
    if (left < nearerThan) return planOf('part', straight, start)
  }
  const glance = search(pathing, start, goal, GLANCE_EXPANDED_MAX)
  if (glance.end !== 'gave_up') return planOf(glance.end, glance.path, start)
  const { isShut, expanded } = isShutIn(pathing.regions, start, goal)
  pathing.budget -= expanded * REGION_COST
  if (isShut) return planOf('no_way', glance.path, start)
  if (manhattan(start, goal.at) <= NEAR_BLOCKS) {
    const near = search(pathing, start, goal, NEAR_EXPANDED_MAX)
    if (near.end !== 'gave_up') return planOf(near.end, near.path, start)
  }
  return planFar(pathing, start, goal, glance)
}

/** Through the regions: the path leads through the first few of them. */
function planFar(pathing: Pathing, start: Vec3, goal: Goal, glance: Found): Plan {
  const route = findRoute(pathing.regions, start, goal)
  pathing.budget -= route.expanded * REGION_COST
  const toward = route.regions.at(-1)?.middle
  if (toward === undefined) return planOf('part', glance.path, start)
  if (route.end === 'no_way') return nearest(planOf('no_way', glance.path, start), toward, goal)
  const leg = route.regions.slice(0, LEG_REGIONS)
  const isWhole = route.end === 'there' && leg.length === route.regions.length
  const legGoal = isWhole ? goal : { at: (leg.at(-1) as Region).middle, want: 0 }
  const found = search(pathing, start, legGoal, LEG_EXPANDED_MAX, corridorOf(pathing.regions, leg))
  return found.end === 'there' ? { end: route.end, path: found.path, toward } : planOf('part', found.path, start)
}

function nearest(plan: Plan, other: Vec3, { at }: Goal): Plan {
  return manhattan(plan.toward, at) <= manhattan(other, at) ? plan : { ...plan, toward: other }
}

function search(pathing: Pathing, start: Vec3, goal: Goal, expandedMax: number, corridor?: Corridor): Found {
  const found = pathing.search.find(start, goal, expandedMax, corridor)
  pathing.budget -= found.expanded
  return found
}

function planOf(end: Plan['end'], path: Vec3[], start: Vec3): Plan {
  return { end, path, toward: path.at(-1) ?? start }
}

/** Lets a search into some regions only. */
function corridorOf(map: RegionMap, regions: readonly Region[]): Corridor {
  const allowed = new Set(regions)
  return (x, y, z) => {
    const region = map.regionAt(x, y, z)
    return region !== undefined && allowed.has(region)
  }
}
