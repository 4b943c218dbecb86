import type { World } from '@clawstead/world'

type Terrain = World['terrain']
type Column = ReturnType<Terrain['columnAt']>

/** Blocks on an edge of a column. */
const SIDE = 16
/** Per cell of the ground plan: the block as two bytes, the height it is seen at, and how much fluid it is seen through. */
const CELL_BYTES = 4
export const COLUMN_SURFACE_BYTES = SIDE * SIDE * CELL_BYTES

const BYTE_MAX = 255

/**
 * What is seen of a column from above. A world with a roof is seen as if the roof were taken off: the ground of the first
 * room below it, or nothing but rock where there is none. Nothing at all is seen beyond the boundary.
 */
export function surfaceOf(column: Column, { terrain, content }: World): Uint8Array {
  const { fluid } = content
  const bytes = new Uint8Array(COLUMN_SURFACE_BYTES)
  for (let index = 0; index < SIDE * SIDE; index++) {
    const x = index & 15
    const z = index >> 4
    if (!terrain.isInside(column.cx * SIDE + x, column.cz * SIDE + z)) continue
    const top = topOf(column, x, z, terrain.height, content)
    if (top === 0) continue
    const block = column.blockAt(x, top - 1, z)
    let depth = 0
    while (depth < top && fluid[column.blockAt(x, top - 1 - depth, z)] !== 0) depth++
    bytes.set([block & BYTE_MAX, block >> 8, Math.min(BYTE_MAX, top), Math.min(BYTE_MAX, depth)], index * CELL_BYTES)
  }
  return bytes
}

/** One above the highest block that is seen; 0 where there is none. Grass and the like are looked through: they are in the way of nothing. */
function topOf(column: Column, x: number, z: number, height: number, content: World['content']): number {
  let top = openTop(column, x, z, height)
  while (top > 1 && isThin(column.blockAt(x, top - 1, z), content)) top--
  return top
}

function isThin(block: number, { fluid, replaceable }: World['content']): boolean {
  return replaceable[block] === 1 && fluid[block] === 0
}

function openTop(column: Column, x: number, z: number, height: number): number {
  const top = column.heightAt(x, z)
  if (top < height || height === 1) return top
  let y = top
  while (y > 0 && column.blockAt(x, y - 1, z) !== 0) y--
  if (y === 0) return top
  while (y > 0 && column.blockAt(x, y - 1, z) === 0) y--
  return y
}
