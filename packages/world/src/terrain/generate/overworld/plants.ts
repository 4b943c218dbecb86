import type { GroundBlocks } from '../blocks.js'
import type { Canvas } from '../canvas.js'
import { hash2, noise2 } from '../noise.js'
import { DESERT, FOREST, HILLS, PLAINS } from './biome.js'
import { PAD_FREE_BLOCKS } from './homeland.js'
import { MARGIN, SIDE, type Surface } from './surface.js'

const PAD_FREE_SQUARED = (PAD_FREE_BLOCKS + 1) * (PAD_FREE_BLOCKS + 1)
const CACTUS_PERMILLE = 6

/** Sets small plants on whatever ground is left after everything else has been built. */
export class Plants {
  constructor(
    private readonly seed: number,
    private readonly blocks: GroundBlocks,
  ) {}

  sow({ cells }: Canvas, surface: Surface): void {
    const { blocks, seed } = this
    for (let z = 0; z < 16; z++) {
      for (let x = 0; x < 16; x++) {
        const worldX = surface.x0 + x
        const worldZ = surface.z0 + z
        if (worldX * worldX + worldZ * worldZ <= PAD_FREE_SQUARED) continue
        const at = MARGIN + x + SIDE * (z + MARGIN)
        const cell = x | (z << 4) | ((surface.ground[at] as number) << 8)
        if (cells[cell + 256] !== blocks.AIR) continue
        const draw = hash2(seed, worldX, worldZ)
        const biome = surface.biome[at] as number
        if (cells[cell] === blocks.GRASS) {
          const plant = this.choose(biome, worldX, worldZ, draw % 1000)
          if (plant !== blocks.AIR) cells[cell + 256] = plant
        } else if (biome === DESERT && cells[cell] === blocks.SAND && draw % 1000 < CACTUS_PERMILLE) {
          for (let i = 1; i <= 1 + ((draw >>> 12) % 3); i++) cells[cell + 256 * i] = blocks.CACTUS
        }
      }
    }
  }

  private choose(biome: number, x: number, z: number, roll: number): number {
    const { blocks, seed } = this
    if (biome !== PLAINS && biome !== FOREST && biome !== HILLS) return blocks.AIR
    if (roll >= 450) return blocks.AIR
    // Wheat, flowers and berries grow in patches; a patch is where its noise is high.
    if (biome === PLAINS && noise2(seed + 1, x, z, 4) > 1750) return roll < 380 ? blocks.WILD_WHEAT : blocks.TALL_GRASS
    if (noise2(seed + 2, x, z, 4) > 1900) return roll < 260 ? blocks.FLOWER : blocks.TALL_GRASS
    if (biome !== PLAINS && noise2(seed + 3, x, z, 3) > 1700) return roll < 170 ? blocks.BERRY_BUSH : blocks.AIR
    if (roll < 4) return blocks.BERRY_BUSH
    if (roll < 10) return blocks.FLOWER
    return roll < (biome === FOREST ? 90 : 210) ? blocks.TALL_GRASS : blocks.AIR
  }
}
