import { encodeRle, type Vec3 } from '@clawstead/protocol'
import type { Cells } from '../terrain/section.js'
import type { World } from '../world.js'
import { cubeVersion, fillCube, shiftCube } from './cube.js'
import type { View } from './view.js'

/** The cube being made, one for all views: what is kept per connection is only the one sent last. */
let scratch: Cells = new Uint8Array(0)

/** The `voxels` field as JSON text. */
export function voxelsText(world: World, pos: Vec3, view: View): string {
  const { terrain } = world
  const radius = world.config.catalog.tuning.obs_radius
  const head = `{"center":[${pos[0]},${pos[1]},${pos[2]}],"radius":${radius},"encoding":`
  const cells = (2 * radius + 1) ** 3
  const cube = cubeOf(world, cells)
  const base = view.base !== undefined && isAlike(view.base, cube) ? view.base : undefined
  const { center } = view
  // Whether the cube sent last still is what one would see from where it was seen.
  const holds =
    base !== undefined &&
    center !== undefined &&
    view.terrain === terrain &&
    cubeVersion(terrain, center, radius) === view.version
  if (holds && center[0] === pos[0] && center[1] === pos[1] && center[2] === pos[2])
    return `${head}"RLE","data":"${view.text}"}`

  if (!(holds && shiftCube(terrain, center, pos, radius, base, cube))) fillCube(terrain, pos, radius, cube)
  view.center = pos
  view.terrain = terrain
  view.version = cubeVersion(terrain, pos, radius)
  view.text = encodeRle(cube)
  const whole = `"RLE","data":"${view.text}"}`
  const ops =
    view.deltaVoxels && base !== undefined ? opsText(base, cube, radius, opsMax(world, cells, whole.length)) : ''
  if (base === undefined) view.base = cube.slice()
  else base.set(cube)
  if (ops === '') return head + whole
  const changed = `"DELTA","ops":[${ops}]}`
  return world.profile.deltaOnlyWhenSmaller && changed.length >= whole.length ? head + whole : head + changed
}

/** Cells are bytes wherever that is enough for every block there is: a view is then half as large. */
function cubeOf({ content }: World, cells: number): Cells {
  const bytes = content.blockCount <= 256 ? 1 : 2
  if (scratch.length !== cells || scratch.BYTES_PER_ELEMENT !== bytes) {
    scratch = bytes === 1 ? new Uint8Array(cells) : new Uint16Array(cells)
  }
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

/** The changed cells in the order of the cube; empty when there are none or more than `most`. */
function opsText(base: Cells, cube: Cells, radius: number, most: number): string {
  const side = 2 * radius + 1
  let count = 0
  for (let i = 0; i < cube.length; i++) if (base[i] !== cube[i] && ++count > most) return ''
  let text = ''
  for (let i = 0; count > 0; i++) {
    if (base[i] === cube[i]) continue
    count--
    const dx = (i % side) - radius
    const dz = (Math.floor(i / side) % side) - radius
    const dy = Math.floor(i / (side * side)) - radius
    text += `${text === '' ? '' : ','}{"d":[${dx},${dy},${dz}],"b":${cube[i]}}`
  }
  return text
}
