import type { GroundBlock, GroundBlocks } from '../blocks.js'
import type { Vein } from '../veins.js'

/** How one level of the mine differs from the others. */
export interface MineLevel {
  readonly id: string
  readonly biome: string
  /** Rock is deep stone below this height. */
  readonly deepTop: number
  /** Open space below this height is filled with the fluid. */
  readonly fluidTop: number
  readonly fluid: GroundBlock
  /** Caverns are where the noise is above this: the lower, the more hollow. */
  readonly cavern: number
  /** Half width of natural tunnels, in units of noise. */
  readonly tunnel: number
  /** Half width of ravines, in units of noise; 0 for none. */
  readonly ravine: number
  /** Whether bridges over caverns are as wide as the gallery, or a single plank. */
  readonly narrowBridges: boolean
  /** A light every so many blocks of gallery. */
  readonly torchEvery: number
  /** Timber every so many blocks of gallery. */
  readonly propEvery: number
  /** Glowing crystals per 4096 cells of cavern roof. */
  readonly glow: number
  readonly geodePercent: number
  veins(blocks: GroundBlocks): readonly Vein[]
}

/** Old workings: well lit, gravel in the walls, water at the bottom. */
const LEVEL_1: MineLevel = {
  id: 'mine-1-l1',
  biome: 'MINE',
  deepTop: 18,
  fluidTop: 26,
  fluid: 'WATER',
  cavern: 1650,
  tunnel: 300,
  ravine: 0,
  narrowBridges: false,
  torchEvery: 8,
  propEvery: 8,
  glow: 0,
  geodePercent: 0,
  veins: (blocks) => [
    { block: blocks.COAL_ORE, perColumn: 18, low: 8, high: 110, length: 16 },
    { block: blocks.COPPER_ORE, perColumn: 11, low: 8, high: 90, length: 13 },
    { block: blocks.IRON_ORE, perColumn: 10, low: 5, high: 80, length: 11 },
    { block: blocks.CRYSTAL_ORE, perColumn: 2, low: 4, high: 22, length: 6 },
    { block: blocks.GRAVEL, perColumn: 8, low: 8, high: 100, length: 48, falls: true },
    { block: blocks.CLAY, perColumn: 2, low: 16, high: 40, length: 30 },
  ],
}

/** Broken ground: ravines, lava lakes, fewer lights. */
const LEVEL_2: MineLevel = {
  id: 'mine-1-l2',
  biome: 'DEEP_MINE',
  deepTop: 60,
  fluidTop: 20,
  fluid: 'LAVA',
  cavern: 1450,
  tunnel: 330,
  ravine: 90,
  narrowBridges: false,
  torchEvery: 16,
  propEvery: 8,
  glow: 4,
  geodePercent: 3,
  veins: (blocks) => [
    { block: blocks.COAL_ORE, perColumn: 14, low: 8, high: 110, length: 16 },
    { block: blocks.COPPER_ORE, perColumn: 14, low: 8, high: 100, length: 14 },
    { block: blocks.IRON_ORE, perColumn: 18, low: 5, high: 100, length: 12 },
    { block: blocks.CRYSTAL_ORE, perColumn: 6, low: 4, high: 44, length: 8 },
    { block: blocks.GRAVEL, perColumn: 4, low: 8, high: 100, length: 40, falls: true },
  ],
}

/** The furnace: halls over a lava sea, single planks between, and crystal everywhere. */
const LEVEL_3: MineLevel = {
  id: 'mine-1-l3',
  biome: 'MAGMA_MINE',
  deepTop: 128,
  fluidTop: 36,
  fluid: 'LAVA',
  cavern: 1050,
  tunnel: 350,
  ravine: 60,
  narrowBridges: true,
  torchEvery: 32,
  propEvery: 16,
  glow: 14,
  geodePercent: 22,
  veins: (blocks) => [
    { block: blocks.COAL_ORE, perColumn: 10, low: 8, high: 110, length: 14 },
    { block: blocks.COPPER_ORE, perColumn: 14, low: 8, high: 110, length: 14 },
    { block: blocks.IRON_ORE, perColumn: 24, low: 5, high: 110, length: 14 },
    { block: blocks.CRYSTAL_ORE, perColumn: 14, low: 4, high: 90, length: 9 },
  ],
}

export const MINE_LEVELS: readonly MineLevel[] = [LEVEL_1, LEVEL_2, LEVEL_3]
