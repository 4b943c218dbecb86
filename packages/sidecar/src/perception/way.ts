import type { Vec3 } from '@clawstead/protocol'
import { WAY_CELLS_MAX } from '../limits.js'
import { isCarrying, isPassable } from './block-facts.js'
import { keyOf, offset, stepsBetween } from './geometry.js'
import type { Surroundings } from './surroundings.js'

export type Way = {
  /** `unknown`: nothing seen says no, but part of the way was never seen. */
  readonly reachable: 'yes' | 'no' | 'unknown'
  /** Steps to the goal, or to the nearest cell known to be reachable. */
  readonly steps: number
  /** Where those steps lead. */
  readonly nearest: Vec3
}

const LEVEL: readonly Vec3[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 0, 1],
  [0, 0, -1],
]
const DROP_MAX = 3

/** Whether a body can walk there over cells that were seen: level, one up, up to three down, by ladder or water. */
export function findWay(place: Surroundings, from: Vec3, goal: Vec3): Way {
  const stepsByKey = new Map([[keyOf(from), 0]])
  const queue: Vec3[] = [from]
  let nearest = from
  let touchesUnseen = false
  for (let head = 0; head < queue.length && head < WAY_CELLS_MAX; head++) {
    const cell = queue[head] as Vec3
    const steps = stepsByKey.get(keyOf(cell)) ?? 0
    if (keyOf(cell) === keyOf(goal)) return { reachable: 'yes', steps, nearest: cell }
    if (stepsBetween(cell, goal) < stepsBetween(nearest, goal)) nearest = cell
    for (const next of nextCells(place, cell)) {
      if (next === 'unseen') touchesUnseen = true
      else if (!stepsByKey.has(keyOf(next))) {
        stepsByKey.set(keyOf(next), steps + 1)
        queue.push(next)
      }
    }
  }
  const isCut = queue.length >= WAY_CELLS_MAX
  return {
    reachable: touchesUnseen || isCut ? 'unknown' : 'no',
    steps: stepsByKey.get(keyOf(nearest)) ?? 0,
    nearest,
  }
}

/** The cell of a column one can stand in that lies nearest to a height, the upper of two; undefined when none was seen. */
export function standableInColumn(place: Surroundings, [x, y, z]: Vec3, heightsMax: number): Vec3 | undefined {
  for (let distance = 0; distance <= heightsMax; distance++) {
    for (const height of [y + distance, y - distance]) {
      if (canStand(place, [x, height, z]) === true) return [x, height, z]
    }
  }
  return undefined
}

function* nextCells(place: Surroundings, cell: Vec3): Generator<Vec3 | 'unseen'> {
  for (const side of LEVEL) {
    const beside = offset(cell, side)
    const level = canStand(place, beside)
    if (level === 'unseen') yield 'unseen'
    if (level === true) {
      yield beside
      continue
    }
    if (place.worldHeight === 1) continue
    if (isFree(place, offset(cell, [0, 2, 0])) === true && canStand(place, offset(beside, [0, 1, 0])) === true) {
      yield offset(beside, [0, 1, 0])
      continue
    }
    if (fits(place, beside) === true) yield* dropsFrom(place, beside)
  }
  for (const climb of [1, -1]) {
    const there = offset(cell, [0, climb, 0])
    const isCarried = isCarrying(place.blockAt(cell) ?? '') || isCarrying(place.blockAt(there) ?? '')
    if (isCarried && canStand(place, there) === true) yield there
  }
}

function* dropsFrom(place: Surroundings, from: Vec3): Generator<Vec3 | 'unseen'> {
  for (let depth = 1; depth <= DROP_MAX; depth++) {
    const below = offset(from, [0, -depth, 0])
    const stands = canStand(place, below)
    if (stands === false && fits(place, below) !== true) return
    if (stands !== false) {
      yield stands === 'unseen' ? 'unseen' : below
      return
    }
  }
}

/** Feet and head have room and something carries the feet. In a world of height 1 the room is all there is. */
function canStand(place: Surroundings, cell: Vec3): boolean | 'unseen' {
  const room = fits(place, cell)
  if (room !== true || place.worldHeight === 1) return room
  if (isCarrying(place.blockAt(cell) ?? '')) return true
  const below = place.blockAt(offset(cell, [0, -1, 0]))
  if (below === undefined) return 'unseen'
  return !isPassable(below) && below !== 'LAVA'
}

function fits(place: Surroundings, cell: Vec3): boolean | 'unseen' {
  const feet = isFree(place, cell)
  if (feet !== true || place.worldHeight === 1) return feet
  return isFree(place, offset(cell, [0, 1, 0]))
}

function isFree(place: Surroundings, cell: Vec3): boolean | 'unseen' {
  const block = place.blockAt(cell)
  return block === undefined ? 'unseen' : isPassable(block)
}
