import type { Terrain } from '../terrain/terrain.js'
import type { World } from '../world.js'
import { boxSize } from './box.js'
import { readContents } from './contents.js'
import type { Box, Patch } from './edit.js'

/** The blocks of a box, x fastest, then z, y slowest. */
export function readCells(terrain: Terrain, { min, max }: Box): Uint16Array {
  const [width, height, depth] = boxSize({ min, max })
  const cells = new Uint16Array(width * height * depth)
  let i = 0
  for (let y = min[1]; y <= max[1]; y++) {
    for (let z = min[2]; z <= max[2]; z++) {
      for (let x = min[0]; x <= max[0]; x++) cells[i++] = terrain.blockAt(x, y, z)
    }
  }
  return cells
}

/** Cuts a box out of a world: its blocks and what they hold, ready to be pasted elsewhere. */
export function readRegion(world: World, box: Box): Patch {
  const { containers, signs, boards } = readContents(world, box)
  const [x, y, z] = box.min
  const moved = <T extends { readonly pos: readonly [number, number, number] | null }>(thing: T): T =>
    thing.pos === null ? thing : { ...thing, pos: [thing.pos[0] - x, thing.pos[1] - y, thing.pos[2] - z] }
  return {
    size: boxSize(box),
    cells: readCells(world.terrain, box),
    contents: { containers: containers.map(moved), signs: signs.map(moved), boards: boards.map(moved) },
  }
}
