import type { Vec3 } from '@clawstead/protocol'
import { manhattan } from '../order.js'
import { NODES_MAX, NodeStore, packCell, packedX, packedY, packedZ, WINDOW_BLOCKS } from './node-store.js'
import { OpenHeap } from './open-heap.js'
import {
  canClimbDown,
  canClimbUp,
  DIRECTION_COUNT,
  DIRECTION_X,
  DIRECTION_Z,
  DROP_BLOCKS_MAX,
  landing,
  NOWHERE,
} from './steps.js'
import { DEEP, SHARP, SLOW, type WalkGrid } from './walk-grid.js'

/** Costs in tenths of a step. */
const STEP_COST = 10
const SLOW_COST = 10
/** A head under water and a thorn at the elbow are worth a detour. */
const DEEP_COST = 40
const SHARP_COST = 40
/**
 * What is left counts more than what was walked: the way may come out a little longer than the shortest,
 * and on broken ground is found with a fraction of the work.
 */
const LEFT_COST = 15
/** Ties go to the cell nearer the goal, so open ground is crossed in a line and not in a flood. */
const TIE_SCALE = 16384

export interface Goal {
  readonly at: Vec3
  /** How near is near enough, as Manhattan distance. */
  readonly want: number
}

export interface Found {
  /** `there`: the path ends at the goal. `no_way`: proved. `gave_up`: the limit was reached first. */
  readonly end: 'there' | 'no_way' | 'gave_up'
  /** The way to the goal or, without one, to the nearest cell that was reached. */
  readonly path: Vec3[]
  /** Cells looked at: what the search cost. */
  readonly expanded: number
}

/** Which cells a search may use. */
export type Corridor = (x: number, y: number, z: number) => boolean

/** A* over the cells a body can be in. One instance serves a world; a search leaves nothing behind. */
export class PathSearch {
  private readonly nodes = new NodeStore()
  private readonly open = new OpenHeap()
  private readonly besides = new Int32Array(DIRECTION_COUNT)

  constructor(private readonly grid: WalkGrid) {}

  find(start: Vec3, goal: Goal, expandedMax: number, corridor?: Corridor): Found {
    const { nodes, open } = this
    const [startX, startY, startZ] = start
    nodes.clear()
    open.clear()
    const first = nodes.at(packCell(0, startY, 0))
    nodes.cost[first] = 0
    nodes.parent[first] = -1
    open.push(0, first)
    let nearest = first
    let nearestLeft = manhattan(start, goal.at)
    let expanded = 0
    let isCut = false
    while (!open.isEmpty) {
      const node = open.pop()
      if (nodes.isClosed[node] === 1) continue
      const key = nodes.key[node] as number
      const x = startX + packedX(key)
      const y = packedY(key)
      const z = startZ + packedZ(key)
      const left = Math.abs(goal.at[0] - x) + Math.abs(goal.at[1] - y) + Math.abs(goal.at[2] - z)
      if (left < nearestLeft) {
        nearest = node
        nearestLeft = left
      }
      if (left <= goal.want) return { end: 'there', path: this.trace(node, start), expanded }
      if (expanded >= expandedMax || nodes.count + 6 > NODES_MAX) {
        return { end: 'gave_up', path: this.trace(nearest, start), expanded }
      }
      nodes.isClosed[node] = 1
      expanded++
      isCut = !this.leave(node, x, y, z, start, goal, corridor) || isCut
    }
    return { end: isCut ? 'gave_up' : 'no_way', path: this.trace(nearest, start), expanded }
  }

  /** Looks at every step from a cell. False when one of them leads beyond what this search may look at. */
  private leave(node: number, x: number, y: number, z: number, start: Vec3, goal: Goal, corridor?: Corridor): boolean {
    const { grid, besides } = this
    const here = grid.pillar(x, z)
    let cost = (this.nodes.cost[node] as number) + STEP_COST
    let isSharp = false
    for (let way = 0; way < DIRECTION_COUNT; way++) {
      const beside = grid.pillar(x + (DIRECTION_X[way] as number), z + (DIRECTION_Z[way] as number))
      besides[way] = beside
      isSharp ||= grid.has(beside, SHARP, y) || grid.has(beside, SHARP, y + 1)
    }
    if (isSharp) cost += SHARP_COST
    let isAll = true
    for (let way = 0; way < DIRECTION_COUNT; way++) {
      const beside = besides[way] as number
      const toY = landing(grid, here, y, beside)
      if (toY === NOWHERE) continue
      const toX = x + (DIRECTION_X[way] as number)
      const toZ = z + (DIRECTION_Z[way] as number)
      isAll = this.reach(node, cost, beside, toX, toY, toZ, start, goal, corridor) && isAll
    }
    if (canClimbUp(grid, here, y)) isAll = this.reach(node, cost, here, x, y + 1, z, start, goal, corridor) && isAll
    if (canClimbDown(grid, here, y)) isAll = this.reach(node, cost, here, x, y - 1, z, start, goal, corridor) && isAll
    return isAll
  }

  /** Notes a way to a cell if it is the best so far. False when the cell is beyond what this search may look at. */
  private reach(
    from: number,
    leaveCost: number,
    pillar: number,
    x: number,
    y: number,
    z: number,
    start: Vec3,
    goal: Goal,
    corridor: Corridor | undefined,
  ): boolean {
    const { nodes, open, grid } = this
    const dx = x - start[0]
    const dz = z - start[2]
    if (dx > WINDOW_BLOCKS || dx < -WINDOW_BLOCKS || dz > WINDOW_BLOCKS || dz < -WINDOW_BLOCKS) return false
    if (corridor !== undefined && !corridor(x, y, z)) return false
    const node = nodes.at(packCell(dx, y, dz))
    if (nodes.isClosed[node] === 1) return true
    let cost = leaveCost
    if (grid.has(pillar, SLOW, y)) cost += SLOW_COST
    if (grid.has(pillar, DEEP, y)) cost += DEEP_COST
    const known = nodes.cost[node] as number
    if (known >= 0 && known <= cost) return true
    nodes.cost[node] = cost
    nodes.parent[node] = from
    const left = stepsLeft(x, y, z, goal)
    open.push((cost + left * LEFT_COST) * TIE_SCALE + left, node)
    return true
  }

  private trace(last: number, start: Vec3): Vec3[] {
    const { nodes } = this
    const path: Vec3[] = []
    for (let node = last; nodes.parent[node] !== -1; node = nodes.parent[node] as number) {
      const key = nodes.key[node] as number
      path.push([start[0] + packedX(key), packedY(key), start[2] + packedZ(key)])
    }
    return path.reverse()
  }
}

export function isThere(x: number, y: number, z: number, { at, want }: Goal): boolean {
  return Math.abs(at[0] - x) + Math.abs(at[1] - y) + Math.abs(at[2] - z) <= want
}

/** At least this many steps remain: each goes one cell across, at most one up and at most three down. */
function stepsLeft(x: number, y: number, z: number, { at, want }: Goal): number {
  const across = Math.abs(at[0] - x) + Math.abs(at[2] - z)
  const up = at[1] - y
  const upright = up > 0 ? up : Math.ceil(-up / DROP_BLOCKS_MAX)
  const steps = Math.max(across, upright) - want
  return steps > 0 ? steps : 0
}
