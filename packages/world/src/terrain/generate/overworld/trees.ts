import type { GroundBlocks } from '../blocks.js'
import type { Canvas } from '../canvas.js'
import { hash2, noise2, ramp, scale } from '../noise.js'
import { drawLeaves, drawTrunk, type FoundTree } from '../trees/draw-tree.js'
import { birch, greatOak, oak, spruce, TREE_REACH, type TreeShape } from '../trees/shapes.js'
import { FOREST, HILLS, MOUNTAINS, PLAINS, SNOW } from './biome.js'
import { MOUTH_OPEN, RAVINE_WIDTH } from './caves.js'
import { padWeight } from './homeland.js'
import { MARGIN, SIDE, type Surface } from './surface.js'

/** One tree at most in each square of this many blocks. */
const SQUARE = 5
/** A tree stands in the first cells of its square, so two never touch. */
const JITTER = 4
const TREE_LINE_BLOCKS = 25

const OAKS = [oak(5), oak(6), oak(5)]
const GREAT_OAKS = [greatOak(8), greatOak(9)]
const BIRCHES = [birch(7), birch(8)]
const SPRUCES = [spruce(7), spruce(8), spruce(9), spruce(10)]

/**
 * Plants the trees that reach into a column. Whether a tree stands is asked of its own place alone, so columns
 * made one by one agree on every tree that crosses their border.
 */
export class Trees {
  private readonly found: FoundTree[] = []

  constructor(
    private readonly seed: number,
    private readonly blocks: GroundBlocks,
  ) {}

  plant(canvas: Canvas, surface: Surface, extra: readonly FoundTree[]): void {
    this.found.length = 0
    for (const tree of extra) this.found.push(tree)
    const low = -TREE_REACH
    const high = 15 + TREE_REACH
    const lastX = Math.floor((surface.x0 + high) / SQUARE)
    const lastZ = Math.floor((surface.z0 + high) / SQUARE)
    for (let sz = Math.floor((surface.z0 + low) / SQUARE); sz <= lastZ; sz++) {
      for (let sx = Math.floor((surface.x0 + low) / SQUARE); sx <= lastX; sx++) this.consider(surface, sx, sz)
    }
    for (const tree of this.found) drawTrunk(canvas, this.blocks, surface.x0, surface.z0, tree)
    for (const tree of this.found) drawLeaves(canvas, this.blocks, surface.x0, surface.z0, tree)
  }

  private consider(surface: Surface, squareX: number, squareZ: number): void {
    const draw = hash2(this.seed, squareX, squareZ)
    const x = squareX * SQUARE + (draw % JITTER)
    const z = squareZ * SQUARE + ((draw >>> 4) % JITTER)
    const localX = x - surface.x0
    const localZ = z - surface.z0
    if (localX < -TREE_REACH || localX > 15 + TREE_REACH || localZ < -TREE_REACH || localZ > 15 + TREE_REACH) return
    const at = MARGIN + localX + SIDE * (localZ + MARGIN)
    const permille = this.density(surface, at, x, z)
    if ((draw >>> 8) % 1000 >= permille) return
    if ((surface.mouth[at] as number) > MOUTH_OPEN - 100 || (surface.ravine[at] as number) < RAVINE_WIDTH + 60) return
    if (padWeight(x, z) > 0) return
    const shape = this.choose(surface, at, draw >>> 18, hash2(this.seed + 1, x, z))
    this.found.push({ x, y: (surface.ground[at] as number) + 1, z, shape })
  }

  /** Trees per thousand squares. Humidity carries a forest's edge out into the plains as scattered groves. */
  private density(surface: Surface, at: number, x: number, z: number): number {
    const humidity = surface.humidity[at] as number
    const grove = noise2(this.seed + 2, x, z, 5)
    switch (surface.biome[at]) {
      case FOREST:
        return grove < -1700 ? 160 : 480 + scale(ramp(humidity, 120, 1200), 320)
      case PLAINS:
        return 5 + scale(ramp(humidity, -250, 150), 120) + (grove > 1900 ? 130 : 0)
      case HILLS:
        return 60 + scale(ramp(humidity, -500, 700), 420)
      case MOUNTAINS:
        return (surface.ground[at] as number) - surface.seaLevel > TREE_LINE_BLOCKS ? 0 : 260
      case SNOW:
        return 30 + scale(ramp(humidity, -700, 500), 420) + (grove > 1500 ? 150 : 0)
      default:
        return 0
    }
  }

  private choose(surface: Surface, at: number, kind: number, size: number): TreeShape {
    const biome = surface.biome[at]
    const cold = (surface.temperature[at] as number) < -700
    const of = (shapes: readonly TreeShape[]): TreeShape => shapes[size % shapes.length] as TreeShape
    if (biome === SNOW || biome === MOUNTAINS || (cold && kind % 4 !== 0)) return of(SPRUCES)
    if (biome === HILLS) return kind % 3 === 0 ? of(SPRUCES) : of(OAKS)
    if (biome === PLAINS) return kind % 6 === 0 ? of(GREAT_OAKS) : of(OAKS)
    // Kinds keep company: birch groves, oak stands.
    return kind % 9 === 0 ? of(GREAT_OAKS) : (size >>> 8) % 3 === 0 ? of(BIRCHES) : of(OAKS)
  }
}
