import type { GroundBlocks } from '../blocks.js'
import type { Canvas } from '../canvas.js'
import { hash2 } from '../noise.js'
import type { FoundTree } from '../trees/draw-tree.js'
import { oak, type TreeShape } from '../trees/shapes.js'
import type { Boulders } from './boulders.js'
import type { Surface } from './surface.js'

/**
 * What stands around the first clearing, so that whoever arrives sees stone, wood and food at once:
 * all on level ground, none on the line of spawns, none closer than seven blocks.
 */
const BOULDERS = [
  [9, 2],
  [-8, 5],
  [-4, -9],
] as const
const TREES = [
  [6, 8],
  [-9, -2],
  [0, 10],
] as const
const BUSHES = [
  [8, 5],
  [3, 9],
  [-6, 7],
  [-9, 2],
  [-7, -6],
] as const

const SHAPES = [oak(5), oak(6)]

export class Welcome {
  readonly trees: readonly FoundTree[]

  constructor(
    private readonly seed: number,
    private readonly padY: number,
    private readonly blocks: GroundBlocks,
  ) {
    this.trees = TREES.map(([x, z]) => ({
      x,
      y: padY + 1,
      z,
      shape: SHAPES[hash2(seed, x, z) % SHAPES.length] as TreeShape,
    }))
  }

  /** Whether any of it can lie in this column. */
  isNear({ x0, z0 }: Surface): boolean {
    return x0 >= -32 && x0 <= 16 && z0 >= -32 && z0 <= 16
  }

  placeBoulders(canvas: Canvas, surface: Surface, boulders: Boulders): void {
    for (const [x, z] of BOULDERS) {
      boulders.place(canvas, surface, x, this.padY + 1, z, 2 + (hash2(this.seed + 1, x, z) % 2))
    }
  }

  placeBushes({ cells }: Canvas, { x0, z0 }: Surface): void {
    for (const [x, z] of BUSHES) {
      const localX = x - x0
      const localZ = z - z0
      if (localX < 0 || localX > 15 || localZ < 0 || localZ > 15) continue
      const cell = localX | (localZ << 4) | ((this.padY + 1) << 8)
      if (cells[cell] !== this.blocks.AIR) continue
      cells[cell] = this.blocks.BERRY_BUSH
      cells[cell - 256] = this.blocks.GRASS
    }
  }
}
