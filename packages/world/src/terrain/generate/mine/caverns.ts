import type { GroundBlocks } from '../blocks.js'
import { type Canvas, LAYER_CELLS } from '../canvas.js'
import { CELL_BLOCKS, fillCell, greatest, Lattice, leastMagnitude, STEP, STEP_Y } from '../lattice.js'
import { fractal2, hash3, noise2, noiseSeed } from '../noise.js'
import { isKept } from './layout.js'
import type { MineLevel } from './levels.js'

const CAVERN_FLOOR = 4
const ROOF_BLOCKS = 14
/** Halls begin to close this far below the roof of the world, by so much noise per block. */
const HALL_TOP_BLOCKS = 44
const HALL_CLOSES = 60
/** Kept rock begins this far below the main floor: lower down, caverns run on beneath the ways. */
const KEPT_BELOW_BLOCKS = 3

/** The hollows nature made: halls, tunnels, ravines, and what has gathered at the bottom of them. */
export class Caverns {
  private readonly hall: Lattice
  private readonly tunnelA: Lattice
  private readonly tunnelB: Lattice
  private readonly a = new Int32Array(8)
  private readonly b = new Int32Array(8)
  private readonly c = new Int32Array(8)
  private readonly insideA = new Int32Array(CELL_BLOCKS)
  private readonly insideB = new Int32Array(CELL_BLOCKS)
  private readonly insideC = new Int32Array(CELL_BLOCKS)
  private readonly kept = new Uint8Array(LAYER_CELLS)
  private readonly hallTop: number
  private readonly ravineSeed: number
  private readonly glowSeed: number

  constructor(
    seed: number,
    height: number,
    private readonly level: MineLevel,
    private readonly blocks: GroundBlocks,
  ) {
    this.hallTop = height - HALL_TOP_BLOCKS
    this.hall = new Lattice(noiseSeed(seed, 71), 6, 5, height)
    this.tunnelA = new Lattice(noiseSeed(seed, 72), 6, 5, height)
    this.tunnelB = new Lattice(noiseSeed(seed, 73), 6, 5, height)
    this.ravineSeed = noiseSeed(seed, 74)
    this.glowSeed = noiseSeed(seed, 75)
  }

  carve(canvas: Canvas, x0: number, z0: number, floorY: number): void {
    const top = canvas.height - ROOF_BLOCKS
    const layers = Math.floor(top / STEP_Y)
    for (let i = 0; i < LAYER_CELLS; i++) this.kept[i] = isKept(x0 + (i & 15), z0 + (i >> 4)) ? 1 : 0
    for (const lattice of [this.hall, this.tunnelA, this.tunnelB]) lattice.sample(x0, z0, layers)
    const keptFrom = floorY - KEPT_BELOW_BLOCKS
    for (let layer = 0; layer < layers; layer++) {
      for (let cellZ = 0; cellZ < 16 / STEP; cellZ++) {
        for (let cellX = 0; cellX < 16 / STEP; cellX++) this.carveCell(canvas, cellX, layer, cellZ, keptFrom)
      }
    }
    if (this.level.ravine > 0) this.splitRavines(canvas, x0, z0, keptFrom, top)
    if (this.level.glow > 0) this.hangGlow(canvas, x0, z0, top)
  }

  private carveCell({ cells }: Canvas, cellX: number, layer: number, cellZ: number, keptFrom: number): void {
    const { a, b, c, kept, level } = this
    this.tunnelA.corners(cellX, layer, cellZ, a)
    this.tunnelB.corners(cellX, layer, cellZ, b)
    this.hall.corners(cellX, layer, cellZ, c)
    const hasTunnel = leastMagnitude(a) < level.tunnel && leastMagnitude(b) < level.tunnel
    const hasHall = greatest(c) > level.cavern
    if (!hasTunnel && !hasHall) return
    const { insideA, insideB, insideC } = this
    if (hasTunnel) {
      fillCell(a, insideA)
      fillCell(b, insideB)
    }
    if (hasHall) fillCell(c, insideC)
    for (let y = 0; y < STEP_Y; y++) {
      const worldY = layer * STEP_Y + y
      if (worldY < CAVERN_FLOOR) continue
      const fill = this.fillAt(worldY)
      const hallAbove = level.cavern + Math.max(0, worldY - this.hallTop) * HALL_CLOSES
      for (let z = 0; z < STEP; z++) {
        for (let x = 0; x < STEP; x++) {
          const i = x + 4 * z + 16 * y
          const cell = (cellX * STEP + x) | ((cellZ * STEP + z) << 4)
          if (worldY >= keptFrom && kept[cell] === 1) continue
          let open = hasHall && (insideC[i] as number) > hallAbove
          if (!open && hasTunnel) {
            const va = insideA[i] as number
            const vb = insideB[i] as number
            open = va * va + vb * vb < level.tunnel * level.tunnel
          }
          if (open) cells[cell | (worldY << 8)] = fill
        }
      }
    }
  }

  private splitRavines({ cells }: Canvas, x0: number, z0: number, keptFrom: number, top: number): void {
    const { ravineSeed, level } = this
    for (let cell = 0; cell < LAYER_CELLS; cell++) {
      const x = x0 + (cell & 15)
      const z = z0 + (cell >> 4)
      const line = Math.abs(fractal2(ravineSeed, x, z, 7, 2))
      if (line >= level.ravine || noise2(ravineSeed + 1, x, z, 7) < 300) continue
      // Tallest in the middle, so that a ravine closes like a wound.
      const reach = Math.floor(((level.ravine - line) * (top - keptFrom)) / level.ravine)
      const roof = this.kept[cell] === 1 ? keptFrom - 1 : keptFrom + reach
      for (let y = Math.max(CAVERN_FLOOR + 4, keptFrom - 12 - reach); y <= roof; y++) {
        cells[cell | (y << 8)] = this.fillAt(y)
      }
    }
  }

  /** Crystals that light the halls from above. */
  private hangGlow({ cells }: Canvas, x0: number, z0: number, top: number): void {
    const { blocks, level, glowSeed } = this
    for (let i = (level.fluidTop + 4) * LAYER_CELLS; i < top * LAYER_CELLS; i++) {
      if (cells[i] !== blocks.DEEPSTONE || cells[i - LAYER_CELLS] !== blocks.AIR) continue
      const draw = hash3(glowSeed, x0 + (i & 15), i >> 8, z0 + ((i >> 4) & 15))
      if (draw % 4096 < level.glow * 16) cells[i] = blocks.GLOW_CRYSTAL
    }
  }

  private fillAt(y: number): number {
    return y < this.level.fluidTop ? this.blocks[this.level.fluid] : this.blocks.AIR
  }
}
