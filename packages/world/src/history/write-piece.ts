import type { Vec3 } from '@clawstead/protocol'
import { highTerm, lowTerm, placeHash } from '../terrain/cell-hash.js'
import type { Column } from '../terrain/column.js'
import { type Cells, createCells, SECTION_CELLS, type Section } from '../terrain/section.js'
import type { Terrain } from '../terrain/terrain.js'
import type { Box } from './edit.js'

/** The block a cell shall get, given where it is and what is there. */
export type Paint = (x: number, y: number, z: number, old: number) => number

export interface WrittenPiece {
  readonly before: Section
  readonly after: Section
  readonly changed: number
  /** Cells that now have a block which holds something. */
  readonly holders: readonly Vec3[]
}

const NONE: readonly Vec3[] = []

/** The block a section has in a cell of the world. */
export function cellOf(section: Section, x: number, y: number, z: number): number {
  return typeof section === 'number' ? section : (section[(x & 15) | ((z & 15) << 4) | ((y & 15) << 8)] as number)
}

/**
 * Writes the cells of a box that lies within one section. The old cells are kept untouched for the inverse,
 * the new ones are a fresh array, so neither snapshot nor inverse costs a copy of its own.
 */
export function writePiece(terrain: Terrain, box: Box, paint: Paint | number, holds: Uint8Array): WrittenPiece {
  const column = terrain.columnAt(box.min[0] >> 4, box.min[2] >> 4)
  const sy = box.min[1] >> 4
  const before = column.section(sy)
  const isWhole = box.max[0] - box.min[0] === 15 && box.max[1] - box.min[1] === 15 && box.max[2] - box.min[2] === 15
  if (typeof paint === 'number' && isWhole && holds[paint] === 0)
    return fillSection(terrain, column, sy, before, paint, box)
  return paintCells(terrain, column, sy, before, box, typeof paint === 'number' ? () => paint : paint, holds)
}

function fillSection(
  terrain: Terrain,
  column: Column,
  sy: number,
  before: Section,
  block: number,
  box: Box,
): WrittenPiece {
  const [left, bottom, back] = box.min
  let changed = 0
  let low = 0
  let high = 0
  for (let i = 0; i < SECTION_CELLS; i++) {
    const old = typeof before === 'number' ? before : (before[i] as number)
    if (old === block) continue
    changed++
    const place = placeHash(left + (i & 15), bottom + (i >> 8), back + ((i >> 4) & 15))
    low = (low + lowTerm(place, block) - lowTerm(place, old)) | 0
    high = (high + highTerm(place, block) - highTerm(place, old)) | 0
  }
  terrain.addTerms(low, high)
  if (changed > 0) put(terrain, column, sy, block)
  return { before, after: block, changed, holders: NONE }
}

function paintCells(
  terrain: Terrain,
  column: Column,
  sy: number,
  before: Section,
  box: Box,
  paint: Paint,
  holds: Uint8Array,
): WrittenPiece {
  const { min, max } = box
  const holders: Vec3[] = []
  let after: Cells | undefined
  let changed = 0
  let low = 0
  let high = 0
  for (let y = min[1]; y <= max[1]; y++) {
    for (let z = min[2]; z <= max[2]; z++) {
      let i = ((y & 15) << 8) | ((z & 15) << 4) | (min[0] & 15)
      for (let x = min[0]; x <= max[0]; x++, i++) {
        const old = typeof before === 'number' ? before : (before[i] as number)
        const block = paint(x, y, z, old)
        if (block === old) continue
        changed++
        after = writableCopy(before, after, block)
        after[i] = block
        const place = placeHash(x, y, z)
        low = (low + lowTerm(place, block) - lowTerm(place, old)) | 0
        high = (high + highTerm(place, block) - highTerm(place, old)) | 0
        if (holds[block] === 1) holders.push([x, y, z])
      }
    }
  }
  if (after === undefined) return { before, after: before, changed: 0, holders: NONE }
  terrain.addTerms(low, high)
  put(terrain, column, sy, after)
  return { before, after, changed, holders }
}

function writableCopy(before: Section, after: Cells | undefined, block: number): Cells {
  if (after === undefined) {
    if (typeof before === 'number') return createCells(before, block)
    return block > 255 && before instanceof Uint8Array ? Uint16Array.from(before) : before.slice()
  }
  return block > 255 && after instanceof Uint8Array ? Uint16Array.from(after) : after
}

/** The inverse keeps both arrays, so the next ordinary write to this section must copy. */
function put(terrain: Terrain, column: Column, sy: number, section: Section): void {
  column.setSection(sy, section)
  column.touched |= 1 << sy
  column.shared |= 1 << sy
  terrain.noteBulkWrite(column)
}
