import { modFloor } from '../../../math/integer.js'
import { hash2 } from '../noise.js'
import { offSpawnLine } from '../spawn-line.js'

/** Where the built parts of a mine lie. Everything here is the same for every seed. */

/** The chamber everybody arrives in. */
export const GATE_RADIUS = 10
const KEPT_SQUARED = (GATE_RADIUS + 4) * (GATE_RADIUS + 4)
/** Galleries run along every line of this grid, so none is ever further than half of it. */
export const GRID_BLOCKS = 32
/** Deep galleries and the shafts down to them use every second line. */
export const DEEP_GRID_BLOCKS = 64
export const DEEP_BELOW_BLOCKS = 23
/** A gallery is its middle line and one cell to both sides. */
const GALLERY_HALF = 1
const ARRIVAL_HALF = 2
const MISSING_PERCENT = 45
export const GALLERY_HEAD = 3

/** Signed distance to the nearest line of a grid. */
export function offGrid(value: number, grid: number): number {
  return modFloor(value + (grid >> 1), grid) - (grid >> 1)
}

export function isOnLine(value: number, grid: number): boolean {
  return Math.abs(offGrid(value, grid)) <= GALLERY_HALF
}

/**
 * Whether a gallery of the main grid passes here. Lines of the deep grid are always dug; of the others some
 * stretches are missing, and since each stretch ends at a line that is there, none is cut off.
 */
export function isGallery(seed: number, x: number, z: number): boolean {
  return isStretch(seed, x, z) || isStretch(seed + 1, z, x)
}

function isStretch(seed: number, across: number, along: number): boolean {
  if (!isOnLine(across, GRID_BLOCKS)) return false
  if (isOnLine(across, DEEP_GRID_BLOCKS)) return true
  const line = Math.floor((across + GALLERY_HALF) / GRID_BLOCKS)
  return hash2(seed, line, Math.floor(along / GRID_BLOCKS)) % 100 >= MISSING_PERCENT
}

/** The way along which everybody starts. */
export function isArrivalWay(x: number, z: number): boolean {
  return offSpawnLine(x, z) <= ARRIVAL_HALF
}

export function isGate(x: number, z: number): boolean {
  return x * x + z * z <= GATE_RADIUS * GATE_RADIUS
}

/** Rock that caverns leave alone, so that the gate is whole and nobody starts in a hollow above the way. */
export function isKept(x: number, z: number): boolean {
  return offSpawnLine(x, z) <= ARRIVAL_HALF + 3 || x * x + z * z <= KEPT_SQUARED
}
