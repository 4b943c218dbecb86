import { PlainDataError } from './tags.js'

/** Reads bytes in order; asking for more than there are is an error and never a guess. */
export class ByteReader {
  position = 0

  constructor(readonly source: Buffer) {}

  get left(): number {
    return this.source.length - this.position
  }

  byte(): number {
    if (this.left < 1) throw this.early()
    return this.source[this.position++] as number
  }

  varint(): number {
    let value = 0
    for (let factor = 1; factor <= 2 ** 49; factor *= 0x80) {
      const byte = this.byte()
      value += (byte & 0x7f) * factor
      if (byte < 0x80) {
        if (value > Number.MAX_SAFE_INTEGER) break
        return value
      }
    }
    throw new PlainDataError(`byte ${this.position}: a number that is too large`)
  }

  float(): number {
    if (this.left < 8) throw this.early()
    this.position += 8
    return this.source.readDoubleLE(this.position - 8)
  }

  /** A view of the next bytes, not a copy. */
  bytes(length: number): Buffer {
    if (length > this.left) throw this.early()
    this.position += length
    return this.source.subarray(this.position - length, this.position)
  }

  private early(): PlainDataError {
    return new PlainDataError(`byte ${this.position}: the bytes end early`)
  }
}
