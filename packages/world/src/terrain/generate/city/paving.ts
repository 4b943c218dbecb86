import type { GroundBlocks } from '../blocks.js'
import { hash2, noise2 } from '../noise.js'
import { inLot, LOT_SIDE, type LotKind, offAvenue, type Zone } from './plan.js'

/** Two by two plots in a lot, each bordered, with a path between. */
const PLOT_SIDE = (LOT_SIDE - 1) >> 1
const POND_RADIUS_SQUARED = 18

/** What one walks on, and what grows on it. */
export class Paving {
  constructor(
    private readonly seed: number,
    private readonly blocks: GroundBlocks,
  ) {}

  groundAt(zone: Zone, kind: LotKind, x: number, z: number): number {
    const { blocks } = this
    switch (zone) {
      case 'arrival':
        return Math.abs(x + z) === 3 ? blocks.BRICK : blocks.ROAD
      case 'plaza': {
        const ring = x * x + z * z
        return ring <= 5 || (ring > 40 && ring < 54) || ring > 140 ? blocks.BRICK : blocks.ROAD
      }
      case 'hall':
        return ((x + z) & 1) === 0 ? blocks.BRICK : blocks.ROAD
      case 'avenue':
        return blocks.ROAD
      case 'walk':
        return offAvenue(x) === 0 || offAvenue(z) === 0 ? blocks.ROAD : blocks.GRAVEL
      case 'wall':
        return blocks.STONE
      case 'lot':
        return this.lotGround(kind, inLot(x), inLot(z))
      default:
        return blocks.GRASS
    }
  }

  private lotGround(kind: LotKind, x: number, z: number): number {
    const { blocks } = this
    const middle = LOT_SIDE >> 1
    if (kind === 'square') {
      const edge = Math.max(Math.abs(x - middle), Math.abs(z - middle))
      return edge % 5 === 0 ? blocks.BRICK : blocks.ROAD
    }
    if (kind === 'plots') {
      if (x === middle || z === middle) return blocks.GRAVEL
      return isPlotBorder(x) || isPlotBorder(z) ? blocks.BRICK : blocks.GRASS
    }
    if (kind === 'park') {
      const [dx, dz] = [x - middle, z - middle]
      const squared = dx * dx + dz * dz
      if (squared <= POND_RADIUS_SQUARED) return blocks.WATER
      if (squared <= POND_RADIUS_SQUARED + 12) return blocks.SAND
      return x === middle || z === middle ? blocks.GRAVEL : blocks.GRASS
    }
    return x === middle || z === middle ? blocks.GRAVEL : blocks.GRASS
  }

  /** A plant for a cell of grass, or air. Plots stay clear for those who will build there. */
  plantAt(zone: Zone, kind: LotKind, x: number, z: number): number {
    const { blocks, seed } = this
    if (zone !== 'wild' && (zone !== 'lot' || kind === 'plots')) return blocks.AIR
    const roll = hash2(seed + 1, x, z) % 1000
    if (zone === 'wild') {
      if (noise2(seed + 2, x, z, 4) > 1700) return roll < 300 ? blocks.WILD_WHEAT : blocks.AIR
      return roll < 4 ? blocks.BERRY_BUSH : roll < 20 ? blocks.FLOWER : roll < 180 ? blocks.TALL_GRASS : blocks.AIR
    }
    if (kind === 'park' && noise2(seed + 3, x, z, 3) > 900) return roll < 350 ? blocks.FLOWER : blocks.AIR
    return roll < 60 ? blocks.FLOWER : roll < 160 ? blocks.TALL_GRASS : blocks.AIR
  }
}

function isPlotBorder(at: number): boolean {
  const inPlot = at > PLOT_SIDE ? at - PLOT_SIDE - 1 : at
  return inPlot === 0 || inPlot === PLOT_SIDE - 1
}
