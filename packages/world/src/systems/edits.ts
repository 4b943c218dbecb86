import type { Vec3 } from '@clawstead/protocol'
import { roomFor } from '../body/unbury.js'
import { boxCells, isInBox, pieceCount } from '../history/box.js'
import { bringContents, readContents, takeContents } from '../history/contents.js'
import type { Box, Contents, EditOutcome, Inverse, RunningEdit } from '../history/edit.js'
import { changedContents, leftContents } from '../history/left-contents.js'
import { nextPiece } from '../history/next-piece.js'
import { prepareEdit } from '../history/prepare-edit.js'
import { writePiece } from '../history/write-piece.js'
import type { Tx } from '../tx.js'
import { raiseObject } from '../work/objects.js'
import { agentsInIdOrder, blockAt } from '../world.js'

/** Cells that edits may read or write in one tick, all together: enough to be quick, too few to be felt. */
export const EDIT_CELLS_PER_TICK = 128 * 1024

/** Carries out the edits that were taken in, oldest first, within one budget. */
export function edits(tx: Tx): void {
  const { state } = tx.world
  if (state.edits.length === 0) return
  let budget = EDIT_CELLS_PER_TICK
  for (const edit of state.edits.slice()) {
    if (budget <= 0) break
    const prepared = prepareEdit(tx, edit, budget)
    if (typeof prepared === 'string') {
      end(tx, edit, { ok: false, reason: prepared })
      continue
    }
    budget = prepared
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

function write(tx: Tx, edit: RunningEdit, budget: number): number {
  const { terrain, content } = tx.world
  const count = pieces(edit)
  let left = budget
  for (; edit.written < count && left > 0; edit.written++) {
    const { box, paint } = nextPiece(tx, edit)
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
  else if (work.op === 'undo') bringContents(tx, stillWanted(tx, work.inverse), [0, 0, 0], edit.removed)
  freeBodies(tx, box)
  const { containers, signs, boards } = edit.removed
  const isChanged = edit.changedCells + containers.length + signs.length + boards.length > 0
  const changed = isChanged ? { inverse: inverseOf(tx, edit) } : {}
  end(tx, edit, { ok: true, ...changed, ...(conflicts.length > 0 ? { conflicts } : {}) })
}

function inverseOf(tx: Tx, { id, box, done, removed }: RunningEdit): Inverse {
  return { editId: id, box, pieces: done, contents: removed, left: leftContents(tx.world, box, done, removed) }
}

/** What an undo brings back, without what would bury something that was put there since. */
function stillWanted(tx: Tx, { contents, left }: Inverse): Contents {
  const used = new Set(changedContents(tx.world, left).map((at) => at.join()))
  if (used.size === 0) return contents
  const isFree = ({ pos }: { readonly pos: Vec3 | null }): boolean => pos === null || !used.has(pos.join())
  const { containers, signs, boards } = contents
  return { containers: containers.filter(isFree), signs: signs.filter(isFree), boards: boards.filter(isFree) }
}

/** Nobody is left inside a block. */
function freeBodies(tx: Tx, box: Box): void {
  const { world } = tx
  for (const agent of agentsInIdOrder(world)) {
    const [x, y, z] = agent.pos
    if (!isInBox(box, agent.pos) && !isInBox(box, [x, y + 1, z])) continue
    const room = roomFor(world, agent.pos)
    if (room !== agent.pos) tx.moveAgent(agent, room)
  }
}

function end(tx: Tx, edit: RunningEdit, result: Pick<EditOutcome, 'ok' | 'inverse' | 'reason' | 'conflicts'>): void {
  const { edits: running } = tx.world.state
  running.splice(running.indexOf(edit), 1)
  tx.edits.push({ id: edit.id, label: edit.label, by: edit.by, changedCells: edit.changedCells, ...result })
}
