import type { Vec3 } from '@clawstead/protocol'
import { modFloor } from '../math/integer.js'
import type { World } from '../world.js'
import { canStand } from './standing.js'

/** Agents start this far apart along a diagonal, in x and in -z. */
const SPACING_BLOCKS = 2
/** Rings around the starting point that are searched cell by cell. */
const RING_BLOCKS_MAX = 8
/** Beyond them only every fourth cell is looked at, out to here. */
const WIDE_STRIDE_BLOCKS = 4
const WIDE_BLOCKS_MAX = 48

/** Where agent n starts, and starts again: safe dry ground nearest (2n, -2n), which is wrapped into the world. */
export function spawnPoint(world: World, number: number): Vec3 {
  const x = wrap(SPACING_BLOCKS * number, world.terrain.boundary)
  const z = wrap(-SPACING_BLOCKS * number, world.terrain.boundary)
  return safeGroundNear(world, x, z)
}

/** Safe dry ground nearest a column; failing that, nearest the origin; failing that, anything that carries. */
export function safeGroundNear(world: World, x: number, z: number): Vec3 {
  return (
    searchRings(world, x, z, dryGround) ??
    searchRings(world, 0, 0, dryGround) ??
    searchRings(world, x, z, anyFooting) ?? [x, topOf(world, x, z), z]
  )
}

/** The same point for every lap around a world of 2 r + 1 cells. */
function wrap(value: number, r: number): number {
  return modFloor(value + r, 2 * r + 1) - r
}

type Footing = (world: World, x: number, z: number) => number | undefined

/** Growing square rings, each row by row; the first column with a footing wins. */
function searchRings(world: World, x: number, z: number, footing: Footing): Vec3 | undefined {
  for (let ring = 0; ring <= WIDE_BLOCKS_MAX; ring += ring < RING_BLOCKS_MAX ? 1 : WIDE_STRIDE_BLOCKS) {
    const stride = ring <= RING_BLOCKS_MAX ? 1 : WIDE_STRIDE_BLOCKS
    for (let dz = -ring; dz <= ring; dz += stride) {
      const isEdgeRow = dz === -ring || dz === ring
      for (let dx = -ring; dx <= ring; dx += isEdgeRow ? stride : 2 * ring) {
        if (!world.terrain.isInside(x + dx, z + dz)) continue
        const y = footing(world, x + dx, z + dz)
        if (y !== undefined) return [x + dx, y, z + dz]
      }
    }
  }
  return undefined
}

/**
 * The place of a column where one can stand in open air on real ground: not in water, not on a tree and not in a cave,
 * unless the whole world is one and has a ceiling.
 */
function dryGround(world: World, x: number, z: number): number | undefined {
  const { terrain, content, profile } = world
  const hasCeiling = terrain.blockAt(x, profile.height - 1, z) !== 0
  for (let y = topOf(world, x, z); y >= 0; y--) {
    const feet = terrain.blockAt(x, y, z)
    if (feet === 0 && isGoodFooting(world, x, y, z)) return y
    // Leaves are the only blocks that decay: below them the ground is still to come.
    const isGround = content.fluid[feet] !== 0 || (content.solid[feet] === 1 && content.blocks[feet]?.decays === null)
    if (isGround && !hasCeiling) return undefined
  }
  return undefined
}

function isGoodFooting(world: World, x: number, y: number, z: number): boolean {
  const { terrain, content } = world
  if (terrain.blockAt(x, y + 1, z) !== 0 || !canStand(world, x, y, z) || isBesideHarm(world, x, y, z)) return false
  return y === 0 || content.blocks[terrain.blockAt(x, y - 1, z)]?.decays === null
}

function isBesideHarm({ terrain, content }: World, x: number, y: number, z: number): boolean {
  const hurts = (dx: number, dy: number, dz: number): boolean =>
    content.harmful[terrain.blockAt(x + dx, y + dy, z + dz)] === 1
  return [0, 1].some((up) => hurts(1, up, 0) || hurts(-1, up, 0) || hurts(0, up, 1) || hurts(0, up, -1))
}

function anyFooting(world: World, x: number, z: number): number | undefined {
  for (let y = topOf(world, x, z); y >= 0; y--) if (canStand(world, x, y, z)) return y
  return undefined
}

/** The first cell above everything in a column, still inside the world. */
function topOf(world: World, x: number, z: number): number {
  const height = world.terrain.columnAt(x >> 4, z >> 4).heightAt(x & 15, z & 15)
  return Math.min(height, world.profile.height - 1)
}
