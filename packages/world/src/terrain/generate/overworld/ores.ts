import type { GroundBlocks } from '../blocks.js'
import type { Vein } from '../veins.js'

/** What lies in the rock, and how deep: coal nearly everywhere, crystal only where lava is near. */
export function overworldVeins(blocks: GroundBlocks): readonly Vein[] {
  return [
    { block: blocks.COAL_ORE, perColumn: 11, low: 8, high: 110, length: 14 },
    { block: blocks.COPPER_ORE, perColumn: 6, low: 20, high: 64, length: 12 },
    { block: blocks.IRON_ORE, perColumn: 8, low: 5, high: 56, length: 10 },
    { block: blocks.CRYSTAL_ORE, perColumn: 2, low: 4, high: 19, length: 6 },
    { block: blocks.GRAVEL, perColumn: 3, low: 8, high: 70, length: 40, falls: true },
    { block: blocks.DIRT, perColumn: 2, low: 30, high: 80, length: 36 },
    { block: blocks.CLAY, perColumn: 1, low: 40, high: 62, length: 24 },
  ]
}

/** Added where mountains stand: iron high up in the crags. */
export function mountainVeins(blocks: GroundBlocks): readonly Vein[] {
  return [
    { block: blocks.IRON_ORE, perColumn: 5, low: 57, high: 105, length: 10 },
    { block: blocks.COAL_ORE, perColumn: 6, low: 70, high: 115, length: 14 },
  ]
}
