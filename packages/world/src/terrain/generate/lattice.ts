import { noise3, shiftX, shiftZ } from './noise.js'

/** Blocks between the points at which noise in space is worked out; between them it runs in straight lines. */
export const STEP = 4
export const STEP_Y = 8
const POINTS = 16 / STEP + 1

/** One noise in space over a column, known at every eighth height and every fourth place. */
export class Lattice {
  private readonly values: Int32Array

  constructor(
    private readonly seed: number,
    private readonly shift: number,
    private readonly shiftY: number,
    height: number,
  ) {
    this.values = new Int32Array(POINTS * POINTS * (Math.ceil(height / STEP_Y) + 1))
  }

  /** Works out the points of a column up to `layers` steps high. */
  sample(x0: number, z0: number, layers: number): void {
    let i = 0
    const fromX = x0 + shiftX(this.seed)
    const fromZ = z0 + shiftZ(this.seed)
    const fromY = this.seed & 0xff
    for (let layer = 0; layer <= layers; layer++) {
      for (let pz = 0; pz < POINTS; pz++) {
        for (let px = 0; px < POINTS; px++) {
          const x = fromX + px * STEP
          const y = fromY + layer * STEP_Y
          this.values[i++] = noise3(this.seed, x, y, fromZ + pz * STEP, this.shift, this.shiftY)
        }
      }
    }
  }

  /** Copies the eight corners of a cell: four below, four above. */
  corners(cellX: number, layer: number, cellZ: number, out: Int32Array): void {
    const { values } = this
    const i = cellX + POINTS * (cellZ + POINTS * layer)
    out[0] = values[i] as number
    out[1] = values[i + 1] as number
    out[2] = values[i + POINTS] as number
    out[3] = values[i + POINTS + 1] as number
    const j = i + POINTS * POINTS
    out[4] = values[j] as number
    out[5] = values[j + 1] as number
    out[6] = values[j + POINTS] as number
    out[7] = values[j + POINTS + 1] as number
  }
}

/** Cells between the corners of one cell of the lattice. */
export const CELL_BLOCKS = STEP * STEP * STEP_Y

/** Every value inside a cell, at x + 4 z + 16 y from its lowest corner. */
export function fillCell(corners: Int32Array, out: Int32Array): void {
  let i = 0
  for (let y = 0; y < STEP_Y; y++) {
    const u = STEP_Y - y
    const a = (corners[0] as number) * u + (corners[4] as number) * y
    const b = (corners[1] as number) * u + (corners[5] as number) * y
    const c = (corners[2] as number) * u + (corners[6] as number) * y
    const d = (corners[3] as number) * u + (corners[7] as number) * y
    for (let z = 0; z < STEP; z++) {
      const left = a * (STEP - z) + c * z
      const right = b * (STEP - z) + d * z
      out[i] = left >> 5
      out[i + 1] = (3 * left + right) >> 7
      out[i + 2] = (left + right) >> 6
      out[i + 3] = (left + 3 * right) >> 7
      i += 4
    }
  }
}

/** The smallest distance from zero anywhere in the cell; 0 when it crosses zero. */
export function leastMagnitude(corners: Int32Array): number {
  let low = corners[0] as number
  let high = low
  for (let i = 1; i < 8; i++) {
    const value = corners[i] as number
    if (value < low) low = value
    if (value > high) high = value
  }
  return low > 0 ? low : high < 0 ? -high : 0
}

export function greatest(corners: Int32Array): number {
  let high = corners[0] as number
  for (let i = 1; i < 8; i++) if ((corners[i] as number) > high) high = corners[i] as number
  return high
}
