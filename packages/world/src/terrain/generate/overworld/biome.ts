/** Biome names in the order of their numbers. */
export const BIOME = ['PLAINS', 'FOREST', 'DESERT', 'HILLS', 'MOUNTAINS', 'SNOW', 'BEACH', 'RIVER', 'SEA'] as const

export const PLAINS = 0
export const FOREST = 1
export const DESERT = 2
export const HILLS = 3
export const MOUNTAINS = 4
export const SNOW = 5
export const BEACH = 6
export const RIVER = 7
export const SEA = 8

/** Below this it is winter all year. */
const COLD = -1250
/** Below this, still water freezes over. */
export const COLD_WATER = -1500
const HOT = 650
const DRY = 50
const MOIST = 120
/** It gets colder by this much with every block of height above the lowlands. */
const COLDER_PER_BLOCK = 14
const LOWLAND_BLOCKS = 12

/** What kind of country a place is. Plain numbers, since this is asked for every cell of every column. */
export function chooseBiome(
  aboveSea: number,
  isRiver: boolean,
  mountain: number,
  roughness: number,
  continent: number,
  temperature: number,
  humidity: number,
): number {
  if (aboveSea <= 0) return (isRiver && continent > 0) || continent > 260 ? RIVER : SEA
  const felt = temperature - Math.max(0, aboveSea - LOWLAND_BLOCKS) * COLDER_PER_BLOCK
  if (aboveSea <= 2 && continent < 150 && felt > COLD) return BEACH
  if (mountain > 1100 && aboveSea > 20) return MOUNTAINS
  if (felt < COLD) return SNOW
  if (felt > HOT && humidity < DRY) return DESERT
  if (mountain > 500 || (aboveSea > 15 && roughness > 1900)) return HILLS
  return humidity > MOIST ? FOREST : PLAINS
}
