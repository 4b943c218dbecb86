import type { GroundBlocks } from '../blocks.js'
import type { Canvas } from '../canvas.js'
import type { TreeShape } from './shapes.js'

/** A tree that stands: `y` is the first cell of its trunk. */
export interface FoundTree {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly shape: TreeShape
}

/** Draws what of a trunk lies in the column with this corner. All trunks come before all leaves: then order is of no matter. */
export function drawTrunk({ cells }: Canvas, blocks: GroundBlocks, x0: number, z0: number, tree: FoundTree): void {
  const localX = tree.x - x0
  const localZ = tree.z - z0
  if (localX < 0 || localX > 15 || localZ < 0 || localZ > 15) return
  const cell = localX | (localZ << 4)
  cells[cell | ((tree.y - 1) << 8)] = blocks.DIRT
  for (let i = 0; i < tree.shape.trunk; i++) cells[cell | ((tree.y + i) << 8)] = blocks.LOG
}

/** Draws the leaves that fall into the column, where there is room. */
export function drawLeaves({ cells }: Canvas, blocks: GroundBlocks, x0: number, z0: number, tree: FoundTree): void {
  const { leaves } = tree.shape
  const { AIR, LEAVES } = blocks
  for (let i = 0; i < leaves.length; i += 3) {
    const localX = tree.x - x0 + (leaves[i] as number)
    const localZ = tree.z - z0 + (leaves[i + 2] as number)
    if (localX < 0 || localX > 15 || localZ < 0 || localZ > 15) continue
    const cell = localX | (localZ << 4) | ((tree.y + (leaves[i + 1] as number)) << 8)
    if (cells[cell] === AIR) cells[cell] = LEAVES
  }
}
