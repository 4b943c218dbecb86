import type { GroundBlocks } from '../blocks.js'
import type { Canvas } from '../canvas.js'
import { Draw } from '../draw.js'
import { hash2, hash3 } from '../noise.js'
import { isKept } from './layout.js'
import type { MineLevel } from './levels.js'

/** Whole within its column, so that each column can be made alone. */
const RADIUS_MAX = 5

/** The middle of a geode and the corners of the square around it. */
const KEEP_CLEAR = [
  [0, 0],
  [-1, -1],
  [-1, 1],
  [1, -1],
  [1, 1],
] as const

/** Hollow balls lined with crystal. */
export class Geodes {
  private readonly draw = new Draw()

  constructor(
    private readonly seed: number,
    private readonly level: MineLevel,
    private readonly blocks: GroundBlocks,
  ) {}

  grow(canvas: Canvas, x0: number, z0: number): void {
    const draw = this.draw.start(hash2(this.seed, x0, z0))
    if (draw.below(100) >= this.level.geodePercent) return
    const radius = 3 + draw.below(RADIUS_MAX - 2)
    const x = radius + draw.below(16 - 2 * radius)
    const z = radius + draw.below(16 - 2 * radius)
    // Nobody must start in one: none above or below the arrival way and the gate.
    if (KEEP_CLEAR.some(([dx, dz]) => isKept(x0 + x + dx * radius, z0 + z + dz * radius))) return
    const low = this.level.fluidTop + RADIUS_MAX + 1
    const y = low + draw.below(canvas.height - 20 - low)
    const outer = radius * radius
    const inner = (radius - 1) * (radius - 1)
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dz = -radius; dz <= radius; dz++) {
        for (let dx = -radius; dx <= radius; dx++) {
          const d = dx * dx + dy * dy + dz * dz
          if (d > outer) continue
          const lining = hash3(this.seed + 1, x0 + x + dx, y + dy, z0 + z + dz) % 5
          const shell = lining === 0 ? this.blocks.GLOW_CRYSTAL : this.blocks.CRYSTAL_ORE
          canvas.cells[(x + dx) | ((z + dz) << 4) | ((y + dy) << 8)] = d > inner ? shell : this.blocks.AIR
        }
      }
    }
  }
}
