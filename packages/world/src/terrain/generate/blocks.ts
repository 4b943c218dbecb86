import type { Content } from '../../content.js'

/**
 * The block each part of the ground is made of, by name, with what stands in where a catalog has no such block.
 * A name without a stand-in must exist.
 */
const STAND_INS = {
  AIR: '',
  STONE: '',
  DIRT: '',
  GRASS: '',
  SAND: '',
  GRAVEL: '',
  WATER: '',
  LOG: '',
  PLANK: '',
  COAL_ORE: '',
  COPPER_ORE: '',
  IRON_ORE: '',
  CRYSTAL_ORE: '',
  BEDROCK: 'STONE',
  DEEPSTONE: 'STONE',
  SANDSTONE: 'STONE',
  CLAY: 'DIRT',
  SNOW: 'GRASS',
  ICE: 'WATER',
  LAVA: 'STONE',
  LEAVES: 'AIR',
  TALL_GRASS: 'AIR',
  FLOWER: 'AIR',
  BERRY_BUSH: 'AIR',
  WILD_WHEAT: 'AIR',
  CACTUS: 'AIR',
  BRICK: 'STONE',
  GLASS: 'AIR',
  TORCH: 'AIR',
  ROAD: 'GRAVEL',
  MARKET_STALL: 'PLANK',
  LADDER: 'AIR',
  MOSS: 'STONE',
  GLOW_CRYSTAL: 'AIR',
  SLAB: 'PLANK',
  FENCE: 'LOG',
} as const

export type GroundBlock = keyof typeof STAND_INS
export type GroundBlocks = Readonly<Record<GroundBlock, number>>

export function resolveBlocks(content: Content): GroundBlocks {
  const entries = Object.entries(STAND_INS).map(([name, standIn]) => [
    name,
    standIn === '' ? content.block(name) : content.blockOr(name, standIn),
  ])
  return Object.fromEntries(entries) as GroundBlocks
}

/** The largest number among them, which decides how wide a cell must be. */
export function blockIdMax(blocks: GroundBlocks): number {
  return Math.max(...Object.values(blocks))
}
