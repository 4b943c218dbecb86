import type { Vec3 } from '@clawstead/protocol'
import type { Senses } from './senses.js'

/** Blocks a body can be in. Everything else is taken to be in the way. */
const FREE_BLOCKS: ReadonlySet<string> = new Set([
  'AIR',
  'BERRY_BUSH',
  'BERRY_BUSH_BARE',
  'DOOR_OPEN',
  'FLOWER',
  'LADDER',
  'SAPLING',
  'SIGN',
  'TALL_GRASS',
  'TORCH',
  'WHEAT_GROWING',
  'WHEAT_RIPE',
  'WHEAT_SEEDLING',
  'WILD_WHEAT',
  'WIRE',
])
const FLUIDS: ReadonlySet<string> = new Set(['WATER', 'LAVA'])

export function isFree(senses: Senses, at: Vec3): boolean {
  return FREE_BLOCKS.has(senses.block(at) ?? '')
}

/** In sight, and neither air nor fluid: carries, closes in, can be dug. */
export function isSolid(senses: Senses, at: Vec3): boolean {
  const block = senses.block(at)
  return block !== undefined && !FREE_BLOCKS.has(block) && !FLUIDS.has(block)
}

/** Whether a body fits into a cell and has something to stand on. In a world of one layer the head is above the top. */
export function canStand(senses: Senses, [x, y, z]: Vec3): boolean {
  return (
    isFree(senses, [x, y, z]) &&
    (senses.worldHeight === 1 || isFree(senses, [x, y + 1, z])) &&
    isSolid(senses, [x, y - 1, z])
  )
}

/** Whether hands get at a cell from a place: the shorter of the two reaches that worlds have. */
export function isInReach(senses: Senses, from: Vec3, at: Vec3): boolean {
  const [dx, dz] = [Math.abs(at[0] - from[0]), Math.abs(at[2] - from[2])]
  if (senses.worldHeight === 1) return dx + dz <= 2
  return Math.max(dx, Math.abs(at[1] - from[1] - 1), dz) <= 4
}

/** The nearest cell in sight that holds a wanted block; ties go to the lower one, then north and west. */
export function nearestBlock(senses: Senses, isWanted: (block: string, at: Vec3) => boolean): Vec3 | undefined {
  return nearestCell(senses, (at) => {
    const block = senses.block(at)
    return block !== undefined && isWanted(block, at)
  })
}

/** The nearest place from which hands get at a cell, beside the cell rather than on it. */
export function placeToReach(senses: Senses, target: Vec3): Vec3 | undefined {
  return nearestCell(
    senses,
    (at) => isInReach(senses, at, target) && canStand(senses, at) && !(at[0] === target[0] && at[2] === target[2]),
  )
}

function nearestCell(senses: Senses, isWanted: (at: Vec3) => boolean): Vec3 | undefined {
  const { pos, sightBlocks: r } = senses
  let best: Vec3 | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (let dy = -r; dy <= r; dy++) {
    for (let dz = -r; dz <= r; dz++) {
      for (let dx = -r; dx <= r; dx++) {
        const distance = Math.abs(dx) + Math.abs(dy) + Math.abs(dz)
        if (distance >= bestDistance) continue
        const at: Vec3 = [pos[0] + dx, pos[1] + dy, pos[2] + dz]
        if (!isWanted(at)) continue
        best = at
        bestDistance = distance
      }
    }
  }
  return best
}

const SIDES: readonly Vec3[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 0, 1],
  [0, 0, -1],
  [0, 1, 0],
  [0, -1, 0],
]

/** Whether a block can be seen from some side, and so got at. */
export function isExposed(senses: Senses, [x, y, z]: Vec3): boolean {
  return SIDES.some(([dx, dy, dz]) => isFree(senses, [x + dx, y + dy, z + dz]))
}

export function isSame(a: Vec3, b: Vec3): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2]
}

export function cellName(at: Vec3): string {
  return at.join(',')
}
