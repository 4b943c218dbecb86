import type { Generator, GeneratorFactory } from '../../generator.js'
import { blockIdMax, resolveBlocks } from '../blocks.js'
import { Canvas, LAYER_CELLS } from '../canvas.js'
import { noiseSeed } from '../noise.js'
import { offSpawnLine } from '../spawn-line.js'
import { drawLeaves, drawTrunk } from '../trees/draw-tree.js'
import { Buildings } from './buildings.js'
import { findTrees } from './greenery.js'
import { Paving } from './paving.js'
import { CITY_RADIUS, type LotKind, lotKindAt, zoneAt } from './plan.js'

const SOIL_BLOCKS = 3
/** Ponds and wells need a bed one block below the ground. */
const BED = -LAYER_CELLS

/** A walled city on level ground: avenues, plots, parks, houses and a market hall. Rules CITY1-CITY5 in SPEC.md. */
export const city1: GeneratorFactory = ({ seed, height, seaLevel, content }): Generator => {
  const blocks = resolveBlocks(content)
  const canvas = new Canvas(height, blockIdMax(blocks))
  const { cells } = canvas
  const groundY = seaLevel + 1
  const planSeed = noiseSeed(seed, 80)
  const paving = new Paving(noiseSeed(seed, 81), blocks)
  const buildings = new Buildings(blocks)

  const layGround = (): void => {
    canvas.fillLayers(0, 1, blocks.BEDROCK)
    canvas.fillLayers(1, groundY - SOIL_BLOCKS, blocks.STONE)
    canvas.fillLayers(groundY - SOIL_BLOCKS, groundY, blocks.DIRT)
    canvas.fillLayers(groundY, canvas.sectionCount * 16, blocks.AIR)
  }

  const buildCell = (cell: number, x: number, z: number): void => {
    const zone = zoneAt(x, z)
    const kind: LotKind = zone === 'lot' ? lotKindAt(planSeed, x, z) : 'plots'
    const ground = cell | (groundY << 8)
    const id = paving.groundAt(zone, kind, x, z)
    cells[ground] = id
    if (id === blocks.WATER) cells[ground + BED] = blocks.SAND
    buildings.build(cells, ground + LAYER_CELLS, zone, kind, x, z)
  }

  const sow = (x0: number, z0: number): void => {
    for (let cell = 0; cell < LAYER_CELLS; cell++) {
      const ground = cell | (groundY << 8)
      if (cells[ground] !== blocks.GRASS || cells[ground + LAYER_CELLS] !== blocks.AIR) continue
      const [x, z] = [x0 + (cell & 15), z0 + (cell >> 4)]
      const zone = zoneAt(x, z)
      if (offSpawnLine(x, z) === 0) continue
      const plant = paving.plantAt(zone, zone === 'lot' ? lotKindAt(planSeed, x, z) : 'plots', x, z)
      if (plant !== blocks.AIR) cells[ground + LAYER_CELLS] = plant
    }
  }

  return {
    id: 'city-1',
    generate(cx, cz) {
      const x0 = cx * 16
      const z0 = cz * 16
      layGround()
      for (let cell = 0; cell < LAYER_CELLS; cell++) buildCell(cell, x0 + (cell & 15), z0 + (cell >> 4))
      const trees = findTrees(planSeed, x0, z0, groundY)
      for (const tree of trees) drawTrunk(canvas, blocks, x0, z0, tree)
      for (const tree of trees) drawLeaves(canvas, blocks, x0, z0, tree)
      sow(x0, z0)
      return canvas.sections()
    },
    biomeAt: (x, z) => (Math.max(Math.abs(x), Math.abs(z)) <= CITY_RADIUS + 1 ? 'CITY' : 'PLAINS'),
  }
}
