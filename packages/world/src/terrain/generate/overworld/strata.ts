import type { GroundBlocks } from '../blocks.js'
import type { Canvas } from '../canvas.js'
import { hash2, hash3, noise2 } from '../noise.js'
import { BEACH, COLD_WATER, DESERT, MOUNTAINS, RIVER, SEA, SNOW } from './biome.js'
import { MARGIN, SIDE, type Surface } from './surface.js'

/** Bedrock is whole at y 0 and thins out up to here. */
const BEDROCK_TOP = 3
/** Deep stone fills everything below, with a ragged edge of a few blocks. */
const DEEP_TOP = 16
const DEEP_EDGE = 4
const SOIL_BLOCKS = 3
/** Blocks above sea level where bare rock and then snow take over from grass. */
const ROCK_LINE_BLOCKS = 30
const SNOW_LINE_BLOCKS = 40

/** Lays rock, soil, sand, water and ice under and over the surface. */
export class Strata {
  constructor(
    private readonly seed: number,
    private readonly blocks: GroundBlocks,
  ) {}

  lay(canvas: Canvas, surface: Surface): void {
    const { blocks } = this
    let lowest = canvas.height
    for (let z = 0; z < 16; z++) {
      for (let x = 0; x < 16; x++) {
        lowest = Math.min(lowest, surface.ground[MARGIN + x + SIDE * (z + MARGIN)] as number)
      }
    }
    const wholeTop = Math.max(0, lowest)
    const deepTop = Math.min(DEEP_TOP, wholeTop)
    canvas.fillLayers(0, deepTop, blocks.DEEPSTONE)
    canvas.fillLayers(deepTop, wholeTop, blocks.STONE)
    canvas.fillLayers(wholeTop, canvas.sectionCount * 16, blocks.AIR)
    for (let z = 0; z < 16; z++) {
      for (let x = 0; x < 16; x++) this.layCell(canvas, surface, x, z, wholeTop)
    }
  }

  private layCell(canvas: Canvas, surface: Surface, x: number, z: number, wholeTop: number): void {
    const { blocks, seed } = this
    const { cells } = canvas
    const at = MARGIN + x + SIDE * (z + MARGIN)
    const ground = surface.ground[at] as number
    const worldX = surface.x0 + x
    const worldZ = surface.z0 + z
    const cell = x | (z << 4)

    for (let y = wholeTop; y <= ground; y++) cells[cell | (y << 8)] = y < DEEP_TOP ? blocks.DEEPSTONE : blocks.STONE
    const rough = hash2(seed, worldX, worldZ)
    cells[cell] = blocks.BEDROCK
    for (let y = 1; y <= BEDROCK_TOP; y++) {
      if (((rough >>> (y * 3)) & 3) >= y) cells[cell | (y << 8)] = blocks.BEDROCK
    }
    const deepEdge = DEEP_TOP + ((rough >>> 16) % (DEEP_EDGE + 1))
    for (let y = DEEP_TOP; y < deepEdge && y < ground - SOIL_BLOCKS; y++) cells[cell | (y << 8)] = blocks.DEEPSTONE

    this.laySoil(canvas, surface, at, cell, ground, worldX, worldZ)
    const sea = surface.seaLevel
    for (let y = ground + 1; y <= sea; y++) cells[cell | (y << 8)] = blocks.WATER
    if (ground < sea && (surface.temperature[at] as number) < COLD_WATER) cells[cell | (sea << 8)] = blocks.ICE
  }

  private laySoil(
    canvas: Canvas,
    surface: Surface,
    at: number,
    cell: number,
    ground: number,
    x: number,
    z: number,
  ): void {
    const { blocks, seed } = this
    const { cells } = canvas
    const biome = surface.biome[at] as number
    const sea = surface.seaLevel
    const depth = SOIL_BLOCKS + (hash2(seed + 1, x, z) & 1)
    const fill = (top: number, under: number): void => {
      for (let y = ground - depth; y < ground; y++) if (y > BEDROCK_TOP) cells[cell | (y << 8)] = under
      cells[cell | (ground << 8)] = top
    }
    if (biome === SEA || biome === RIVER) {
      const bed = noise2(seed + 2, x, z, 4) + (noise2(seed + 3, x, z, 5) >> 1)
      const deep = sea - ground
      if (bed > 1500 && deep < 9) fill(blocks.CLAY, blocks.CLAY)
      else if (bed < -1300 || deep > 18) fill(blocks.GRAVEL, blocks.STONE)
      else if (deep > 9 && bed < -300) fill(blocks.DIRT, blocks.DIRT)
      else fill(blocks.SAND, blocks.SANDSTONE)
    } else if (biome === BEACH || biome === DESERT) {
      for (let y = ground - depth - 4; y < ground - 2; y++)
        if (y > BEDROCK_TOP) cells[cell | (y << 8)] = blocks.SANDSTONE
      for (let y = ground - 2; y <= ground; y++) cells[cell | (y << 8)] = blocks.SAND
    } else if (biome === MOUNTAINS) {
      const line = ground - sea + (noise2(seed + 4, x, z, 4) >> 10) + (hash3(seed, x, 0, z) & 1)
      if (line > SNOW_LINE_BLOCKS) fill(blocks.SNOW, blocks.STONE)
      else if (line <= ROCK_LINE_BLOCKS) fill(blocks.GRASS, blocks.DIRT)
    } else if (biome === SNOW) {
      fill(blocks.SNOW, blocks.DIRT)
    } else {
      fill(blocks.GRASS, blocks.DIRT)
    }
  }
}
