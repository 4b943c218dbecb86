import { CHUNK_SIZE } from '../limits.js'
import { type Decoded, refuseDecode } from '../result.js'
import { base64ToBytes, bytesToBase64 } from './base64.js'

/** Columns of a chunk, index `z*16 + x`. */
export const CHUNK_COLUMNS = CHUNK_SIZE * CHUNK_SIZE
const SURFACE_BYTES = CHUNK_COLUMNS * 3

/** The highest block of each column and its height. */
export interface Surface {
  readonly blocks: Uint16Array
  readonly heights: Uint8Array
}

/** PAL16_Y8: three bytes per column, block id little-endian and height. */
export function encodeSurface(blocks: ArrayLike<number>, heights: ArrayLike<number>): string {
  const bytes = new Uint8Array(SURFACE_BYTES)
  for (let column = 0, out = 0; column < CHUNK_COLUMNS; column++) {
    const block = blocks[column] as number
    bytes[out++] = block & 255
    bytes[out++] = block >> 8
    bytes[out++] = heights[column] as number
  }
  return bytesToBase64(bytes)
}

/** Never throws. */
export function decodeSurface(data: string): Decoded<Surface> {
  const bytes = decodeBytes(data, SURFACE_BYTES)
  if (!bytes.ok) return bytes
  const blocks = new Uint16Array(CHUNK_COLUMNS)
  const heights = new Uint8Array(CHUNK_COLUMNS)
  for (let column = 0; column < CHUNK_COLUMNS; column++) {
    blocks[column] = uint16At(bytes.value, column * 3)
    heights[column] = bytes.value[column * 3 + 2] as number
  }
  return { ok: true, value: { blocks, heights } }
}

/** PAL16_U16LE_YZX: little-endian block ids, index `x + z*16 + y*256`. */
export function encodeVoxels(cells: ArrayLike<number>): string {
  const bytes = new Uint8Array(cells.length * 2)
  for (let index = 0; index < cells.length; index++) {
    const block = cells[index] as number
    bytes[index * 2] = block & 255
    bytes[index * 2 + 1] = block >> 8
  }
  return bytesToBase64(bytes)
}

/** Never throws. */
export function decodeVoxels(data: string, height: number): Decoded<Uint16Array> {
  const bytes = decodeBytes(data, CHUNK_COLUMNS * height * 2)
  if (!bytes.ok) return bytes
  const cells = new Uint16Array(CHUNK_COLUMNS * height)
  for (let index = 0; index < cells.length; index++) cells[index] = uint16At(bytes.value, index * 2)
  return { ok: true, value: cells }
}

function decodeBytes(data: string, length: number): Decoded<Uint8Array> {
  const bytes = base64ToBytes(data)
  if (bytes === undefined) return refuseDecode('bad_data', 'data', 'data is not base64')
  if (bytes.length === length) return { ok: true, value: bytes }
  return refuseDecode('bad_data', 'data', `data has ${bytes.length} bytes instead of ${length}`)
}

const uint16At = (bytes: Uint8Array, index: number) => (bytes[index] as number) | ((bytes[index + 1] as number) << 8)
