import { endianness } from 'node:os'

const HAS_BIG_END_FIRST = endianness() === 'BE'

/** Bytes that grow as they are written. */
export class ByteWriter {
  private buffer: Buffer
  length = 0

  constructor(bytes = 1024) {
    this.buffer = Buffer.allocUnsafe(bytes)
  }

  byte(value: number): void {
    this.reserve(1)
    this.buffer[this.length++] = value
  }

  /** A whole number from 0 to 2^53 - 1, seven bits per byte, lowest first. */
  varint(value: number): void {
    this.reserve(8)
    let rest = value
    while (rest >= 0x80) {
      this.buffer[this.length++] = (rest % 0x80) | 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.buffer[this.length++] = rest
  }

  float(value: number): void {
    this.reserve(8)
    this.length = this.buffer.writeDoubleLE(value, this.length)
  }

  text(value: string, encoding: 'latin1' | 'utf16le'): void {
    this.reserve(value.length * 2)
    this.length += this.buffer.write(value, this.length, encoding)
  }

  bytes(value: Uint8Array): void {
    this.reserve(value.length)
    this.buffer.set(value, this.length)
    this.length += value.length
  }

  /** The elements of a typed array, least significant byte first on every machine. */
  elements(view: ArrayBufferView, elementBytes: number): void {
    const start = this.length
    this.bytes(new Uint8Array(view.buffer, view.byteOffset, view.byteLength))
    if (HAS_BIG_END_FIRST) swapBytes(this.buffer.subarray(start, this.length), elementBytes)
  }

  /** What was written since the last time, as bytes that nobody writes to any more. */
  take(): Buffer {
    const taken = this.buffer.subarray(0, this.length)
    const rest = this.buffer.length - this.length
    // Small leftovers are handed on, so that many short values share one allocation.
    this.buffer = rest >= 64 ? this.buffer.subarray(this.length) : Buffer.allocUnsafe(1024)
    this.length = 0
    return taken
  }

  private reserve(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return
    const grown = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.length + bytes))
    this.buffer.copy(grown, 0, 0, this.length)
    this.buffer = grown
  }
}

/** Turns elements around, in place, on machines that keep the most significant byte first. */
export function swapBytes(bytes: Buffer, elementBytes: number): void {
  if (elementBytes === 2) bytes.swap16()
  else if (elementBytes === 4) bytes.swap32()
  else if (elementBytes === 8) bytes.swap64()
}

export { HAS_BIG_END_FIRST }
