import type { Cells } from '../../section.js'
import type { GroundBlocks } from '../blocks.js'
import { LAYER_CELLS } from '../canvas.js'
import { CITY_RADIUS, HALL, inLot, LOT_SIDE, type LotKind, offAvenue, type Zone } from './plan.js'

const WALL_BLOCKS = 5
const LAMP_BLOCKS = 3
const LAMP_EVERY = 10
const HALL_PILLAR_X = [13, 7]
const HALL_PILLAR_Z = [HALL.z0, -31, -24, HALL.z1]
const HALL_EAVES = 6
const STALL_X = [4, 5, 10, 11]
const STALL_Z = [-35, -34, -28, -27, -21, -20]

const HOUSE_WIDTH = 11
const HOUSE_DEPTH = 9
const HOUSE_PITCH = 17
const HOUSE_START = 2
const HOUSE_WALL = 4

/** Stands everything built on one cell of ground. `base` is the index of the first cell above it. */
export class Buildings {
  constructor(private readonly blocks: GroundBlocks) {}

  build(cells: Cells, base: number, zone: Zone, kind: LotKind, x: number, z: number): void {
    if (zone === 'wall') this.wall(cells, base, x, z)
    else if (zone === 'hall') this.hall(cells, base, x, z)
    else if (zone === 'plaza') this.plaza(cells, base, x, z)
    else if (zone === 'walk') this.lamp(cells, base, x, z)
    else if (zone === 'lot') this.lot(cells, base, kind, inLot(x), inLot(z))
  }

  /** A wall with battlements, and a tower beside every gate. */
  private wall(cells: Cells, base: number, x: number, z: number): void {
    const along = Math.abs(x) >= CITY_RADIUS ? z : x
    const isTower = Math.abs(offAvenue(along)) <= 5
    const isMerlon = (along & 1) === 0
    const top = WALL_BLOCKS + (isTower ? 2 : 0) + (isMerlon ? 1 : 0)
    this.post(cells, base, 0, top, this.blocks.BRICK)
    if (isTower && Math.abs(offAvenue(along)) === 4) cells[base + top * LAYER_CELLS] = this.blocks.TORCH
  }

  /** Open on all sides: pillars, rows of stalls, and a roof that rises to the middle aisle. */
  private hall(cells: Cells, base: number, x: number, z: number): void {
    const { blocks } = this
    const ax = Math.abs(x)
    const roof = HALL_EAVES + Math.floor((HALL.x1 - ax) / 3)
    cells[base + (roof - 1) * LAYER_CELLS] = blocks.PLANK
    cells[base + roof * LAYER_CELLS] = blocks.BRICK
    if (HALL_PILLAR_X.includes(ax) && HALL_PILLAR_Z.includes(z)) this.post(cells, base, 0, roof - 1, blocks.LOG)
    else if (STALL_X.includes(ax) && STALL_Z.includes(z)) {
      cells[base] = blocks.MARKET_STALL
      if (ax === 4 && (z & 1) === 0) cells[base + LAYER_CELLS] = blocks.TORCH
    } else if (ax === 0 && HALL_PILLAR_Z.includes(z)) cells[base + (roof - 2) * LAYER_CELLS] = blocks.GLOW_CRYSTAL
  }

  private plaza(cells: Cells, base: number, x: number, z: number): void {
    const { blocks } = this
    const isLamp = (Math.abs(x) === 10 && Math.abs(z) === 5) || (Math.abs(x) === 5 && Math.abs(z) === 10)
    if (isLamp) this.lampPost(cells, base)
    this.well(cells, base, x - 8, z - 8)
    if (x === -4 && z === -8) cells[base] = blocks.MARKET_STALL
  }

  private lamp(cells: Cells, base: number, x: number, z: number): void {
    const offX = Math.abs(offAvenue(x))
    const offZ = Math.abs(offAvenue(z))
    const isBeside =
      (offX === 3 && offZ > 4 && z % LAMP_EVERY === 0) || (offZ === 3 && offX > 4 && x % LAMP_EVERY === 0)
    if (isBeside) this.lampPost(cells, base)
  }

  private lot(cells: Cells, base: number, kind: LotKind, x: number, z: number): void {
    const middle = LOT_SIDE >> 1
    if (kind === 'houses') this.house(cells, base, x, z)
    else if (kind === 'square') {
      this.well(cells, base, x - middle, z - middle)
      const isBench = Math.abs(x - middle) === 6 && Math.abs(z - middle) <= 1
      if (isBench) cells[base] = this.blocks.SLAB
    } else if (kind === 'plots') {
      const isCorner = (at: number): boolean => at === 0 || at === LOT_SIDE - 1
      if (isCorner(x) && isCorner(z)) this.lampPost(cells, base)
    }
  }

  /** Four to a lot, each with a floor, windows, a door way and a hipped roof. */
  private house(cells: Cells, base: number, lotX: number, lotZ: number): void {
    const { blocks } = this
    const x = (lotX - HOUSE_START) % HOUSE_PITCH
    const z = (lotZ - HOUSE_START) % HOUSE_PITCH
    if (lotX < HOUSE_START || lotZ < HOUSE_START) return
    const inset = Math.min(x, z, HOUSE_WIDTH - 1 - x, HOUSE_DEPTH - 1 - z)
    if (inset < 0) return
    const roof = HOUSE_WALL + inset
    cells[base + roof * LAYER_CELLS] = blocks.BRICK
    if (inset > 0) {
      cells[base - LAYER_CELLS] = blocks.PLANK
      if (inset === 1 && (x === 1 || x === HOUSE_WIDTH - 2) && z === 1) cells[base] = blocks.TORCH
      return
    }
    const isCorner = (x === 0 || x === HOUSE_WIDTH - 1) && (z === 0 || z === HOUSE_DEPTH - 1)
    const isDoor = x === HOUSE_WIDTH >> 1 && z === HOUSE_DEPTH - 1
    const isWindow = !isCorner && (x % 4 === 2 || z % 4 === 2)
    this.post(cells, base, 0, HOUSE_WALL, isCorner ? blocks.LOG : blocks.PLANK)
    if (isWindow) this.post(cells, base, 1, 3, blocks.GLASS)
    if (isDoor) this.post(cells, base, 0, 2, blocks.AIR)
  }

  /** Water in a ring of brick under a little roof. */
  private well(cells: Cells, base: number, x: number, z: number): void {
    const { blocks } = this
    if (Math.abs(x) > 1 || Math.abs(z) > 1) return
    if (x === 0 && z === 0) {
      cells[base] = blocks.WATER
      cells[base - LAYER_CELLS] = blocks.WATER
    } else cells[base] = blocks.BRICK
    if (x !== 0 && z !== 0) this.post(cells, base, 1, 3, blocks.FENCE)
    cells[base + 3 * LAYER_CELLS] = blocks.PLANK
  }

  private lampPost(cells: Cells, base: number): void {
    this.post(cells, base, 0, LAMP_BLOCKS, this.blocks.FENCE)
    cells[base + LAMP_BLOCKS * LAYER_CELLS] = this.blocks.TORCH
  }

  private post(cells: Cells, base: number, from: number, to: number, id: number): void {
    for (let i = from; i < to; i++) cells[base + i * LAYER_CELLS] = id
  }
}
