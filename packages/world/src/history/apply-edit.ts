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
  return world.state.edits.find((edit) => heldBoxes(edit).some((box) => isInBox(box, at)))
}

/** What an edit has to itself: the cells it writes, and those a clone still has to read. */
function heldBoxes({ box, work, prepared }: RunningEdit): Box[] {
  return work.op === 'clone' && prepared < boxSize(work.box)[1] ? [box, work.box] : [box]
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
    default:
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
  if (work.op === 'paste' && work.patch.cells.length !== boxCells(box)) {
    return `the patch has ${work.patch.cells.length} cells, its size says ${boxCells(box)}`
  }
  const wanted = work.op === 'clone' ? [box, work.box] : [box]
  const isHeld = (running: RunningEdit): boolean =>
    heldBoxes(running).some((held) => wanted.some((each) => boxesMeet(held, each)))
  const busy = world.state.edits.find(isHeld)
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
