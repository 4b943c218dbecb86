import { ONE, ramp, scale } from '../noise.js'
import { offSpawnLine } from '../spawn-line.js'

/**
 * The land around the first arrivals. Agent n starts at (2n, -2n), so a broad ridge of land is raised along
 * that line, and the place where everybody begins is level and dry whatever the seed says.
 */
const LINE_END_BLOCKS = 640
const LIFT_REACH_SQUARED = 240 * 240
const LIFT_FULL_SQUARED = 30 * 30
const FIRM_LAND = 620

const DRY_GROUND = 640
const DRY_FULL_SQUARED = 16 * 16
const DRY_REACH_SQUARED = 60 * 60

/** Level ground, then a slope into what lies around. */
const PAD_LEVEL_BLOCKS = 10
const PAD_BLEND_BLOCKS = 30
/** Nothing stands in the way within this distance of the origin. */
export const PAD_FREE_BLOCKS = 6

const NO_RIVER_SQUARED = 40 * 40
const RIVERS_AGAIN_SQUARED = 110 * 110

/** The continent near the line of spawns: what it is by nature, but not below firm land. */
export function liftContinent(continent: number, x: number, z: number): number {
  if (continent >= FIRM_LAND) return continent
  const d = squaredToLine(x, z)
  if (d >= LIFT_REACH_SQUARED) return continent
  return continent + scale(FIRM_LAND - continent, ONE - ramp(d, LIFT_FULL_SQUARED, LIFT_REACH_SQUARED))
}

/** Lifts ground on the line of spawns out of ponds, in 1/256 blocks above the sea. Rivers are cut afterwards. */
export function liftGround(high: number, x: number, z: number): number {
  if (high >= DRY_GROUND || offSpawnLine(x, z) > 120) return high
  const lift = ONE - ramp(squaredToLine(x, z), DRY_FULL_SQUARED, DRY_REACH_SQUARED)
  return high + scale(DRY_GROUND - high, lift)
}

/** ONE where mountains may rise to their full height, 0 right at the origin. */
export function mountainRelief(x: number, z: number): number {
  return ramp(x * x + z * z, 40 * 40, 170 * 170)
}

/** ONE where the climate may be anything; near the origin it is mild. */
export function climateFreedom(x: number, z: number): number {
  return ramp(x * x + z * z, 50 * 50, 320 * 320)
}

/** ONE where rivers may run, 0 around the origin. */
export function riverFreedom(x: number, z: number): number {
  return ramp(x * x + z * z, NO_RIVER_SQUARED, RIVERS_AGAIN_SQUARED)
}

/** How much of the pad's height the ground takes: ONE on the pad, 0 outside. */
export function padWeight(x: number, z: number): number {
  const d = x * x + z * z
  if (d >= PAD_BLEND_BLOCKS * PAD_BLEND_BLOCKS) return 0
  return ONE - ramp(d, PAD_LEVEL_BLOCKS * PAD_LEVEL_BLOCKS, PAD_BLEND_BLOCKS * PAD_BLEND_BLOCKS)
}

function squaredToLine(x: number, z: number): number {
  const along = Math.max(0, Math.min(LINE_END_BLOCKS, (x - z) >> 1))
  const dx = x - along
  const dz = z + along
  return dx * dx + dz * dz
}
