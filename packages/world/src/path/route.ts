import type { Vec3 } from '@clawstead/protocol'
import { manhattan } from '../order.js'
import { OpenHeap } from './open-heap.js'
import type { Region, RegionMap } from './regions.js'
import type { Goal } from './search.js'

/** Regions one search may leave; a longer route is found in stages. */
const ROUTE_REGIONS_MAX = 64
/** Regions looked at backwards from a goal, to see whether it is shut in. */
const POCKET_REGIONS_MAX = 12
/** Of a goal with more slack than this only the middle is looked at, which proves nothing about the rest. */
const GOAL_WANT_MAX = 3

export interface Route {
  /** `there`: the last region has a cell near enough. `no_way`: proved. `part`: it ends as near as was found. */
  readonly end: 'there' | 'no_way' | 'part'
  readonly regions: readonly Region[]
  readonly expanded: number
}

/** A* over regions instead of cells: rough, but a hundred times as far for the same work. */
export function findRoute(map: RegionMap, start: Vec3, goal: Goal): Route {
  const first = map.regionAt(...start)
  if (first === undefined) return { end: 'part', regions: [], expanded: 0 }
  const goals = goalRegions(map, goal)

  const nodes: RouteNode[] = [{ region: first, cost: 0, parent: -1, isClosed: false }]
  const numberByRegion = new Map<Region, number>([[first, 0]])
  const open = new OpenHeap()
  open.push(manhattan(first.middle, goal.at), 0)
  let nearest = 0
  let nearestLeft = Number.POSITIVE_INFINITY
  let expanded = 0
  while (!open.isEmpty) {
    const number = open.pop()
    const node = nodes[number] as RouteNode
    if (node.isClosed) continue
    node.isClosed = true
    const left = manhattan(node.region.middle, goal.at)
    if (left < nearestLeft) {
      nearest = number
      nearestLeft = left
    }
    if (goals.has(node.region)) return { end: 'there', regions: trace(nodes, number), expanded }
    if (expanded >= ROUTE_REGIONS_MAX) return { end: 'part', regions: trace(nodes, nearest), expanded }
    expanded++
    map.exits(node.region, (next) => {
      const cost = node.cost + manhattan(node.region.middle, next.middle)
      let nextNumber = numberByRegion.get(next)
      if (nextNumber === undefined) {
        nextNumber = nodes.length
        numberByRegion.set(next, nextNumber)
        nodes.push({ region: next, cost, parent: number, isClosed: false })
      } else {
        const known = nodes[nextNumber] as RouteNode
        if (known.isClosed || known.cost <= cost) return
        known.cost = cost
        known.parent = number
      }
      open.push(cost + manhattan(next.middle, goal.at), nextNumber)
    })
  }
  // Everything that can be reached was seen.
  return { end: goal.want <= GOAL_WANT_MAX ? 'no_way' : 'part', regions: trace(nodes, nearest), expanded }
}

interface RouteNode {
  readonly region: Region
  cost: number
  parent: number
  isClosed: boolean
}

function trace(nodes: readonly RouteNode[], last: number): Region[] {
  const regions: Region[] = []
  for (let number = last; number !== -1; number = (nodes[number] as RouteNode).parent) {
    regions.push((nodes[number] as RouteNode).region)
  }
  return regions.reverse()
}

/** The regions with a cell near enough to the goal, or near the middle of it where it has much slack. */
function goalRegions(map: RegionMap, goal: Goal): ReadonlySet<Region> {
  const [x, y, z] = goal.at
  const want = Math.min(goal.want, GOAL_WANT_MAX)
  const regions = new Set<Region>()
  for (let dx = -want; dx <= want; dx++) {
    for (let dz = -(want - Math.abs(dx)); dz <= want - Math.abs(dx); dz++) {
      const slack = want - Math.abs(dx) - Math.abs(dz)
      for (let dy = -slack; dy <= slack; dy++) {
        const region = map.isInside(x + dx, z + dz) ? map.regionAt(x + dx, y + dy, z + dz) : undefined
        if (region !== undefined) regions.add(region)
      }
    }
  }
  return regions
}

/** Goes backwards from a goal. If all that leads there is soon seen and the walker is not in it, there is no way. */
export function isShutIn(map: RegionMap, start: Vec3, goal: Goal): { isShut: boolean; expanded: number } {
  const walker = map.regionAt(...start)
  if (walker === undefined || goal.want > GOAL_WANT_MAX) return { isShut: false, expanded: 0 }
  const seen = new Set(goalRegions(map, goal))
  const queue = [...seen]
  let expanded = 0
  for (const region of queue) {
    if (seen.has(walker) || expanded >= POCKET_REGIONS_MAX) return { isShut: false, expanded }
    expanded++
    map.entries(region, (before) => {
      if (seen.has(before)) return
      seen.add(before)
      queue.push(before)
    })
  }
  return { isShut: !seen.has(walker), expanded }
}
