import type { Tx } from '../tx.js'
import { boxSize, isInBox, pieceOf } from './box.js'
import type { Box, InversePiece, RunningEdit } from './edit.js'
import { changedContents } from './left-contents.js'
import { CONFLICTS_NAMED_MAX } from './prepare-edit.js'
import { cellOf, type Paint } from './write-piece.js'

/** The cells an edit writes next, and what it makes of them. */
export function nextPiece(tx: Tx, edit: RunningEdit): { readonly box: Box; readonly paint: Paint | number } {
  const { work } = edit
  switch (work.op) {
    case 'fill':
      return { box: pieceOf(edit.box, edit.written), paint: work.block }
    case 'replace':
      return { box: pieceOf(edit.box, edit.written), paint: (_x, _y, _z, old) => (old === work.from ? work.to : old) }
    case 'clone':
      return { box: pieceOf(edit.box, edit.written), paint: stamp(edit.box, edit.source as Uint16Array) }
    case 'paste':
      return { box: pieceOf(edit.box, edit.written), paint: stamp(edit.box, work.patch.cells) }
    default: {
      const { box, before, after } = work.inverse.pieces[edit.written] as InversePiece
      const used = changedContents(tx.world, work.inverse.left).filter((at) => isInBox(box, at))
      const isUsed = (x: number, y: number, z: number): boolean =>
        used.some((at) => at[0] === x && at[1] === y && at[2] === z)
      return {
        box,
        paint(x, y, z, old) {
          const left = cellOf(after, x, y, z)
          const was = cellOf(before, x, y, z)
          if (left === was) return old
          if (old === left && !(used.length > 0 && isUsed(x, y, z))) return was
          if (edit.conflicts.length < CONFLICTS_NAMED_MAX) edit.conflicts.push([x, y, z])
          return old
        },
      }
    }
  }
}

function stamp(box: Box, cells: Uint16Array): Paint {
  const [width, , depth] = boxSize(box)
  const [left, bottom, back] = box.min
  return (x, y, z) => cells[((y - bottom) * depth + (z - back)) * width + (x - left)] as number
}
