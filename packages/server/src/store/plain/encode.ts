import { PLAIN_DEPTH_MAX } from '../limits.js'
import { ByteWriter } from './byte-writer.js'
import { NUMERIC_ARRAYS, PlainDataError, SMALL_INTEGER, SMALL_INTEGER_MAX, TAG } from './tags.js'

/** A container whose values are being written: the walk can stop between any two of them and go on later. */
interface Level {
  /** Names of the values of an object; none for lists. */
  readonly names: readonly string[] | undefined
  values: readonly unknown[]
  index: number
  /** The rest of a map or a set, which is only read as far as the walk has come. */
  readonly more: Iterator<readonly unknown[]> | undefined
}

const NUMERIC_ARRAY_BY_NAME = new Map(NUMERIC_ARRAYS.map((kind) => [kind.name, kind]))
const NARROW_TEXT = /^[\0-\xff]*$/

/**
 * Writes any tree of plain data: records, lists, maps, sets, typed arrays, text and numbers, in the order they have.
 * It knows no field names, so state that grows a field is saved without a change here. The walk keeps its own
 * stack, so that a large tree can be written piece by piece.
 */
export class PlainEncoder {
  private readonly out = new ByteWriter()
  private readonly levels: Level[] = []
  private readonly numberByName = new Map<string, number>()

  constructor(value: unknown) {
    this.value(value)
  }

  /** The next piece of about this many bytes, or nothing when all is written. */
  next(bytes: number): Buffer | undefined {
    while (this.levels.length > 0 && this.out.length < bytes) this.step()
    return this.out.length === 0 ? undefined : this.out.take()
  }

  private step(): void {
    const level = this.levels.at(-1) as Level
    if (level.index >= level.values.length) {
      const next = level.more?.next()
      if (next === undefined || next.done === true) this.levels.pop()
      else Object.assign(level, { values: next.value, index: 0 })
      return
    }
    const index = level.index++
    if (level.names !== undefined) this.name(level.names[index] as string)
    this.value(level.values[index])
  }

  private value(value: unknown): void {
    switch (typeof value) {
      case 'number':
        return this.number(value)
      case 'string':
        return this.text(value)
      case 'boolean':
        return this.out.byte(value ? TAG.true : TAG.false)
      case 'undefined':
        return this.out.byte(TAG.undefined)
      case 'bigint':
        this.out.byte(TAG.bigint)
        return this.text(String(value))
      case 'object':
        return value === null ? this.out.byte(TAG.null) : this.container(value)
      default:
        throw new PlainDataError(`${this.path()}: a ${typeof value} is not plain data`)
    }
  }

  private number(value: number): void {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
      this.out.byte(TAG.float)
      this.out.float(value)
    } else if (value >= 0 && value <= SMALL_INTEGER_MAX) {
      this.out.byte(SMALL_INTEGER + value)
    } else {
      this.out.byte(value < 0 ? TAG.negativeInteger : TAG.integer)
      this.out.varint(value < 0 ? -1 - value : value)
    }
  }

  private text(value: string): void {
    const isNarrow = NARROW_TEXT.test(value)
    this.out.byte(isNarrow ? TAG.narrowString : TAG.wideString)
    this.out.varint(value.length)
    this.out.text(value, isNarrow ? 'latin1' : 'utf16le')
  }

  /** A name is spelled out once; afterwards its number does. */
  private name(name: string): void {
    const known = this.numberByName.get(name)
    if (known !== undefined) return this.out.varint(known)
    this.numberByName.set(name, this.numberByName.size + 1)
    this.out.byte(0)
    this.text(name)
  }

  private container(value: object): void {
    if (ArrayBuffer.isView(value)) return this.elements(value)
    if (this.levels.length >= PLAIN_DEPTH_MAX) {
      throw new PlainDataError(`${this.path()}: more than ${PLAIN_DEPTH_MAX} levels deep, or a circle`)
    }
    if (Array.isArray(value)) return this.enter(TAG.array, value.length, { values: value })
    if (value instanceof Map) return this.enter(TAG.map, value.size, { more: value.entries() })
    if (value instanceof Set) return this.enter(TAG.set, value.size, { more: oneByOne(value) })
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) {
      throw new PlainDataError(`${this.path()}: an object of class ${value.constructor?.name ?? '?'} is not plain data`)
    }
    const names = Object.keys(value)
    this.enter(TAG.object, names.length, { values: Object.values(value), names })
  }

  private enter(tag: number, count: number, { values = [], names, more }: Partial<Level>): void {
    this.out.byte(tag)
    this.out.varint(count)
    if (count > 0) this.levels.push({ names, values, index: 0, more })
  }

  private elements(view: ArrayBufferView): void {
    // A Buffer is a Uint8Array with another name, and comes back as one.
    const kind = NUMERIC_ARRAY_BY_NAME.get(Buffer.isBuffer(view) ? 'Uint8Array' : view.constructor.name)
    if (kind === undefined) throw new PlainDataError(`${this.path()}: a ${view.constructor.name} is not plain data`)
    this.out.byte(kind.tag)
    this.out.varint(view.byteLength)
    this.out.elements(view, kind.create.BYTES_PER_ELEMENT)
  }

  /** Where in the tree the walk is, e.g. `state.agents.3.name`. */
  private path(): string {
    const steps = this.levels.map(({ names, index }) => names?.[index - 1] ?? String(index - 1))
    return steps.length === 0 ? 'value' : steps.join('.')
  }
}

function* oneByOne(values: ReadonlySet<unknown>): Generator<readonly unknown[], void, undefined> {
  for (const value of values) yield [value]
}

/** All bytes of a value at once; for small ones. */
export function encodePlain(value: unknown): Buffer {
  return new PlainEncoder(value).next(Number.POSITIVE_INFINITY) as Buffer
}
