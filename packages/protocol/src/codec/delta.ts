import type { VoxelOp } from '../messages/obs.js'
import { type Decoded, refuseDecode } from '../result.js'

/** Cells of a cube of this radius. */
export const cubeCellCount = (radius: number): number => (2 * radius + 1) ** 3

/** Place of an offset from the centre in the flat cube: x fastest, then z, y slowest. */
export function cubeIndex(dx: number, dy: number, dz: number, radius: number): number {
  const side = 2 * radius + 1
  return ((dy + radius) * side + dz + radius) * side + dx + radius
}

/** Cells of `next` that differ from `base` at the same index, in index order. The base is not shifted by movement. */
export function diffCells(base: ArrayLike<number>, next: ArrayLike<number>, radius: number): VoxelOp[] {
  const side = 2 * radius + 1
  const ops: VoxelOp[] = []
  for (let index = 0; index < next.length; index++) {
    const block = next[index] as number
    if (base[index] === block) continue
    const row = Math.trunc(index / side)
    ops.push({
      d: [index - row * side - radius, Math.trunc(row / side) - radius, (row % side) - radius],
      b: block,
    })
  }
  return ops
}

/** Write changed cells into a cube. When one lies outside, nothing is written and the error names it. */
export function applyOps(cells: Uint16Array, ops: readonly VoxelOp[], radius: number): Decoded<Uint16Array> {
  if (cells.length !== cubeCellCount(radius)) {
    return refuseDecode('bad_data', '', `a cube of radius ${radius} does not have ${cells.length} cells`)
  }
  const outside = ops.findIndex(({ d }) => d.some((step) => Math.abs(step) > radius))
  if (outside >= 0) {
    return refuseDecode('bad_data', `ops[${outside}].d`, `ops[${outside}].d lies outside a cube of radius ${radius}`)
  }
  for (const { d, b } of ops) cells[cubeIndex(d[0], d[1], d[2], radius)] = b
  return { ok: true, value: cells }
}
