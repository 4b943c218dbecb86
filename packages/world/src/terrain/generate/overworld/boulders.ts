import type { GroundBlocks } from '../blocks.js'
import type { Canvas } from '../canvas.js'
import { hash2 } from '../noise.js'
import { FOREST, HILLS, MOUNTAINS, PLAINS, SNOW } from './biome.js'
import { MOUTH_OPEN, RAVINE_WIDTH } from './caves.js'
import { padWeight } from './homeland.js'
import { MARGIN, SIDE, type Surface } from './surface.js'

const SQUARE = 20
const REACH = 2

/** Rocks lying about. Like a tree, each depends on its own place alone. */
export class Boulders {
  constructor(
    private readonly seed: number,
    private readonly blocks: GroundBlocks,
  ) {}

  scatter(canvas: Canvas, surface: Surface): void {
    const lastX = Math.floor((surface.x0 + 15 + REACH) / SQUARE)
    const lastZ = Math.floor((surface.z0 + 15 + REACH) / SQUARE)
    for (let sz = Math.floor((surface.z0 - REACH) / SQUARE); sz <= lastZ; sz++) {
      for (let sx = Math.floor((surface.x0 - REACH) / SQUARE); sx <= lastX; sx++) this.consider(canvas, surface, sx, sz)
    }
  }

  private consider(canvas: Canvas, surface: Surface, squareX: number, squareZ: number): void {
    const draw = hash2(this.seed, squareX, squareZ)
    const x = squareX * SQUARE + (draw % SQUARE)
    const z = squareZ * SQUARE + ((draw >>> 6) % SQUARE)
    const localX = x - surface.x0
    const localZ = z - surface.z0
    if (localX < -REACH || localX > 15 + REACH || localZ < -REACH || localZ > 15 + REACH) return
    const at = MARGIN + localX + SIDE * (localZ + MARGIN)
    if ((draw >>> 12) % 100 >= chancePercent(surface.biome[at] as number) || padWeight(x, z) > 0) return
    if ((surface.mouth[at] as number) > MOUTH_OPEN - 300 || (surface.ravine[at] as number) < RAVINE_WIDTH + 80) return
    this.place(canvas, surface, x, (surface.ground[at] as number) + ((draw >>> 20) & 1), z, 2 + ((draw >>> 22) % 4))
  }

  /** A ball of stone around a centre. */
  place({ cells }: Canvas, { x0, z0 }: Surface, x: number, y: number, z: number, squaredRadius: number): void {
    const { blocks } = this
    for (let dy = -REACH; dy <= REACH; dy++) {
      for (let dz = -REACH; dz <= REACH; dz++) {
        for (let dx = -REACH; dx <= REACH; dx++) {
          const localX = x + dx - x0
          const localZ = z + dz - z0
          if (localX < 0 || localX > 15 || localZ < 0 || localZ > 15) continue
          if (dx * dx + dy * dy + dz * dz > squaredRadius) continue
          const mossy = hash2(this.seed + 1 + y + dy, x + dx, z + dz) % 5 === 0
          cells[localX | (localZ << 4) | ((y + dy) << 8)] = mossy ? blocks.MOSS : blocks.STONE
        }
      }
    }
  }
}

function chancePercent(biome: number): number {
  if (biome === HILLS || biome === MOUNTAINS) return 45
  if (biome === SNOW) return 25
  return biome === PLAINS || biome === FOREST ? 14 : 0
}
