import { bytesToBase64, encodeRle } from '@clawstead/protocol/plain'

/** A cube of block numbers, and the same memory four cells at a time where cells are bytes. */
export interface Cube {
  readonly cells: Uint8Array | Uint16Array
  readonly fours: Uint32Array
}

export function createCube(cellCount: number, bytesPerCell: 1 | 2): Cube {
  if (bytesPerCell === 2) return { cells: new Uint16Array(cellCount), fours: new Uint32Array(0) }
  const memory = new ArrayBuffer(Math.ceil(cellCount / 4) * 4)
  return { cells: new Uint8Array(memory, 0, cellCount), fours: new Uint32Array(memory) }
}

/** A block of this width takes up to two bytes, the length of a run up to four. */
const RUN_BYTES_MAX = 6
let scratch = new Uint8Array(4096)

/** The text that `encodeRle` gives. Every walker's cube is written anew in every tick, so runs are measured in leaps. */
export function rleText({ cells, fours }: Cube): string {
  if (cells instanceof Uint16Array) return encodeRle(cells)
  const { length } = cells
  if (scratch.length < length * RUN_BYTES_MAX) scratch = new Uint8Array(length * RUN_BYTES_MAX)
  const bytes = scratch
  let out = 0
  let index = 0
  while (index < length) {
    const block = cells[index] as number
    const end = runEnd(cells, fours, index)
    out = writeVarint(bytes, out, block)
    out = writeVarint(bytes, out, end - index)
    index = end
  }
  return bytesToBase64(bytes, out)
}

/** The first cell from `start` on that holds another block. */
function runEnd(cells: Uint8Array, fours: Uint32Array, start: number): number {
  const { length } = cells
  const block = cells[start] as number
  let index = start + 1
  while (index < length && cells[index] === block) {
    index++
    if ((index & 3) !== 0) continue
    const alike = block * 0x0101_0101
    while (index + 4 <= length && fours[index >> 2] === alike) index += 4
  }
  return index
}

function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let out = at
  let rest = value
  for (; rest > 127; rest >>>= 7) bytes[out++] = (rest & 127) | 128
  bytes[out++] = rest
  return out
}
