import type { Column } from '../terrain/column.js'
import { STAND, type WalkGrid } from './walk-grid.js'

/** The cells of a 16x16 column in which one can stand, numbered pillar by pillar, bottom to top. */
export interface StandCells {
  /** Cells of pillar p are those from `offsets[p]` to `offsets[p + 1]`. */
  readonly offsets: Uint16Array
  readonly heights: Uint8Array
}

/** The same with what the grid calls each pillar, which is good only until a block changes. */
export interface FreshCells extends StandCells {
  readonly pillars: Int32Array
}

/** Heights while they are counted, used again for every column. */
let scratch = new Uint8Array(0)

export function standCellsOf(grid: WalkGrid, { cx, cz }: Column): FreshCells {
  const offsets = new Uint16Array(257)
  const pillars = new Int32Array(256)
  const cellsMax = 256 * 32 * grid.words
  if (scratch.length < cellsMax) scratch = new Uint8Array(cellsMax)
  let count = 0
  for (let index = 0; index < 256; index++) {
    const pillar = grid.pillar(cx * 16 + (index & 15), cz * 16 + (index >> 4))
    pillars[index] = pillar
    for (let word = 0; word < grid.words; word++) {
      for (let left = grid.word(pillar, STAND, word); left !== 0; left &= left - 1) {
        scratch[count++] = word * 32 + 31 - Math.clz32(left & -left)
      }
    }
    offsets[index + 1] = count
  }
  return { offsets, heights: scratch.slice(0, count), pillars }
}

/** The number of the cell at height y of a pillar; -1 when one cannot stand there. */
export function cellAt({ offsets, heights }: StandCells, pillar: number, y: number): number {
  let low = offsets[pillar] as number
  let high = (offsets[pillar + 1] as number) - 1
  // Most pillars have one cell or two; in a lake there are dozens.
  while (low <= high) {
    const middle = (low + high) >> 1
    const at = heights[middle] as number
    if (at === y) return middle
    if (at < y) low = middle + 1
    else high = middle - 1
  }
  return -1
}
