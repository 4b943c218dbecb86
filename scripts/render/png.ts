import { crc32, deflateSync } from 'node:zlib'

/** A picture of red, green and blue bytes, row by row from the top. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
}

export function createPicture(width: number, height: number): Picture {
  return { width, height, rgb: new Uint8Array(width * height * 3) }
}

export function setPixel(
  { width, rgb }: Picture,
  x: number,
  y: number,
  [r = 0, g = 0, b = 0]: readonly number[],
): void {
  const i = (y * width + x) * 3
  rgb[i] = clampByte(r)
  rgb[i + 1] = clampByte(g)
  rgb[i + 2] = clampByte(b)
}

/** The picture as a PNG file. */
export function encodePng({ width, height, rgb }: Picture): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  const data = deflateSync(filterRows(rgb, width, height), { level: 9 })
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** Each row as differences, from the left or from above, whichever leaves the smaller bytes. */
function filterRows(rgb: Uint8Array, width: number, height: number): Uint8Array {
  const stride = width * 3
  const out = new Uint8Array(height * (stride + 1))
  const left = new Uint8Array(stride)
  const up = new Uint8Array(stride)
  for (let y = 0; y < height; y++) {
    for (let i = 0; i < stride; i++) {
      const at = y * stride + i
      left[i] = (rgb[at] ?? 0) - (i < 3 ? 0 : (rgb[at - 3] ?? 0))
      up[i] = (rgb[at] ?? 0) - (y === 0 ? 0 : (rgb[at - stride] ?? 0))
    }
    const useUp = weight(up) < weight(left)
    out[y * (stride + 1)] = useUp ? 2 : 1
    out.set(useUp ? up : left, y * (stride + 1) + 1)
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

function clampByte(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)))
}
