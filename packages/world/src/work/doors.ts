import type { Vec3 } from '@clawstead/protocol'
import { bodyAt } from '../body/standing.js'
import type { Tx } from '../tx.js'
import { blockAt, type World } from '../world.js'

/**
 * A door is two cells high. Doors on top of each other are paired from the bottom of their stack,
 * so every cell knows its other half without a mark of its own.
 */
export function otherHalf(world: World, at: Vec3): Vec3 | undefined {
  const [x, y, z] = at
  if (!isDoor(world, at)) return undefined
  let bottom = y
  while (bottom > 0 && isDoor(world, [x, bottom - 1, z])) bottom--
  const other: Vec3 = [x, (y - bottom) % 2 === 0 ? y + 1 : y - 1, z]
  return isDoor(world, other) ? other : undefined
}

export function isDoor(world: World, at: Vec3): boolean {
  return (world.content.blocks[blockAt(world, at)]?.door ?? null) !== null
}

/** The cells of the door that has one in `at`. */
export function doorCells(world: World, at: Vec3): Vec3[] {
  const other = otherHalf(world, at)
  return other === undefined ? [at] : [at, other]
}

/** Whether opening or closing the door would put something solid where somebody is. */
export function isDoorHeld(world: World, at: Vec3): boolean {
  if (world.content.solid[toggled(world, at)] === 0) return false
  return doorCells(world, at).some((cell) => bodyAt(world, cell))
}

/** Opens a closed door and closes an open one, both halves. Answers whether it is open now. */
export function toggleDoor(tx: Tx, at: Vec3, actor: string): boolean {
  const { world } = tx
  const into = toggled(world, at)
  for (const cell of doorCells(world, at)) tx.setBlock(cell, into, actor, 'DOOR')
  return world.content.blocks[blockAt(world, at)]?.door?.is_open === true
}

function toggled(world: World, at: Vec3): number {
  const block = blockAt(world, at)
  const into = world.content.blocks[block]?.door?.toggles_to
  return into === undefined ? block : world.content.block(into)
}
