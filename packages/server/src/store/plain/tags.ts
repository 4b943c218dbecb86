/**
 * Plain data as bytes: one tag, then what the tag asks for. Numbers from 0 to 191 are a tag of their own.
 * The meaning of a tag never changes; new ones may be added below SMALL_INTEGER.
 */
export const TAG = {
  undefined: 0,
  null: 1,
  false: 2,
  true: 3,
  /** A varint. */
  integer: 4,
  /** A varint n that stands for -1 - n. */
  negativeInteger: 5,
  /** Eight bytes. Also negative zero, infinities and NaN. */
  float: 6,
  /** Length, then one byte per character; for text without characters above U+00FF. */
  narrowString: 7,
  /** Length in characters, then two bytes each, so that even half a surrogate pair comes back as it was. */
  wideString: 8,
  /** Count, then the values. */
  array: 9,
  /** Count, then a name and a value each. */
  object: 10,
  /** Count, then a key and a value each. */
  map: 11,
  /** Count, then the values. */
  set: 12,
  /** Sign and digits as text. */
  bigint: 13,
  /** Length in bytes, then the elements, least significant byte first. */
  uint8Array: 16,
  int8Array: 17,
  uint16Array: 18,
  int16Array: 19,
  uint32Array: 20,
  int32Array: 21,
  float32Array: 22,
  float64Array: 23,
  uint8ClampedArray: 24,
} as const

export const SMALL_INTEGER = 64
export const SMALL_INTEGER_MAX = 255 - SMALL_INTEGER

type NumericArray =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array
  | Uint8ClampedArray

interface NumericArrayKind {
  readonly tag: number
  readonly name: string
  readonly create: { new (buffer: ArrayBuffer): NumericArray; readonly BYTES_PER_ELEMENT: number }
}

export const NUMERIC_ARRAYS: readonly NumericArrayKind[] = [
  { tag: TAG.uint8Array, name: 'Uint8Array', create: Uint8Array },
  { tag: TAG.int8Array, name: 'Int8Array', create: Int8Array },
  { tag: TAG.uint16Array, name: 'Uint16Array', create: Uint16Array },
  { tag: TAG.int16Array, name: 'Int16Array', create: Int16Array },
  { tag: TAG.uint32Array, name: 'Uint32Array', create: Uint32Array },
  { tag: TAG.int32Array, name: 'Int32Array', create: Int32Array },
  { tag: TAG.float32Array, name: 'Float32Array', create: Float32Array },
  { tag: TAG.float64Array, name: 'Float64Array', create: Float64Array },
  { tag: TAG.uint8ClampedArray, name: 'Uint8ClampedArray', create: Uint8ClampedArray },
]

/** A value that is not plain data, or bytes that are not a value. */
export class PlainDataError extends Error {
  override readonly name = 'PlainDataError'
}
