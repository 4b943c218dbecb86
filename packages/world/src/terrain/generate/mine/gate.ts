import type { GroundBlocks } from '../blocks.js'
import { type Canvas, LAYER_CELLS } from '../canvas.js'
import { GALLERY_HEAD, GATE_RADIUS, isArrivalWay, isGate } from './layout.js'

const DOME_BLOCKS = 5
/** Pillars that carry the dome, mirrored into all four quarters. */
const PILLARS = [
  [8, 4],
  [4, 8],
] as const
const LAMPS = [
  [7, 4],
  [4, 7],
] as const

/** The lit chamber at the origin: a level floor under a dome, open to the four galleries and the arrival way. */
export class Gate {
  constructor(private readonly blocks: GroundBlocks) {}

  build(canvas: Canvas, x0: number, z0: number, floorY: number): void {
    if (x0 < -16 || x0 > 0 || z0 < -16 || z0 > 0) return
    for (let cell = 0; cell < LAYER_CELLS; cell++) {
      const x = x0 + (cell & 15)
      const z = z0 + (cell >> 4)
      if (isGate(x, z)) this.buildCell(canvas, cell, x, z, floorY)
    }
  }

  private buildCell({ cells }: Canvas, cell: number, x: number, z: number, floorY: number): void {
    const { blocks } = this
    const squared = x * x + z * z
    const rise = Math.floor((DOME_BLOCKS * (GATE_RADIUS * GATE_RADIUS - squared)) / (GATE_RADIUS * GATE_RADIUS))
    const roof = floorY + GALLERY_HEAD + rise + 1
    const floor = cell | (floorY << 8)
    const isRing = (squared > 25 && squared < 36) || squared > 81
    cells[floor] = squared <= 4 || isRing ? blocks.BRICK : blocks.ROAD
    cells[floor - LAYER_CELLS] = blocks.STONE
    const [ax, az] = [Math.abs(x), Math.abs(z)]
    const isPillar = PILLARS.some(([px, pz]) => ax === px && az === pz) && !isArrivalWay(x, z)
    for (let y = floorY + 1; y < roof; y++) cells[cell | (y << 8)] = isPillar ? blocks.LOG : blocks.AIR
    cells[cell | (roof << 8)] = squared <= 2 ? blocks.GLOW_CRYSTAL : blocks.BRICK
    if (LAMPS.some(([px, pz]) => ax === px && az === pz)) cells[floor + LAYER_CELLS] = blocks.TORCH
  }
}
