import type { Vec3 } from '@clawstead/protocol'
import { placedId } from '@clawstead/protocol/plain'
import { copyInventory } from '../inventory.js'
import type { Board, Container, Sign } from '../state.js'
import type { Tx } from '../tx.js'
import { blockAt, type World } from '../world.js'
import { isInBox } from './box.js'
import type { Box, Contents } from './edit.js'

/** What the blocks of a box hold beside their kind, as copies, in a fixed order. */
export function readContents(world: World, box: Box): Contents {
  const contents = { containers: [] as Container[], signs: [] as Sign[], boards: [] as Board[] }
  const { presence } = world
  for (let tx = box.min[0] >> 4; tx <= box.max[0] >> 4; tx++) {
    for (let tz = box.min[2] >> 4; tz <= box.max[2] >> 4; tz++) {
      for (const container of presence.containers.inTile(tx, tz)) {
        if (isInBox(box, container.pos)) contents.containers.push(copyContainer(container, container.pos))
      }
      for (const sign of presence.signs.inTile(tx, tz)) if (isInBox(box, sign.pos)) contents.signs.push({ ...sign })
      for (const board of presence.boards.inTile(tx, tz)) {
        if (board.pos !== null && isInBox(box, board.pos)) contents.boards.push(copyBoard(board, board.pos))
      }
    }
  }
  for (const list of [contents.containers, contents.signs, contents.boards]) list.sort((a, b) => (a.id < b.id ? -1 : 1))
  return contents
}

/** What an edit took out of the world, for its inverse. */
export interface Taken {
  readonly containers: Container[]
  readonly signs: Sign[]
  readonly boards: Board[]
}

/**
 * Puts contents into the world, each moved by `offset`, where the block that holds such a thing stands.
 * What was held there gives way and is kept in `taken`.
 */
export function bringContents(tx: Tx, contents: Contents, offset: Vec3, taken: Taken): void {
  const moved = (pos: Vec3): Vec3 => [pos[0] + offset[0], pos[1] + offset[1], pos[2] + offset[2]]
  const makeRoom = (pos: Vec3, holder: string): boolean => {
    if (tx.world.content.blockNames[blockAt(tx.world, pos)] !== holder) return false
    takeContents(tx, pos, taken)
    return true
  }
  for (const container of contents.containers) {
    const pos = moved(container.pos)
    if (makeRoom(pos, container.type)) tx.addContainer(copyContainer(container, pos))
  }
  for (const sign of contents.signs) {
    const pos = moved(sign.pos)
    if (makeRoom(pos, 'SIGN')) tx.addSign({ ...sign, id: placedId('SIGN', pos), pos })
  }
  for (const board of contents.boards) {
    if (board.pos === null) continue
    const pos = moved(board.pos)
    if (makeRoom(pos, 'BULLETIN_BOARD')) tx.addBoard(copyBoard(board, pos))
  }
}

/** Takes what a cell holds out of the world; returns whether there was anything. */
export function takeContents(
  tx: Tx,
  at: Vec3,
  into: { containers: Container[]; signs: Sign[]; boards: Board[] },
): void {
  const { presence } = tx.world
  const isHere = (pos: Vec3 | null): boolean => pos !== null && pos[0] === at[0] && pos[1] === at[1] && pos[2] === at[2]
  const tile = [at[0] >> 4, at[2] >> 4] as const
  const container = presence.containers.inTile(...tile).find(({ pos }) => isHere(pos))
  if (container !== undefined) {
    into.containers.push(container)
    tx.removeContainer(container)
  }
  const sign = presence.signs.inTile(...tile).find(({ pos }) => isHere(pos))
  if (sign !== undefined) {
    into.signs.push(sign)
    tx.removeSign(sign)
  }
  const board = presence.boards.inTile(...tile).find(({ pos }) => isHere(pos))
  if (board !== undefined) {
    into.boards.push(board)
    tx.removeBoard(board)
  }
}

function copyContainer(container: Container, pos: Vec3): Container {
  return {
    ...container,
    id: placedId(container.type, pos),
    pos,
    inventory: copyInventory(container.inventory),
    reserved: [...container.reserved],
  }
}

function copyBoard(board: Board, pos: Vec3): Board {
  return { id: placedId('BULLETIN_BOARD', pos), pos, posts: [...board.posts] }
}
