import type { Vec3 } from '@clawstead/protocol'
import type { Cells } from '../terrain/section.js'
import type { World } from '../world.js'
import { cubeVersion, cubeVersionBefore, fillCube, patchCube, shiftCube } from './cube.js'
import { opsText } from './ops-text.js'
import { type Cube, createCube, rleText } from './rle-text.js'
import type { View } from './view.js'

/** The cube being made, one for all views: what is kept per connection is only the one sent last. */
let scratch: Cube = createCube(0, 1)

/** The `voxels` field as JSON text. */
export function voxelsText(world: World, pos: Vec3, view: View): string {
  const { terrain } = world
  const radius = world.config.catalog.tuning.obs_radius
  const head = `{"center":[${pos[0]},${pos[1]},${pos[2]}],"radius":${radius},"encoding":`
  const cells = (2 * radius + 1) ** 3
  const made = cubeOf(world, cells)
  const cube = made.cells
  const base = view.base !== undefined && isAlike(view.base, cube) ? view.base : undefined
  // What was seen of another ground may differ in any layer, beyond the top of this one too.
  const before = view.terrain === terrain ? view.center : undefined
  if (!makeCube(world, pos, view, base, cube)) return `${head}"RLE","data":"${view.text}"}`

  view.center = pos
  view.terrain = terrain
  view.tick = terrain.tick
  view.version = cubeVersion(terrain, pos, radius)
  view.text = rleText(made)
  const whole = `"RLE","data":"${view.text}"}`
  let ops = ''
  if (base === undefined) view.base = cube.slice()
  else {
    const most = opsMax(world, cells, whole.length)
    if (view.deltaVoxels) ops = opsText(base, cube, radius, bandOf(world, radius, pos, before), most)
    base.set(cube)
  }
  if (ops === '') return head + whole
  const changed = `"DELTA","ops":[${ops}]}`
  return world.profile.deltaOnlyWhenSmaller && changed.length >= whole.length ? head + whole : head + changed
}

/**
 * Fills in the cube seen from a place, from the one sent last where that is still known to hold.
 * False when it is the very same, and the text of it too.
 */
function makeCube({ terrain, config }: World, pos: Vec3, view: View, base: Cells | undefined, cube: Cells): boolean {
  const radius = config.catalog.tuning.obs_radius
  const { center } = view
  if (base === undefined || center === undefined || view.terrain !== terrain) {
    fillCube(terrain, pos, radius, cube)
    return true
  }
  const isSamePlace = center[0] === pos[0] && center[1] === pos[1] && center[2] === pos[2]
  const version = cubeVersion(terrain, center, radius)
  const holds = version === view.version
  if (holds && isSamePlace) return false
  // Others dig all the time: what they changed in this tick was written down, and is little.
  const isPatchable = holds || (view.tick < terrain.tick && cubeVersionBefore(terrain, center, radius) === view.version)
  if (isPatchable && isSamePlace) {
    cube.set(base)
    const isChanged = patchCube(terrain, pos, radius, cube)
    view.tick = terrain.tick
    view.version = version
    return isChanged
  }
  if (isPatchable && shiftCube(terrain, center, pos, radius, base, cube)) patchCube(terrain, pos, radius, cube)
  else fillCube(terrain, pos, radius, cube)
  return true
}

/** Cells are bytes wherever that is enough for every block there is: a view is then half as large. */
function cubeOf({ content }: World, cellCount: number): Cube {
  const bytes = content.blockCount <= 256 ? 1 : 2
  const { cells } = scratch
  if (cells.length !== cellCount || cells.BYTES_PER_ELEMENT !== bytes) scratch = createCube(cellCount, bytes)
  return scratch
}

function isAlike(a: Cells, b: Cells): boolean {
  return a.length === b.length && a.BYTES_PER_ELEMENT === b.BYTES_PER_ELEMENT
}

/** How many changed cells may still be worth naming one by one. */
function opsMax(world: World, cells: number, wholeChars: number): number {
  const half = Math.floor(cells / 2) - 1
  return world.profile.deltaOnlyWhenSmaller ? Math.min(half, Math.floor(wholeChars / OP_CHARS_MIN)) : half
}

/** Length of `{"d":[0,0,0],"b":0},`: no op is shorter. */
const OP_CHARS_MIN = 20

/** Which cells of two cubes can differ at all: those of the layers that are in the world for one of them. */
function bandOf({ profile }: World, radius: number, pos: Vec3, before: Vec3 | undefined): { from: number; to: number } {
  const side = 2 * radius + 1
  if (before === undefined) return { from: 0, to: side ** 3 }
  const low = Math.max(0, radius - Math.max(pos[1], before[1]))
  const high = Math.min(side, profile.height - Math.min(pos[1], before[1]) + radius)
  return { from: low * side * side, to: high * side * side }
}
