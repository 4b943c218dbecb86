import type { Tx } from '../tx.js'
import { boxCells, boxSize } from './box.js'
import { readContents } from './contents.js'
import type { Box, InversePiece, RunningEdit } from './edit.js'
import { changedContents } from './left-contents.js'
import { readCells } from './region.js'
import { cellOf } from './write-piece.js'

/** Cells of a patch that are looked at for the price of writing one. */
const CELLS_CHECKED_PER_CELL = 8

/** How many cells an undo names that are not as it expects. */
export const CONFLICTS_NAMED_MAX = 16

/**
 * What must be known before the first write: a clone's source, whether a patch has known blocks only, whether an undo still fits.
 * Returns the budget left, or why the edit cannot be.
 */
export function prepareEdit(tx: Tx, edit: RunningEdit, budget: number): number | string {
  const { work } = edit
  let left = budget
  if (work.op === 'clone') {
    const [width, height, depth] = boxSize(work.box)
    edit.source ??= new Uint16Array(width * height * depth)
    for (; edit.prepared < height && left > 0; edit.prepared++, left -= width * depth) {
      const y = work.box.min[1] + edit.prepared
      const layer: Box = { min: [work.box.min[0], y, work.box.min[2]], max: [work.box.max[0], y, work.box.max[2]] }
      edit.source.set(readCells(tx.world.terrain, layer), edit.prepared * width * depth)
    }
    if (edit.prepared < height) return 0
    // Read before the first write: the target may overlap the source.
    edit.sourceContents ??= readContents(tx.world, work.box)
    return left
  }
  if (work.op === 'paste') return checkPatch(tx, edit, work.patch.cells, budget)
  if (work.op === 'undo' && work.onConflict === 'refuse') {
    const all = work.inverse.pieces
    if (edit.prepared === 0)
      edit.conflicts.push(...changedContents(tx.world, work.inverse.left).slice(0, CONFLICTS_NAMED_MAX))
    for (; edit.prepared < all.length && left > 0; edit.prepared++) {
      const piece = all[edit.prepared] as InversePiece
      noteConflicts(tx, edit, piece)
      left -= boxCells(piece.box)
    }
    return edit.prepared < all.length ? 0 : left
  }
  return left
}

function checkPatch(tx: Tx, edit: RunningEdit, cells: Uint16Array, budget: number): number | string {
  const { blockCount } = tx.world.content
  const from = edit.prepared
  const to = Math.min(cells.length, from + budget * CELLS_CHECKED_PER_CELL)
  for (let i = from; i < to; i++) if ((cells[i] as number) >= blockCount) return `no block has the number ${cells[i]}`
  edit.prepared = to
  return to < cells.length ? 0 : budget - Math.ceil((to - from) / CELLS_CHECKED_PER_CELL)
}

/** Cells the edit changed and that somebody changed since. What it left alone is nobody's conflict. */
function noteConflicts(tx: Tx, edit: RunningEdit, { box, before, after }: InversePiece): void {
  const { min, max } = box
  for (let y = min[1]; y <= max[1]; y++) {
    for (let z = min[2]; z <= max[2]; z++) {
      for (let x = min[0]; x <= max[0]; x++) {
        if (edit.conflicts.length >= CONFLICTS_NAMED_MAX) return
        const left = cellOf(after, x, y, z)
        const isOurs = left !== cellOf(before, x, y, z)
        if (isOurs && tx.world.terrain.blockAt(x, y, z) !== left) edit.conflicts.push([x, y, z])
      }
    }
  }
}
