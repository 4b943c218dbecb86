/**
 * A section is 16x16x16 cells. One that holds a single kind of block is just that block's number;
 * the others are an array of 4096 ids, bytes while every id fits in one.
 * A cell's index is x + 16 z + 256 y, the order the observer's wire uses.
 */
export type Cells = Uint8Array | Uint16Array
export type Section = number | Cells

export const SECTION_SIDE = 16
export const SECTION_CELLS = SECTION_SIDE ** 3

export function cellIndex(x: number, y: number, z: number): number {
  return (x & 15) | ((z & 15) << 4) | ((y & 15) << 8)
}

/** Room for ids up to `id`, filled with `fill`. */
export function createCells(fill: number, id: number): Cells {
  const cells = fill > 255 || id > 255 ? new Uint16Array(SECTION_CELLS) : new Uint8Array(SECTION_CELLS)
  return fill === 0 ? cells : cells.fill(fill)
}

/** The same cells with room for ids above 255. */
export function widenCells(cells: Cells): Uint16Array {
  return cells instanceof Uint16Array ? cells : Uint16Array.from(cells)
}
