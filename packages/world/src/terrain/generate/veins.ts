import type { GroundBlocks } from './blocks.js'
import type { Canvas } from './canvas.js'
import { Draw } from './draw.js'
import { hash2 } from './noise.js'

/** One kind of lode: how many start in a column, between which heights, and how many blocks long. */
export interface Vein {
  readonly block: number
  readonly perColumn: number
  readonly low: number
  readonly high: number
  readonly length: number
  /** A block that falls is only put where something carries it. */
  readonly falls?: boolean
}

/**
 * Threads lodes through the rock of a column. A lode wanders from its start one block at a time and turns back at
 * the column's edge, so each column can be made alone.
 */
export class Veins {
  private readonly draw = new Draw()

  constructor(
    private readonly seed: number,
    private readonly blocks: GroundBlocks,
  ) {}

  thread(canvas: Canvas, x0: number, z0: number, veins: readonly Vein[]): void {
    for (let i = 0; i < veins.length; i++) {
      this.draw.start(hash2(this.seed + i, x0, z0))
      for (let n = 0; n < (veins[i] as Vein).perColumn; n++) this.one(canvas, veins[i] as Vein)
    }
  }

  private one({ cells }: Canvas, { block, low, high, length, falls }: Vein): void {
    const { draw, blocks } = this
    let x = draw.below(16)
    let z = draw.below(16)
    let y = low + draw.below(high - low + 1)
    for (let n = 0; n < length; n++) {
      const i = x | (z << 4) | (y << 8)
      const here = cells[i]
      if ((here === blocks.STONE || here === blocks.DEEPSTONE) && !(falls === true && isOpen(blocks, cells[i - 256]))) {
        cells[i] = block
      }
      const turn = draw.below(6)
      if (turn === 0 && x < 15) x++
      else if (turn === 1 && x > 0) x--
      else if (turn === 2 && z < 15) z++
      else if (turn === 3 && z > 0) z--
      else if (turn === 4 && y < high) y++
      else if (turn === 5 && y > low) y--
    }
  }
}

function isOpen(blocks: GroundBlocks, id: number | undefined): boolean {
  return id === undefined || id === blocks.AIR || id === blocks.WATER || id === blocks.LAVA
}
