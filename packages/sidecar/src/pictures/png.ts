import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import type { Canvas } from './canvas.js'

const deflateBytes = promisify(deflate)
const SIGNATURE = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const CHANNELS = 3

/** A canvas as a PNG file. The packing runs beside the event loop. */
export async function encodePng({ width, height, rgb }: Canvas): Promise<Uint8Array> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8)
  const data = await deflateBytes(filterRows(rgb, width, height), { level: 9 })
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** Each row as differences, from the left or from above, whichever leaves the smaller bytes. */
function filterRows(rgb: Uint8Array, width: number, height: number): Uint8Array {
  const stride = width * CHANNELS
  const out = new Uint8Array(height * (stride + 1))
  const left = new Uint8Array(stride)
  const up = new Uint8Array(stride)
  for (let y = 0; y < height; y++) {
    for (let i = 0; i < stride; i++) {
      const at = y * stride + i
      left[i] = (rgb[at] ?? 0) - (i < CHANNELS ? 0 : (rgb[at - CHANNELS] ?? 0))
      up[i] = (rgb[at] ?? 0) - (y === 0 ? 0 : (rgb[at - stride] ?? 0))
    }
    const isUpSmaller = weight(up) < weight(left)
    out[y * (stride + 1)] = isUpSmaller ? 2 : 1
    out.set(isUpSmaller ? up : left, y * (stride + 1) + 1)
  }
  return out
}

function weight(bytes: Uint8Array): number {
  let changed = 0
  for (const byte of bytes) changed += Math.min(byte, 256 - byte)
  return changed
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
