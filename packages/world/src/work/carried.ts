import type { Vec3 } from '@clawstead/protocol'
import { isSolid } from '../body/standing.js'
import type { World } from '../world.js'
import { isDoor } from './doors.js'

export const SIDES: readonly Vec3[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 0, 1],
  [0, 0, -1],
]

/**
 * Whether a block would stay in a cell, given what is around it. Plants need their ground, torches and signs
 * something solid below or beside, ladders a wall, doors a floor or another door. Everything else holds by itself.
 */
export function isCarried(world: World, [x, y, z]: Vec3, block: number): boolean {
  const { content, terrain } = world
  const definition = content.blocks[block]
  if (definition === undefined) return true
  if (definition.needs_below.length > 0) {
    return definition.needs_below.includes(content.blockNames[terrain.blockAt(x, y - 1, z)] as string)
  }
  switch (definition.shape) {
    case 'torch':
    case 'sign':
      return isSolid(world, x, y - 1, z) || hasWall(world, x, y, z)
    case 'ladder':
      return hasWall(world, x, y, z)
    case 'door':
      return isSolid(world, x, y - 1, z) || isDoor(world, [x, y - 1, z])
    default:
      return true
  }
}

/** Whether there is anything solid a new block could be set against. */
export function hasNeighbour(world: World, [x, y, z]: Vec3): boolean {
  return isSolid(world, x, y - 1, z) || hasWall(world, x, y, z) || isSolid(world, x, y + 1, z)
}

function hasWall(world: World, x: number, y: number, z: number): boolean {
  return SIDES.some(([dx, , dz]) => isSolid(world, x + dx, y, z + dz))
}
