import type { Vec3 } from '@clawstead/protocol'
import type { Tx } from '../tx.js'
import { isInWorld, type World } from '../world.js'
import { boxAt, boxCells, boxesMeet, boxSize, isInBox } from './box.js'
import type { Box, Edit, EditWork, RunningEdit } from './edit.js'

/** Cells one edit may cover. */
export const EDIT_CELLS_MAX = 16 * 1024 * 1024

/** Takes an edit in: reserves its cells, or says why not. `systems/edits.ts` carries it out. */
export function applyEdit(tx: Tx, edit: Edit, by: string): void {
  const { id, label, ...work } = edit
  const reason = refusalOf(tx.world, id, work)
  if (reason !== undefined) {
    tx.edits.push({ id, label, by, ok: false, changedCells: 0, reason })
    return
  }
  tx.world.state.edits.push({
    id,
    label,
    by,
    work,
    box: targetBox(work),
    source: null,
    sourceContents: null,
    prepared: 0,
    written: 0,
    done: [],
    removed: { containers: [], signs: [], boards: [] },
    changedCells: 0,
    conflicts: [],
  })
  tx.touch('edit', 'all')
}

/** The edit that has a cell to itself for now, if any. */
export function reservedBy(world: World, at: Vec3): RunningEdit | undefined {
  return world.state.edits.find((edit) => isInBox(edit.box, at))
}

/** The cells an edit writes. */
export function targetBox(work: EditWork): Box {
  switch (work.op) {
    case 'fill':
    case 'replace':
      return work.box
    case 'clone':
      return boxAt(work.to, boxSize(work.box))
    case 'paste':
      return boxAt(work.to, work.patch.size)
    case 'undo':
      return work.inverse.box
  }
}

function refusalOf(world: World, id: string, work: EditWork): string | undefined {
  if (world.state.edits.some((running) => running.id === id)) return `edit ${id} is already under way`
  const box = targetBox(work)
  const outside = boxProblem(world, box) ?? (work.op === 'clone' ? boxProblem(world, work.box) : undefined)
  if (outside !== undefined) return outside
  const blocks = work.op === 'fill' ? [work.block] : work.op === 'replace' ? [work.from, work.to] : []
  const unknown = blocks.find((block) => !Number.isInteger(block) || block < 0 || block >= world.content.blockCount)
  if (unknown !== undefined) return `no block has the number ${unknown}`
  if (work.op === 'paste') {
    const badCell = patchProblem(world, work.patch.cells, boxCells(box))
    if (badCell !== undefined) return badCell
  }
  const busy = world.state.edits.find(
    (running) => boxesMeet(running.box, box) || (work.op === 'clone' && boxesMeet(running.box, work.box)),
  )
  return busy === undefined ? undefined : `cells are reserved by edit ${busy.id}`
}

function boxProblem(world: World, box: Box): string | undefined {
  const { min, max } = box
  if (![...min, ...max].every(Number.isSafeInteger)) return 'a corner of the box is not a whole number'
  if (min[0] > max[0] || min[1] > max[1] || min[2] > max[2]) return 'the box has its corners the wrong way round'
  if (!isInWorld(world, min) || !isInWorld(world, max))
    return `the box ${min.join(',')} to ${max.join(',')} leaves the world`
  const cells = boxCells(box)
  return cells > EDIT_CELLS_MAX ? `the box has ${cells} cells, the most is ${EDIT_CELLS_MAX}` : undefined
}

function patchProblem(world: World, cells: Uint16Array, expected: number): string | undefined {
  if (cells.length !== expected) return `the patch has ${cells.length} cells, its size says ${expected}`
  const { blockCount } = world.content
  // An index, not for-of: a patch may have millions of cells, and they are looked at within one tick.
  for (let i = 0; i < cells.length; i++) {
    const block = cells[i] as number
    if (block >= blockCount) return `no block has the number ${block}`
  }
  return undefined
}
