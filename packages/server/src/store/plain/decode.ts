import { PLAIN_DEPTH_MAX } from '../limits.js'
import { ByteReader } from './byte-reader.js'
import { HAS_BIG_END_FIRST, swapBytes } from './byte-writer.js'
import { NUMERIC_ARRAYS, PlainDataError, SMALL_INTEGER, TAG } from './tags.js'

const NUMERIC_ARRAY_BY_TAG = new Map(NUMERIC_ARRAYS.map((kind) => [kind.tag, kind]))

/** The value whose bytes these are, all of them. */
export function decodePlain(bytes: Buffer): unknown {
  const decoder = new PlainDecoder(new ByteReader(bytes))
  const value = decoder.value(0)
  if (decoder.input.left > 0)
    throw new PlainDataError(`byte ${decoder.input.position}: ${decoder.input.left} bytes too many`)
  return value
}

class PlainDecoder {
  private readonly names: string[] = []

  constructor(readonly input: ByteReader) {}

  value(depth: number): unknown {
    const { input } = this
    const tag = input.byte()
    if (tag >= SMALL_INTEGER) return tag - SMALL_INTEGER
    switch (tag) {
      case TAG.undefined:
        return undefined
      case TAG.null:
        return null
      case TAG.false:
        return false
      case TAG.true:
        return true
      case TAG.integer:
        return input.varint()
      case TAG.negativeInteger:
        return -1 - input.varint()
      case TAG.float:
        return input.float()
      case TAG.narrowString:
        return input.bytes(input.varint()).toString('latin1')
      case TAG.wideString:
        return input.bytes(input.varint() * 2).toString('utf16le')
      case TAG.bigint:
        return this.bigint(depth)
      default:
        return NUMERIC_ARRAY_BY_TAG.has(tag) ? this.elements(tag) : this.container(tag, depth + 1)
    }
  }

  private container(tag: number, depth: number): unknown {
    if (depth > PLAIN_DEPTH_MAX) throw this.problem(`more than ${PLAIN_DEPTH_MAX} levels deep`)
    const count = this.input.varint()
    // Every value takes a byte at least: a count beyond that is damage, and must not cost memory.
    if (count > this.input.left) throw this.problem(`${count} values announced, ${this.input.left} bytes left`)
    if (tag === TAG.array) {
      const list: unknown[] = []
      for (let i = 0; i < count; i++) list.push(this.value(depth))
      return list
    }
    if (tag === TAG.object) return this.object(count, depth)
    if (tag === TAG.map) {
      const map = new Map<unknown, unknown>()
      for (let i = 0; i < count; i++) map.set(this.value(depth), this.value(depth))
      return map
    }
    if (tag === TAG.set) {
      const set = new Set<unknown>()
      for (let i = 0; i < count; i++) set.add(this.value(depth))
      return set
    }
    throw this.problem(`unknown tag ${tag}`)
  }

  private object(count: number, depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = {}
    for (let i = 0; i < count; i++) {
      const name = this.name(depth)
      const value = this.value(depth)
      if (name === '__proto__') {
        // Assigning this name would change what the object is instead of what it holds.
        Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
      } else {
        object[name] = value
      }
    }
    return object
  }

  private name(depth: number): string {
    const number = this.input.varint()
    if (number > 0) {
      const known = this.names[number - 1]
      if (known === undefined) throw this.problem(`no name has number ${number}`)
      return known
    }
    const name = this.value(depth)
    if (typeof name !== 'string') throw this.problem('a name that is not text')
    this.names.push(name)
    return name
  }

  private bigint(depth: number): bigint {
    const digits = this.value(depth)
    if (typeof digits !== 'string' || !/^-?\d+$/.test(digits)) throw this.problem('a number without digits')
    return BigInt(digits)
  }

  private elements(tag: number): unknown {
    const kind = NUMERIC_ARRAY_BY_TAG.get(tag)
    const bytes = this.input.bytes(this.input.varint())
    const elementBytes = kind?.create.BYTES_PER_ELEMENT ?? 1
    if (kind === undefined || bytes.length % elementBytes !== 0)
      throw this.problem(`${bytes.length} bytes are no array`)
    const own = new ArrayBuffer(bytes.length)
    new Uint8Array(own).set(bytes)
    if (HAS_BIG_END_FIRST) swapBytes(Buffer.from(own), elementBytes)
    return new kind.create(own)
  }

  private problem(what: string): PlainDataError {
    return new PlainDataError(`byte ${this.input.position}: ${what}`)
  }
}
