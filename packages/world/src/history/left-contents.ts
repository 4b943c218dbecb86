import type { Vec3 } from '@clawstead/protocol'
import type { Inventory } from '../inventory.js'
import type { Board, Container, Sign } from '../state.js'
import type { World } from '../world.js'
import { isInBox } from './box.js'
import { readContents } from './contents.js'
import type { Box, Contents, InversePiece } from './edit.js'
import { cellOf } from './write-piece.js'

/** What the cells an edit changed hold now that it is done: an undo expects to find this. */
export function leftContents(world: World, box: Box, pieces: readonly InversePiece[], taken: Contents): Contents {
  const { containers, signs, boards } = readContents(world, box)
  if (containers.length + signs.length + boards.length === 0) return { containers, signs, boards }
  const replaced = new Set([...taken.containers, ...taken.signs, ...taken.boards].map(({ id }) => id))
  const isOwn = ({ id, pos }: { readonly id: string; readonly pos: Vec3 | null }): boolean =>
    replaced.has(id) || (pos !== null && isChangedBy(pieces, pos))
  return { containers: containers.filter(isOwn), signs: signs.filter(isOwn), boards: boards.filter(isOwn) }
}

function isChangedBy(pieces: readonly InversePiece[], at: Vec3): boolean {
  const piece = pieces.find(({ box }) => isInBox(box, at))
  return piece !== undefined && cellOf(piece.before, ...at) !== cellOf(piece.after, ...at)
}

/** Cells whose contents are no longer what an edit left there. Blocks that changed are not looked at: they tell by themselves. */
export function changedContents(world: World, left: Contents): Vec3[] {
  const { containers, signs, boards } = world.state
  const cells: Vec3[] = []
  for (const was of left.containers) {
    const now = containers.get(was.id)
    if (now !== undefined && !isSameContainer(was, now)) cells.push(was.pos)
  }
  for (const was of left.signs) {
    const now = signs.get(was.id)
    if (now !== undefined && !isSameSign(was, now)) cells.push(was.pos)
  }
  for (const was of left.boards) {
    const now = boards.get(was.id)
    if (now !== undefined && was.pos !== null && !isSameBoard(was, now)) cells.push(was.pos)
  }
  return cells
}

function isSameContainer(a: Container, b: Container): boolean {
  const isSameStack = (i: number): boolean =>
    a.reserved[i]?.item === b.reserved[i]?.item && a.reserved[i]?.count === b.reserved[i]?.count
  return (
    isSameInventory(a.inventory, b.inventory) &&
    a.reserved.length === b.reserved.length &&
    a.reserved.every((_, i) => isSameStack(i))
  )
}

function isSameInventory(a: Inventory, b: Inventory): boolean {
  return isSameMap(a.counts, b.counts) && isSameMap(a.wear, b.wear)
}

function isSameMap(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  if (a.size !== b.size) return false
  for (const [key, value] of a) if (b.get(key) !== value) return false
  return true
}

function isSameSign(a: Sign, b: Sign): boolean {
  return a.text === b.text && a.updatedBy === b.updatedBy && a.updatedTick === b.updatedTick
}

/** Posts are only ever added. */
function isSameBoard(a: Board, b: Board): boolean {
  return a.posts.length === b.posts.length && a.posts.at(-1)?.id === b.posts.at(-1)?.id
}
