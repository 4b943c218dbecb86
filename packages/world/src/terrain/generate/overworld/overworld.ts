import type { Generator, GeneratorFactory } from '../../generator.js'
import { BiomeCache } from '../biome-cache.js'
import { blockIdMax, resolveBlocks } from '../blocks.js'
import { Canvas } from '../canvas.js'
import { noiseSeed } from '../noise.js'
import { Veins } from '../veins.js'
import { BIOME, MOUNTAINS } from './biome.js'
import { Boulders } from './boulders.js'
import { Caves } from './caves.js'
import { mountainVeins, overworldVeins } from './ores.js'
import { Plants } from './plants.js'
import { Strata } from './strata.js'
import { MARGIN, SIDE, Surface } from './surface.js'
import { Trees } from './trees.js'
import { Welcome } from './welcome.js'

/** Open country: land and sea, climates, mountains, rivers, caves. Rules OVER1-OVER8 in SPEC.md. */
export const overworld1: GeneratorFactory = ({ seed, height, seaLevel, content }): Generator => {
  const blocks = resolveBlocks(content)
  const canvas = new Canvas(height, blockIdMax(blocks))
  const surface = new Surface(seed, seaLevel, height)
  const strata = new Strata(noiseSeed(seed, 30), blocks)
  const caves = new Caves(seed, height, blocks)
  const veins = new Veins(noiseSeed(seed, 50), blocks)
  const lowlandVeins = overworldVeins(blocks)
  const highlandVeins = [...lowlandVeins, ...mountainVeins(blocks)]
  const boulders = new Boulders(noiseSeed(seed, 60), blocks)
  const trees = new Trees(noiseSeed(seed, 61), blocks)
  const plants = new Plants(noiseSeed(seed, 62), blocks)
  const welcome = new Welcome(noiseSeed(seed, 63), surface.padY, blocks)
  const biomes = new BiomeCache((cx, cz, out) => {
    surface.measure(cx * 16, cz * 16)
    copyBiomes(surface, out)
  })

  return {
    id: 'overworld-1',
    generate(cx, cz) {
      surface.measure(cx * 16, cz * 16)
      biomes.store(cx, cz, (out) => copyBiomes(surface, out))
      const isHome = welcome.isNear(surface)
      const inMountains = surface.biome[MARGIN + 8 + SIDE * (MARGIN + 8)] === MOUNTAINS
      strata.lay(canvas, surface)
      caves.carve(canvas, surface)
      veins.thread(canvas, surface.x0, surface.z0, inMountains ? highlandVeins : lowlandVeins)
      boulders.scatter(canvas, surface)
      if (isHome) welcome.placeBoulders(canvas, surface, boulders)
      trees.plant(canvas, surface, isHome ? welcome.trees : [])
      if (isHome) welcome.placeBushes(canvas, surface)
      plants.sow(canvas, surface)
      return canvas.sections()
    },
    biomeAt: (x, z) => BIOME[biomes.at(x, z)] as string,
  }
}

function copyBiomes(surface: Surface, out: Uint8Array): void {
  for (let z = 0; z < 16; z++) {
    const row = MARGIN + SIDE * (z + MARGIN)
    for (let x = 0; x < 16; x++) out[x | (z << 4)] = surface.biome[row + x] as number
  }
}
