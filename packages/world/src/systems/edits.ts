import type { Vec3 } from '@clawstead/protocol'
import { boxCells, boxSize, isInBox, pieceCount, pieceOf } from '../history/box.js'
import { bringContents, readContents, takeContents } from '../history/contents.js'
import type { Box, EditOutcome, InversePiece, RunningEdit } from '../history/edit.js'
import { readCells } from '../history/region.js'
import { type Paint, writePiece } from '../history/write-piece.js'
import type { Section } from '../terrain/section.js'
import type { Tx } from '../tx.js'
import { raiseObject } from '../work/objects.js'
import { agentsInIdOrder, blockAt } from '../world.js'

/** Cells that edits may read or write in one tick, all together: enough to be quick, too few to be felt. */
export const EDIT_CELLS_PER_TICK = 128 * 1024

/** How many cells an undo names that are not as it expects. */
const CONFLICTS_NAMED_MAX = 16

/** Carries out the edits that were taken in, oldest first, within one budget. */
export function edits(tx: Tx): void {
  const { state } = tx.world
  if (state.edits.length === 0) return
  let budget = EDIT_CELLS_PER_TICK
  for (const edit of [...state.edits]) {
    if (budget <= 0) break
    budget = prepare(tx, edit, budget)
    if (isRefused(edit)) {
      end(tx, edit, { ok: false, reason: 'cells were changed since', conflicts: edit.conflicts })
      continue
    }
    if (budget > 0) budget = write(tx, edit, budget)
    if (edit.written === pieces(edit)) finish(tx, edit)
  }
  tx.touch('edit', 'all')
}

function isRefused({ work, conflicts }: RunningEdit): boolean {
  return work.op === 'undo' && work.onConflict === 'refuse' && conflicts.length > 0
}

function pieces({ work, box }: RunningEdit): number {
  return work.op === 'undo' ? work.inverse.pieces.length : pieceCount(box)
}

/** What must be known before the first write: a clone's source, or whether an undo still fits. Returns the budget left. */
function prepare(tx: Tx, edit: RunningEdit, budget: number): number {
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
  if (work.op === 'undo' && work.onConflict === 'refuse') {
    const all = work.inverse.pieces
    for (; edit.prepared < all.length && left > 0; edit.prepared++) {
      const piece = all[edit.prepared] as InversePiece
      noteConflicts(tx, edit, piece)
      left -= boxCells(piece.box)
    }
    return edit.prepared < all.length ? 0 : left
  }
  return left
}

function noteConflicts(tx: Tx, edit: RunningEdit, { box, after }: InversePiece): void {
  const { min, max } = box
  for (let y = min[1]; y <= max[1]; y++) {
    for (let z = min[2]; z <= max[2]; z++) {
      for (let x = min[0]; x <= max[0]; x++) {
        if (edit.conflicts.length >= CONFLICTS_NAMED_MAX) return
        if (tx.world.terrain.blockAt(x, y, z) !== cellOf(after, x, y, z)) edit.conflicts.push([x, y, z])
      }
    }
  }
}

function write(tx: Tx, edit: RunningEdit, budget: number): number {
  const { terrain, content } = tx.world
  const count = pieces(edit)
  let left = budget
  for (; edit.written < count && left > 0; edit.written++) {
    const { box, paint } = nextPiece(edit)
    left -= boxCells(box)
    const { before, after, changed, holders } = writePiece(terrain, box, paint, content.holds)
    if (changed === 0) continue
    edit.changedCells += changed
    edit.done.push({ box, before, after })
    terrain.columnAt(box.min[0] >> 4, box.min[2] >> 4).measureHeights()
    emptyChanged(tx, edit, box)
    for (const at of holders) raiseObject(tx, at, blockAt(tx.world, at))
  }
  return left
}

function nextPiece(edit: RunningEdit): { readonly box: Box; readonly paint: Paint | number } {
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
    case 'undo': {
      const { box, before, after } = work.inverse.pieces[edit.written] as InversePiece
      return {
        box,
        paint(x, y, z, old) {
          if (old === cellOf(after, x, y, z)) return cellOf(before, x, y, z)
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

function cellOf(section: Section, x: number, y: number, z: number): number {
  return typeof section === 'number' ? section : (section[(x & 15) | ((z & 15) << 4) | ((y & 15) << 8)] as number)
}

/** Takes out what stood in cells whose block is no longer what held it. */
function emptyChanged(tx: Tx, edit: RunningEdit, box: Box): void {
  const { content } = tx.world
  const { containers, signs, boards } = readContents(tx.world, box)
  const isGone = (pos: Vec3, type: string): boolean => content.blockNames[blockAt(tx.world, pos)] !== type
  for (const { pos, type } of containers) if (isGone(pos, type)) takeContents(tx, pos, edit.removed)
  for (const { pos } of signs) if (isGone(pos, 'SIGN')) takeContents(tx, pos, edit.removed)
  for (const { pos } of boards) if (pos !== null && isGone(pos, 'BULLETIN_BOARD')) takeContents(tx, pos, edit.removed)
}

function finish(tx: Tx, edit: RunningEdit): void {
  const { work, box, conflicts } = edit
  if (work.op === 'clone' && edit.sourceContents !== null) {
    const [fromX, fromY, fromZ] = work.box.min
    bringContents(tx, edit.sourceContents, [work.to[0] - fromX, work.to[1] - fromY, work.to[2] - fromZ], edit.removed)
  } else if (work.op === 'paste') bringContents(tx, work.patch.contents, work.to, edit.removed)
  else if (work.op === 'undo') bringContents(tx, work.inverse.contents, [0, 0, 0], edit.removed)
  freeBodies(tx, box)
  const { containers, signs, boards } = edit.removed
  const isChanged = edit.changedCells + containers.length + signs.length + boards.length > 0
  const changed = isChanged ? { inverse: { editId: edit.id, box, pieces: edit.done, contents: edit.removed } } : {}
  end(tx, edit, { ok: true, ...changed, ...(conflicts.length > 0 ? { conflicts } : {}) })
}

/** Nobody is left inside a block: bodies in the way are lifted to the first free place above. */
function freeBodies(tx: Tx, box: Box): void {
  const { world } = tx
  const isFree = (x: number, y: number, z: number): boolean => world.content.solid[world.terrain.blockAt(x, y, z)] === 0
  for (const agent of agentsInIdOrder(world)) {
    const [x, , z] = agent.pos
    if (!isInBox(box, agent.pos) && !isInBox(box, [x, agent.pos[1] + 1, z])) continue
    let y = agent.pos[1]
    while (y < world.profile.height - 1 && !(isFree(x, y, z) && isFree(x, y + 1, z))) y++
    if (y !== agent.pos[1]) tx.moveAgent(agent, [x, y, z])
  }
}

function end(tx: Tx, edit: RunningEdit, result: Pick<EditOutcome, 'ok' | 'inverse' | 'reason' | 'conflicts'>): void {
  const { edits: running } = tx.world.state
  running.splice(running.indexOf(edit), 1)
  tx.edits.push({ id: edit.id, label: edit.label, by: edit.by, changedCells: edit.changedCells, ...result })
}
