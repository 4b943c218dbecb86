import type { Lanes } from '../../../math/hash.js'
import { divFloor } from '../../../math/integer.js'
import type { Generator, GeneratorFactory } from '../../generator.js'
import { blockIdMax, type GroundBlock, resolveBlocks } from '../blocks.js'
import { Canvas } from '../canvas.js'
import { positionHash, shiftedModulo, toLanes } from './hash64.js'

const BIOMES = ['PLAINS', 'FOREST', 'DESERT'] as const
type FlatBiome = (typeof BIOMES)[number]

/** A kind of round patch: at most one in each square of `grid` cells, in `permille` of the squares. */
interface Patch {
  readonly block: GroundBlock
  readonly salt: number
  readonly grid: number
  readonly radius: number
  readonly permille: number
}

const ORES: readonly Patch[] = [
  { block: 'CRYSTAL_ORE', salt: 101, grid: 192, radius: 2, permille: 200 },
  { block: 'IRON_ORE', salt: 102, grid: 128, radius: 3, permille: 450 },
  { block: 'COPPER_ORE', salt: 103, grid: 128, radius: 3, permille: 450 },
  { block: 'COAL_ORE', salt: 104, grid: 64, radius: 4, permille: 650 },
]

const GROUND: Readonly<Record<FlatBiome, readonly Patch[]>> = {
  FOREST: [
    { block: 'LOG', salt: 201, grid: 48, radius: 4, permille: 450 },
    { block: 'STONE', salt: 202, grid: 32, radius: 4, permille: 500 },
    { block: 'DIRT', salt: 203, grid: 48, radius: 3, permille: 350 },
    { block: 'GRAVEL', salt: 204, grid: 96, radius: 2, permille: 180 },
  ],
  DESERT: [
    { block: 'SAND', salt: 301, grid: 48, radius: 3, permille: 550 },
    { block: 'STONE', salt: 302, grid: 32, radius: 4, permille: 450 },
    { block: 'GRAVEL', salt: 303, grid: 96, radius: 2, permille: 200 },
  ],
  PLAINS: [
    { block: 'DIRT', salt: 401, grid: 48, radius: 3, permille: 400 },
    { block: 'STONE', salt: 402, grid: 32, radius: 4, permille: 500 },
    { block: 'GRAVEL', salt: 403, grid: 96, radius: 2, permille: 180 },
  ],
}

const SPRINKLE_SALT = 999

/** A patch kind with everything that depends on the world worked out. */
interface Brush {
  readonly id: number
  readonly seed: Lanes
  readonly grid: number
  readonly radius: number
  readonly permille: number
}

/**
 * The one-layer ground that existing clients and their maps know: round patches of ore and rock on an empty
 * plane, in unrelated square regions. Rules FLAT1-FLAT4 in SPEC.md.
 */
export const flat1: GeneratorFactory = ({ seed, height, content }): Generator => {
  const blocks = resolveBlocks(content)
  const tuning = content.catalog.tuning.worldgen
  const regionSize = tuning.biome_region_size
  const clearSquared = tuning.spawn_clear_radius * tuning.spawn_clear_radius
  const stoneBelow = tuning.sprinkle_stone_permille
  const dirtBelow = stoneBelow + tuning.sprinkle_dirt_permille
  const logBelow = dirtBelow + tuning.sprinkle_log_permille

  const brush = (patch: Patch, scalePermille: number): Brush => ({
    id: blocks[patch.block],
    seed: toLanes(seed + patch.salt),
    grid: patch.grid,
    radius: patch.radius,
    permille: Math.min(1000, divFloor(2 * patch.permille * scalePermille + 1000, 2000)),
  })
  const ores = ORES.map((patch) => brush(patch, tuning.ore_cluster_prob_scale_permille))
  const ground = BIOMES.map((biome) =>
    GROUND[biome].map((patch) => brush(patch, tuning.terrain_cluster_prob_scale_permille)),
  )
  const biomeSeed = toLanes(seed)
  const sprinkleSeed = toLanes(seed + SPRINKLE_SALT)
  const hash: Lanes = { lo: 0, hi: 0 }
  const canvas = new Canvas(height, blockIdMax(blocks))
  const { cells } = canvas
  const biomes = new Uint8Array(256)

  const biomeIndexAt = (x: number, z: number): number => {
    positionHash(biomeSeed, divFloor(x, regionSize), divFloor(z, regionSize), hash)
    return shiftedModulo(hash, 0, BIOMES.length)
  }

  /** Fills the empty cells of the column that lie in a patch, where the biome is `onlyIn` (or anywhere for -1). */
  const paint = ({ id, seed, grid, radius, permille }: Brush, x0: number, z0: number, onlyIn: number): void => {
    const lastGridX = divFloor(x0 + 15 + radius, grid)
    const lastGridZ = divFloor(z0 + 15 + radius, grid)
    for (let gridZ = divFloor(z0 - radius, grid); gridZ <= lastGridZ; gridZ++) {
      for (let gridX = divFloor(x0 - radius, grid); gridX <= lastGridX; gridX++) {
        positionHash(seed, gridX, gridZ, hash)
        if (shiftedModulo(hash, 0, 1000) >= permille) continue
        const centerX = gridX * grid + shiftedModulo(hash, 10, grid) - x0
        const centerZ = gridZ * grid + shiftedModulo(hash, 20, grid) - z0
        for (let z = Math.max(0, centerZ - radius); z <= Math.min(15, centerZ + radius); z++) {
          for (let x = Math.max(0, centerX - radius); x <= Math.min(15, centerX + radius); x++) {
            const i = x | (z << 4)
            if (cells[i] !== 0 || (onlyIn >= 0 && biomes[i] !== onlyIn)) continue
            const [dx, dz] = [x - centerX, z - centerZ]
            if (dx * dx + dz * dz <= radius * radius) cells[i] = id
          }
        }
      }
    }
  }

  const sprinkle = (x0: number, z0: number): void => {
    const forest = BIOMES.indexOf('FOREST')
    const desert = BIOMES.indexOf('DESERT')
    for (let i = 0; i < 256; i++) {
      if (cells[i] !== 0) continue
      positionHash(sprinkleSeed, x0 + (i & 15), z0 + (i >> 4), hash)
      const roll = shiftedModulo(hash, 0, 1000)
      if (roll < stoneBelow) cells[i] = blocks.STONE
      else if (roll < dirtBelow) cells[i] = biomes[i] === desert ? blocks.SAND : blocks.DIRT
      else if (roll < logBelow && biomes[i] === forest) cells[i] = blocks.LOG
    }
  }

  const clearSpawn = (x0: number, z0: number): void => {
    for (let i = 0; i < 256; i++) {
      const [x, z] = [x0 + (i & 15), z0 + (i >> 4)]
      if (x * x + z * z <= clearSquared) cells[i] = 0
    }
  }

  const fillBiomes = (x0: number, z0: number): void => {
    const corner = biomeIndexAt(x0, z0)
    // Regions are whole columns unless the tuning says otherwise.
    if (regionSize % 16 === 0) biomes.fill(corner)
    else for (let i = 0; i < 256; i++) biomes[i] = biomeIndexAt(x0 + (i & 15), z0 + (i >> 4))
  }

  return {
    id: 'flat-1',
    generate(cx, cz) {
      const x0 = cx * 16
      const z0 = cz * 16
      canvas.fillLayers(0, 1, 0)
      fillBiomes(x0, z0)
      for (const ore of ores) paint(ore, x0, z0, -1)
      for (let biome = 0; biome < BIOMES.length; biome++) {
        if (!biomes.includes(biome)) continue
        for (const patch of ground[biome] as Brush[]) paint(patch, x0, z0, biome)
      }
      sprinkle(x0, z0)
      clearSpawn(x0, z0)
      return canvas.sections()
    },
    biomeAt: (x, z) => BIOMES[biomeIndexAt(x, z)] as string,
  }
}
