import { crc32 } from 'node:zlib'
import { FRAME_BYTES_MAX } from '../limits.js'

/**
 * One write to a log: marker (2 bytes), length of the body (4), CRC-32 over all the rest (4), link (8), body.
 * The marker lets a reader find later frames behind a broken one; the link says what the body follows.
 */
export const FRAME_HEAD_BYTES = 18
export const LINK_BYTES = 8
const MARKER = Buffer.from([0xc5, 0x1d])

export interface Frame {
  readonly offset: number
  readonly end: number
  readonly link: Buffer
  readonly body: Buffer
}

/** Why there is no frame at a place. `needs` bytes from there on might make one. */
export interface NoFrame {
  readonly reason: string
  readonly needs?: number
}

export function encodeFrame(link: Uint8Array, body: Uint8Array): Buffer {
  if (body.length > FRAME_BYTES_MAX)
    throw new RangeError(`${body.length} bytes in one frame, ${FRAME_BYTES_MAX} at most`)
  const frame = Buffer.allocUnsafe(FRAME_HEAD_BYTES + body.length)
  MARKER.copy(frame, 0)
  frame.writeUInt32LE(body.length, 2)
  frame.set(link, 10)
  frame.set(body, FRAME_HEAD_BYTES)
  frame.writeUInt32LE(checksum(frame), 6)
  return frame
}

/** Reads the frame that begins at `start` of these bytes, which begin at `base` of their file. */
export function parseFrame(bytes: Buffer, start: number, base: number): Frame | NoFrame {
  const left = bytes.length - start
  if (left < FRAME_HEAD_BYTES) return { reason: `only ${left} bytes of a record`, needs: FRAME_HEAD_BYTES }
  if (bytes[start] !== MARKER[0] || bytes[start + 1] !== MARKER[1]) return { reason: 'no record begins here' }
  const length = bytes.readUInt32LE(start + 2)
  if (length > FRAME_BYTES_MAX) return { reason: `a record of ${length} bytes is not possible` }
  const needs = FRAME_HEAD_BYTES + length
  if (left < needs) return { reason: `only ${left} of ${needs} bytes of a record`, needs }
  const frame = bytes.subarray(start, start + needs)
  if (frame.readUInt32LE(6) !== checksum(frame)) return { reason: 'the checksum of the record is wrong' }
  return {
    offset: base + start,
    end: base + start + needs,
    link: frame.subarray(10, FRAME_HEAD_BYTES),
    body: frame.subarray(FRAME_HEAD_BYTES),
  }
}

export function isFrame(parsed: Frame | NoFrame): parsed is Frame {
  return 'body' in parsed
}

/** The first intact frame that begins after `start`. */
export function findFrameAfter(bytes: Buffer, start: number, base: number): Frame | undefined {
  for (let at = bytes.indexOf(MARKER, start + 1); at >= 0; at = bytes.indexOf(MARKER, at + 1)) {
    const parsed = parseFrame(bytes, at, base)
    if (isFrame(parsed)) return parsed
  }
  return undefined
}

function checksum(frame: Buffer): number {
  return crc32(frame.subarray(10), crc32(frame.subarray(0, 6)))
}
