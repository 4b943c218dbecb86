import type { ItemStack, Vec3 } from '@clawstead/protocol'
import { parsePlacedId, placedId } from '@clawstead/protocol/plain'
import { countOf, createInventory, toStacks } from '../inventory.js'
import type { Board, Container, Sign } from '../state.js'
import type { Tx } from '../tx.js'
import { blockAt, isInWorld, type World } from '../world.js'
import { dropItem } from './drop.js'

/** Blocks that hold more than their kind, beside those the catalog calls containers. */
export const BOARD_BLOCK = 'BULLETIN_BOARD'
export const SIGN_BLOCK = 'SIGN'

/** Gives a block that was just set what it holds: an empty container, sign or board. */
export function raiseObject(tx: Tx, at: Vec3, block: number): void {
  const definition = tx.world.content.blocks[block]
  if (definition === undefined) return
  const type = definition.id
  if (definition.container) {
    tx.addContainer({ id: placedId(type, at), type, pos: at, inventory: createInventory(), reserved: [] })
  } else if (type === SIGN_BLOCK) {
    tx.addSign({ id: placedId(type, at), pos: at, text: '', updatedBy: '', updatedTick: 0 })
  } else if (type === BOARD_BLOCK) {
    tx.addBoard({ id: placedId(type, at), pos: at, posts: [] })
  }
}

/** Takes away what the block in a cell holds. Goods that nobody took out before lie in the cell afterwards. */
export function clearObject(tx: Tx, at: Vec3): void {
  const { state, content } = tx.world
  const type = content.blockNames[blockAt(tx.world, at)] as string
  const id = placedId(type, at)
  const container = state.containers.get(id)
  if (container !== undefined) {
    for (const { item, count } of toStacks(container.inventory)) {
      dropItem(tx, at, item, count, container.inventory.wear.get(item) ?? 0)
    }
    tx.removeContainer(container)
  }
  const sign = state.signs.get(id)
  if (sign !== undefined) tx.removeSign(sign)
  const board = state.boards.get(id)
  if (board !== undefined) tx.removeBoard(board)
}

/** What the block in a cell has been given to hold, without making it up. */
export function containerIn(world: World, at: Vec3): Container | undefined {
  return world.state.containers.get(placedId(world.content.blockNames[blockAt(world, at)] as string, at))
}

/** The container of that id. One that was born with the ground comes into being when first asked for. */
export function findContainer(tx: Tx, id: string): Container | undefined {
  const { state, content } = tx.world
  return state.containers.get(standingId(tx, id, (block) => content.blocks[block]?.container === true))
}

export function findSign(tx: Tx, id: string): Sign | undefined {
  const { state, content } = tx.world
  return state.signs.get(standingId(tx, id, (block) => content.blockNames[block] === SIGN_BLOCK))
}

export function findPlacedBoard(tx: Tx, id: string): Board | undefined {
  const { state, content } = tx.world
  return state.boards.get(standingId(tx, id, (block) => content.blockNames[block] === BOARD_BLOCK))
}

/** Items of a container that are not kept for a contract. */
export function availableIn(container: Container, item: string): number {
  let reserved = 0
  for (const stack of container.reserved) if (stack.item === item) reserved += stack.count
  return countOf(container.inventory, item) - reserved
}

export function hasReserved({ reserved }: { readonly reserved: readonly ItemStack[] }): boolean {
  return reserved.some(({ count }) => count > 0)
}

/** The id of a thing as the state spells it, if a block of its type stands where it says and passes; else no id. */
function standingId(tx: Tx, text: string, passes: (block: number) => boolean): string {
  const { world } = tx
  const placed = parsePlacedId(text)
  if (placed === undefined || !isInWorld(world, placed.pos)) return ''
  const block = blockAt(world, placed.pos)
  if (world.content.blockNames[block] !== placed.type || !passes(block)) return ''
  const id = placedId(placed.type, placed.pos)
  const { containers, signs, boards } = world.state
  if (!containers.has(id) && !signs.has(id) && !boards.has(id)) raiseObject(tx, placed.pos, block)
  return id
}
