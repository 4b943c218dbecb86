import type { Vec3 } from '@clawstead/protocol'
import { manhattan } from '../order.js'
import { corridorOf } from './corridor.js'
import type { Region } from './cut-tile.js'
import type { Pathing } from './pathing.js'
import { findRoute } from './route.js'
import type { Corridor, Found, Goal } from './search.js'
import { isShutIn } from './shut-in.js'
import { walkStraight } from './straight.js'
import { Survey } from './survey.js'

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
/** What a plan that only waits for its turn has been given: the tile the walker stands in. */
const OWN_TILE = 1
/** What looking at a region costs, in cells. */
const REGION_COST = 60

export interface Plan {
  /**
   * `there`: a way is known, and the path is its beginning. `part`: as near as was found. `no_way`: proved.
   * `later`: this tick's tiles are used up.
   */
  readonly end: 'there' | 'part' | 'no_way' | 'later'
  readonly path: Vec3[]
  /** Where the whole way ends; without one, the nearest reachable point that was found. */
  readonly toward: Vec3
  /** How many tiles this plan was given, over all ticks it was worked on; 0 when it is finished. */
  readonly surveyedTiles: number
}

/**
 * Finds a way: straight if that works, by cells if it is near, else by regions; takes what it cost from the budgets.
 * `nearerThan` is how near the plans before this one came: walking straight on for a while is worth it only if that
 * ends nearer, or a walker would turn back into the dead end it was led out of.
 * `surveyedTiles` is what a plan that had to wait was given before: it begins anew, and gets so much further.
 */
export function planWay(pathing: Pathing, start: Vec3, goal: Goal, nearerThan: number, surveyedTiles: number): Plan {
  const isFresh = surveyedTiles === 0
  if (!isFresh && pathing.tiles <= 0) return later(start, surveyedTiles)
  const straight = walkStraight(pathing.grid, start, goal, PATH_CELLS_MAX)
  if (straight !== undefined) {
    pathing.budget -= straight.length
    const left = manhattan(straight.at(-1) ?? start, goal.at)
    if (left <= goal.want) return planOf('there', straight, start)
    if (left < nearerThan) return planOf('part', straight, start)
  }
  if (isFresh) {
    const glance = search(pathing, start, goal, GLANCE_EXPANDED_MAX)
    if (glance.end !== 'gave_up') return planOf(glance.end, glance.path, start)
    if (pathing.tiles <= 0) return later(start, OWN_TILE)
  }
  const survey = new Survey(surveyedTiles + pathing.tiles)
  const plan = planByRegions(pathing, start, goal, survey, isFresh)
  // What was looked at in the ticks before was counted then.
  pathing.tiles -= Math.max(0, survey.tiles - surveyedTiles)
  return plan
}

/** Once it is known that the goal is not shut in: once more by cells, with more patience, or far away by regions. */
function planByRegions(pathing: Pathing, start: Vec3, goal: Goal, survey: Survey, isFresh: boolean): Plan {
  const { isShut, expanded } = isShutIn(pathing.regions, start, goal, survey)
  pathing.budget -= expanded * REGION_COST
  if (survey.isOver) return later(start, survey.tiles)
  if (isShut) return planOf('no_way', glancePath(pathing, start, goal), start)
  if (isFresh && manhattan(start, goal.at) <= NEAR_BLOCKS) {
    const near = search(pathing, start, goal, NEAR_EXPANDED_MAX)
    if (near.end !== 'gave_up') return planOf(near.end, near.path, start)
  }
  return planFar(pathing, start, goal, survey)
}

/** Through the regions: the path leads through the first few of them. */
function planFar(pathing: Pathing, start: Vec3, goal: Goal, survey: Survey): Plan {
  const route = findRoute(pathing.regions, start, goal, survey)
  pathing.budget -= route.expanded * REGION_COST
  if (survey.isOver) return later(start, survey.tiles)
  const toward = route.regions.at(-1)?.middle
  if (toward === undefined) return planOf('part', glancePath(pathing, start, goal), start)
  if (route.end === 'no_way') {
    return nearest(planOf('no_way', glancePath(pathing, start, goal), start), toward, goal)
  }
  const leg = route.regions.slice(0, LEG_REGIONS)
  const isWhole = route.end === 'there' && leg.length === route.regions.length
  const legGoal = isWhole ? goal : { at: (leg.at(-1) as Region).middle, want: 0 }
  const found = search(pathing, start, legGoal, LEG_EXPANDED_MAX, corridorOf(leg))
  if (found.end !== 'there') return planOf('part', found.path, start)
  return { end: route.end, path: found.path, toward, surveyedTiles: 0 }
}

function later(start: Vec3, surveyedTiles: number): Plan {
  return { end: 'later', path: [], toward: start, surveyedTiles }
}

/** As near as a short search comes. */
function glancePath(pathing: Pathing, start: Vec3, goal: Goal): Vec3[] {
  return search(pathing, start, goal, GLANCE_EXPANDED_MAX).path
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
  return { end, path, toward: path.at(-1) ?? start, surveyedTiles: 0 }
}
