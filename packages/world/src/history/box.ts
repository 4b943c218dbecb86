import type { Vec3 } from '@clawstead/protocol'
import type { Box } from './edit.js'

export function boxCells({ min, max }: Box): number {
  return (max[0] - min[0] + 1) * (max[1] - min[1] + 1) * (max[2] - min[2] + 1)
}

export function boxSize({ min, max }: Box): Vec3 {
  return [max[0] - min[0] + 1, max[1] - min[1] + 1, max[2] - min[2] + 1]
}

export function boxAt(corner: Vec3, size: Vec3): Box {
  return { min: corner, max: [corner[0] + size[0] - 1, corner[1] + size[1] - 1, corner[2] + size[2] - 1] }
}

export function isInBox({ min, max }: Box, [x, y, z]: Vec3): boolean {
  return x >= min[0] && x <= max[0] && y >= min[1] && y <= max[1] && z >= min[2] && z <= max[2]
}

export function boxesMeet(a: Box, b: Box): boolean {
  return (
    a.min[0] <= b.max[0] &&
    b.min[0] <= a.max[0] &&
    a.min[1] <= b.max[1] &&
    b.min[1] <= a.max[1] &&
    a.min[2] <= b.max[2] &&
    b.min[2] <= a.max[2]
  )
}

/** Number of sections a box touches. */
export function pieceCount({ min, max }: Box): number {
  return ((max[0] >> 4) - (min[0] >> 4) + 1) * ((max[1] >> 4) - (min[1] >> 4) + 1) * ((max[2] >> 4) - (min[2] >> 4) + 1)
}

/** The part of a box that lies in its n-th section: sections of one column follow each other, bottom first. */
export function pieceOf({ min, max }: Box, n: number): Box {
  const tall = (max[1] >> 4) - (min[1] >> 4) + 1
  const deep = (max[2] >> 4) - (min[2] >> 4) + 1
  const sy = (min[1] >> 4) + (n % tall)
  const cz = (min[2] >> 4) + (Math.floor(n / tall) % deep)
  const cx = (min[0] >> 4) + Math.floor(n / (tall * deep))
  return {
    min: [Math.max(min[0], cx << 4), Math.max(min[1], sy << 4), Math.max(min[2], cz << 4)],
    max: [Math.min(max[0], (cx << 4) + 15), Math.min(max[1], (sy << 4) + 15), Math.min(max[2], (cz << 4) + 15)],
  }
}
