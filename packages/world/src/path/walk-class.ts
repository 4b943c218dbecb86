import { type Content, FLUID_WATER } from '../content.js'

/** What a walker needs to know about a block, as bits of one byte. */
export const BLOCKS_BODY = 1
export const CARRIES_BODY = 2
export const IS_WATER = 4
export const IS_CLIMBABLE = 8
/** Hurts whoever is inside. */
export const HURTS_INSIDE = 16
/** Solid, and hurts whoever is beside or on top. */
export const HURTS_BESIDE = 32
/** A closed door: no obstacle, but slower than open ground. */
export const IS_DOOR = 64

/** The bits of every block of a catalog, by block number. */
export function walkClasses(content: Content): Uint8Array {
  const classes = new Uint8Array(content.blockCount)
  for (let id = 0; id < classes.length; id++) {
    const solid = content.solid[id] === 1
    const door = content.door[id] === 1
    const harmful = content.harmful[id] === 1
    classes[id] =
      (solid && !door ? BLOCKS_BODY : 0) |
      (solid ? CARRIES_BODY : 0) |
      (content.fluid[id] === FLUID_WATER ? IS_WATER : 0) |
      (content.climbable[id] === 1 ? IS_CLIMBABLE : 0) |
      (harmful && !solid ? HURTS_INSIDE : 0) |
      (harmful && solid ? HURTS_BESIDE : 0) |
      (door ? IS_DOOR : 0)
  }
  return classes
}
