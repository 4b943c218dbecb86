import { BLOCK_ID_MAX } from '../limits.js'
import { type Decoded, refuseDecode } from '../result.js'
import { base64ToBytes, bytesToBase64 } from './base64.js'

/** A block id takes up to 3 bytes, a run length up to 4. */
const RUN_BYTES_MAX = 7

let scratch = new Uint8Array(4096)

/** Runs of equal cells as (block id, length) varints in base64. The result depends on the cells alone. */
export function encodeRle(cells: ArrayLike<number>): string {
  if (scratch.length < cells.length * RUN_BYTES_MAX) scratch = new Uint8Array(cells.length * RUN_BYTES_MAX)
  const bytes = scratch
  const { length } = cells
  let out = 0
  let index = 0
  while (index < length) {
    const block = cells[index] as number
    const start = index++
    while (index < length && cells[index] === block) index++
    out = writeVarint(bytes, out, block)
    out = writeVarint(bytes, out, index - start)
  }
  return bytesToBase64(bytes, out)
}

function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let out = at
  let rest = value
  while (rest > 127) {
    bytes[out++] = (rest & 127) | 128
    rest >>>= 7
  }
  bytes[out++] = rest
  return out
}

/** The cells of an RLE text, which must be exactly so many. Never throws. */
export function decodeRle(data: string, cellCount: number): Decoded<Uint16Array> {
  const bytes = base64ToBytes(data)
  if (bytes === undefined) return bad('is not base64')
  const cells = new Uint16Array(cellCount)
  let filled = 0
  cursor = 0
  while (cursor < bytes.length) {
    const block = readVarint(bytes)
    const run = readVarint(bytes)
    if (block < 0 || run < 0) return bad('ends within a number, or holds one that is too large')
    if (block > BLOCK_ID_MAX) return bad(`names block ${block}, above ${BLOCK_ID_MAX}`)
    if (run === 0) return bad('holds a run of length 0')
    if (run > cellCount - filled) return bad(`has more than ${cellCount} cells`)
    for (const end = filled + run; filled < end; filled++) cells[filled] = block
  }
  return filled === cellCount ? { ok: true, value: cells } : bad(`has ${filled} cells instead of ${cellCount}`)
}

const NOT_A_NUMBER = -1
const VARINT_BYTES_MAX = 4

/** Where the next number is read; kept here because a call per number must not allocate. */
let cursor = 0

/** The number at the cursor, of at most 28 bits: no cube has more cells. NOT_A_NUMBER when it has no end. */
function readVarint(bytes: Uint8Array): number {
  let value = 0
  for (let index = 0; index < VARINT_BYTES_MAX && cursor < bytes.length; index++) {
    const byte = bytes[cursor++] as number
    value |= (byte & 127) << (7 * index)
    if (byte < 128) return value
  }
  return NOT_A_NUMBER
}

const bad = (rule: string) => refuseDecode('bad_data', 'data', `data ${rule}`)
