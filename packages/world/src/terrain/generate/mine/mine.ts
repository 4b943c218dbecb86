import { clamp } from '../../../math/integer.js'
import type { Generator, GeneratorFactory } from '../../generator.js'
import { blockIdMax, type GroundBlocks, resolveBlocks } from '../blocks.js'
import { Canvas, LAYER_CELLS } from '../canvas.js'
import { hash2, noiseSeed } from '../noise.js'
import { Veins } from '../veins.js'
import { Caverns } from './caverns.js'
import { Galleries } from './galleries.js'
import { Gate } from './gate.js'
import { Geodes } from './geodes.js'
import { DEEP_BELOW_BLOCKS } from './layout.js'
import type { MineLevel } from './levels.js'

const BEDROCK_BLOCKS = 3

/** A world under the ground: rock from floor to roof, hollowed by nature and by miners. Rules DEEP1-DEEP7 in SPEC.md. */
export function mine1(level: MineLevel): GeneratorFactory {
  return ({ seed, height, seaLevel, content }): Generator => {
    const blocks = resolveBlocks(content)
    const canvas = new Canvas(height, blockIdMax(blocks))
    const floorY = seaLevel + 1
    const deepFloorY = floorY - DEEP_BELOW_BLOCKS
    const rockSeed = noiseSeed(seed, 70)
    const caverns = new Caverns(seed, height, level, blocks)
    const veins = new Veins(noiseSeed(seed, 76), blocks)
    const lodes = level.veins(blocks)
    const geodes = new Geodes(noiseSeed(seed, 77), level, blocks)
    const galleries = new Galleries(noiseSeed(seed, 78), level, blocks)
    const gate = new Gate(blocks)

    return {
      id: level.id,
      generate(cx, cz) {
        const x0 = cx * 16
        const z0 = cz * 16
        layRock(canvas, blocks, rockSeed, level, x0, z0)
        caverns.carve(canvas, x0, z0, floorY)
        veins.thread(canvas, x0, z0, lodes)
        geodes.grow(canvas, x0, z0)
        galleries.dig(canvas, x0, z0, floorY, deepFloorY)
        gate.build(canvas, x0, z0, floorY)
        return canvas.sections()
      },
      biomeAt: () => level.biome,
    }
  }
}

function layRock(canvas: Canvas, blocks: GroundBlocks, seed: number, level: MineLevel, x0: number, z0: number): void {
  const { cells, height } = canvas
  const deepTop = clamp(level.deepTop, 0, height)
  canvas.fillLayers(0, deepTop, blocks.DEEPSTONE)
  canvas.fillLayers(deepTop, height, blocks.STONE)
  canvas.fillLayers(height, canvas.sectionCount * 16, blocks.AIR)
  for (let cell = 0; cell < LAYER_CELLS; cell++) {
    const draw = hash2(seed, x0 + (cell & 15), z0 + (cell >> 4))
    cells[cell] = blocks.BEDROCK
    cells[cell | ((height - 1) << 8)] = blocks.BEDROCK
    for (let i = 1; i <= BEDROCK_BLOCKS; i++) {
      if (((draw >>> (i * 3)) & 3) >= i) cells[cell | (i << 8)] = blocks.BEDROCK
      if (((draw >>> (i * 3 + 12)) & 3) >= i) cells[cell | ((height - 1 - i) << 8)] = blocks.BEDROCK
    }
    // The change from one rock to the other is ragged.
    if (deepTop < height) {
      const edge = Math.min(height, deepTop + ((draw >>> 26) & 3))
      for (let y = deepTop; y < edge; y++) cells[cell | (y << 8)] = blocks.DEEPSTONE
    }
  }
}
