import type { GroundBlocks } from '../blocks.js'
import type { Canvas } from '../canvas.js'
import { CELL_BLOCKS, fillCell, greatest, Lattice, leastMagnitude, STEP, STEP_Y } from '../lattice.js'
import { noiseSeed } from '../noise.js'
import { padWeight } from './homeland.js'
import { MARGIN, SIDE, type Surface } from './surface.js'

/** Caves stay this far below ground that has no cave mouth. */
const ROOF_BLOCKS = 6
/** Under the pad the ground is whole down to here. */
const PAD_ROOF_BLOCKS = 14
/** How far water keeps caves away, so that no sea stands open against an empty cave. */
const WATER_REACH = 3
/** Where the mouth noise is above this, caves reach the sky. */
export const MOUTH_OPEN = 1500
/** Open caves below this hold lava. */
const LAVA_TOP = 10
const CAVE_FLOOR = 4
/** Half width of a tunnel, in units of noise. */
const TUNNEL = 360
const CAVERN = 1650

/** Where a ravine's line is below this, the ground is split. */
export const RAVINE_WIDTH = 80
const RAVINE_CRACK = 26
const RAVINE_FLOOR = 24
const RAVINE_DEPTH = 44

/** Hollows out tunnels, caverns and ravines. */
export class Caves {
  /** Highest y that may be hollowed, per cell of the column. */
  private readonly roof = new Int16Array(256)
  private readonly dry = new Uint8Array(256)
  private readonly tunnelA: Lattice
  private readonly tunnelB: Lattice
  private readonly cavern: Lattice
  private readonly a = new Int32Array(8)
  private readonly b = new Int32Array(8)
  private readonly c = new Int32Array(8)
  private readonly insideA = new Int32Array(CELL_BLOCKS)
  private readonly insideB = new Int32Array(CELL_BLOCKS)
  private readonly insideC = new Int32Array(CELL_BLOCKS)

  constructor(
    seed: number,
    height: number,
    private readonly blocks: GroundBlocks,
  ) {
    this.tunnelA = new Lattice(noiseSeed(seed, 41), 6, 5, height)
    this.tunnelB = new Lattice(noiseSeed(seed, 42), 6, 5, height)
    this.cavern = new Lattice(noiseSeed(seed, 43), 6, 5, height)
  }

  carve(canvas: Canvas, surface: Surface): void {
    const top = this.measureRoof(surface)
    const layers = Math.min(Math.ceil(canvas.height / STEP_Y), Math.floor(top / STEP_Y) + 1)
    this.tunnelA.sample(surface.x0, surface.z0, layers)
    this.tunnelB.sample(surface.x0, surface.z0, layers)
    this.cavern.sample(surface.x0, surface.z0, layers)
    for (let layer = 0; layer < layers; layer++) {
      for (let cellZ = 0; cellZ < 16 / STEP; cellZ++) {
        for (let cellX = 0; cellX < 16 / STEP; cellX++) this.carveCell(canvas, cellX, layer, cellZ)
      }
    }
    this.splitRavines(canvas, surface)
  }

  private measureRoof(surface: Surface): number {
    const { ground } = surface
    let top = 0
    for (let z = 0; z < 16; z++) {
      for (let x = 0; x < 16; x++) {
        const at = MARGIN + x + SIDE * (z + MARGIN)
        const here = ground[at] as number
        const lowest = lowestAround(ground, at)
        const isDry = lowest > surface.seaLevel
        let roof = here - ROOF_BLOCKS
        if (!isDry) roof = lowest - ROOF_BLOCKS
        else if ((surface.mouth[at] as number) > MOUTH_OPEN && surface.isSoil(at)) roof = here
        else if (padWeight(surface.x0 + x, surface.z0 + z) > 0) roof = here - PAD_ROOF_BLOCKS
        this.roof[x | (z << 4)] = roof
        this.dry[x | (z << 4)] = isDry ? 1 : 0
        if (roof > top) top = roof
      }
    }
    return top
  }

  private carveCell({ cells }: Canvas, cellX: number, layer: number, cellZ: number): void {
    const { a, b, c, roof, blocks } = this
    this.tunnelA.corners(cellX, layer, cellZ, a)
    this.tunnelB.corners(cellX, layer, cellZ, b)
    this.cavern.corners(cellX, layer, cellZ, c)
    const hasTunnel = leastMagnitude(a) < TUNNEL && leastMagnitude(b) < TUNNEL
    const hasCavern = greatest(c) > CAVERN
    if (!hasTunnel && !hasCavern) return
    const { insideA, insideB, insideC } = this
    if (hasTunnel) {
      fillCell(a, insideA)
      fillCell(b, insideB)
    }
    if (hasCavern) fillCell(c, insideC)
    for (let y = 0; y < STEP_Y; y++) {
      const worldY = layer * STEP_Y + y
      if (worldY < CAVE_FLOOR) continue
      const fill = worldY < LAVA_TOP ? blocks.LAVA : blocks.AIR
      // Great halls belong to the depths: the nearer the surface, the rarer.
      const cavernAbove = CAVERN + Math.max(0, worldY - 36) * 40
      for (let z = 0; z < STEP; z++) {
        for (let x = 0; x < STEP; x++) {
          const i = x + 4 * z + 16 * y
          const cell = (cellX * STEP + x) | ((cellZ * STEP + z) << 4)
          if (worldY > (roof[cell] as number)) continue
          let open = hasCavern && (insideC[i] as number) > cavernAbove
          if (!open && hasTunnel) {
            const va = insideA[i] as number
            const vb = insideB[i] as number
            open = va * va + vb * vb < TUNNEL * TUNNEL
          }
          if (open) cells[cell | (worldY << 8)] = fill
        }
      }
    }
  }

  private splitRavines({ cells }: Canvas, surface: Surface): void {
    for (let z = 0; z < 16; z++) {
      for (let x = 0; x < 16; x++) {
        const at = MARGIN + x + SIDE * (z + MARGIN)
        const line = surface.ravine[at] as number
        const cell = x | (z << 4)
        if (line >= RAVINE_WIDTH || this.dry[cell] === 0) continue
        const ground = surface.ground[at] as number
        const floor = Math.max(RAVINE_FLOOR, ground - RAVINE_DEPTH)
        for (let y = floor; y <= ground; y++) {
          // Wide at the top, a crack at the bottom.
          const width = RAVINE_CRACK + ((RAVINE_WIDTH - RAVINE_CRACK) * (y - floor)) / (ground - floor)
          if (line < width) cells[cell | (y << 8)] = this.blocks.AIR
        }
      }
    }
  }
}

function lowestAround(ground: Int16Array, at: number): number {
  let lowest = ground[at] as number
  for (let dz = -WATER_REACH; dz <= WATER_REACH; dz++) {
    for (let dx = -WATER_REACH; dx <= WATER_REACH; dx++) {
      const here = ground[at + dx + SIDE * dz] as number
      if (here < lowest) lowest = here
    }
  }
  return lowest
}
