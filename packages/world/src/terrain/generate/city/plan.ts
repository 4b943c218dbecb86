import { modFloor } from '../../../math/integer.js'
import { hash2 } from '../noise.js'
import { offSpawnLine } from '../spawn-line.js'

/** Where the parts of the city lie. Only what kind of lot stands where depends on the seed. */

/** The wall is a square this far from the gate, just outside the last ring of avenues. */
export const CITY_RADIUS = 205
/** From the middle of one avenue to the middle of the next. */
const BLOCK_PITCH = 40
const AVENUE_HALF = 2
/** A walk with lamps and trees lies between an avenue and the lots. */
const WALK_WIDTH = 2
/** Cells from the middle of an avenue to the first cell of a lot. */
const LOT_START = AVENUE_HALF + WALK_WIDTH + 1
export const LOT_SIDE = BLOCK_PITCH - 2 * LOT_START + 1
const PLAZA_RADIUS = 13
/** The straight way on which everybody arrives. */
const ARRIVAL_HALF = 3

export const HALL = { x0: -13, x1: 13, z0: -38, z1: -17 } as const

export type Zone = 'wild' | 'wall' | 'arrival' | 'plaza' | 'hall' | 'avenue' | 'walk' | 'lot'
export type LotKind = 'plots' | 'park' | 'houses' | 'square'

export function zoneAt(x: number, z: number): Zone {
  const far = Math.max(Math.abs(x), Math.abs(z))
  if (far > CITY_RADIUS + 1) return isHighRoad(x, z) ? 'avenue' : 'wild'
  if (x * x + z * z <= PLAZA_RADIUS * PLAZA_RADIUS) return 'plaza'
  if (offSpawnLine(x, z) <= ARRIVAL_HALF) return 'arrival'
  if (x >= HALL.x0 && x <= HALL.x1 && z >= HALL.z0 && z <= HALL.z1) return 'hall'
  const off = Math.min(Math.abs(offAvenue(x)), Math.abs(offAvenue(z)))
  if (off <= AVENUE_HALF) return 'avenue'
  if (far >= CITY_RADIUS) return 'wall'
  return off <= AVENUE_HALF + WALK_WIDTH ? 'walk' : 'lot'
}

/** Signed distance to the middle of the nearest avenue. */
export function offAvenue(value: number): number {
  return modFloor(value + (BLOCK_PITCH >> 1), BLOCK_PITCH) - (BLOCK_PITCH >> 1)
}

/** Place within a lot along one axis: 0 .. LOT_SIDE - 1 inside it. */
export function inLot(value: number): number {
  return modFloor(value, BLOCK_PITCH) - LOT_START
}

export function lotKindAt(seed: number, x: number, z: number): LotKind {
  const lotX = Math.floor(x / BLOCK_PITCH)
  const lotZ = Math.floor(z / BLOCK_PITCH)
  // The arrival way cuts these lots in two: they stay open.
  if (lotZ === -lotX - 1) return 'park'
  const draw = hash2(seed, lotX, lotZ) % 100
  if (draw < 48) return 'plots'
  if (draw < 74) return 'houses'
  return draw < 90 ? 'park' : 'square'
}

function isHighRoad(x: number, z: number): boolean {
  return Math.abs(x) <= 1 || Math.abs(z) <= 1
}
