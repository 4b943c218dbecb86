import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodePlain } from './decode.js'
import { encodePlain, PlainEncoder } from './encode.js'
import { PlainDataError } from './tags.js'

const leaf = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    true,
    false,
    0,
    -0,
    191,
    192,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
  ),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double(),
  fc.bigInt(),
  fc.string({ unit: 'binary' }),
  // Half a surrogate pair is a string too, and JSON can carry it.
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((units) => String.fromCharCode(...units)),
  fc.uint8Array(),
  fc.int8Array(),
  fc.uint16Array(),
  fc.int16Array(),
  fc.uint32Array(),
  fc.int32Array(),
  fc.float32Array(),
  fc.float64Array(),
  fc.uint8ClampedArray(),
)
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('tree'), { maxLength: 6 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '0', '')), tie('tree'), {
      maxKeys: 6,
      noNullPrototype: true,
    }),
    fc.array(fc.tuple(leaf, tie('tree')), { maxLength: 6 }).map((entries) => new Map(entries)),
    fc.array(tie('tree'), { maxLength: 6 }).map((values) => new Set(values)),
  ),
}))

function outcomeOf(bytes: Uint8Array): string {
  try {
    decodePlain(Buffer.from(bytes))
    return 'a value'
  } catch (error) {
    return error instanceof Error ? error.name : ''
  }
}

describe('plain data', () => {
  test('[PLAIN1] decode(encode(x)) = x, with kinds, order and text kept', () => {
    fc.assert(
      fc.property(tree, (value) => {
        expect(isDeepStrictEqual(decodePlain(encodePlain(value)), value)).toBe(true)
      }),
    )
  })

  test('[PLAIN1] names and entries keep their order', () => {
    const value = {
      b: 1,
      a: new Map([
        ['z', 1],
        ['y', 2],
      ]),
      s: new Set([3, 1, 2]),
    }
    const again = decodePlain(encodePlain(value)) as typeof value
    expect([Object.keys(again), [...again.a.keys()], [...again.s]]).toEqual([
      ['b', 'a', 's'],
      ['z', 'y'],
      [3, 1, 2],
    ])
  })

  test('[PLAIN2] written piece by piece it is the same bytes', () => {
    fc.assert(
      fc.property(tree, fc.integer({ min: 1, max: 50 }), (value, pieceBytes) => {
        const pieces: Buffer[] = []
        const encoder = new PlainEncoder(value)
        for (let piece = encoder.next(pieceBytes); piece !== undefined; piece = encoder.next(pieceBytes))
          pieces.push(piece)
        expect(Buffer.concat(pieces)).toEqual(encodePlain(value))
      }),
    )
  })

  test('[PLAIN3] bytes that are cut, changed or made up never do more than throw', () => {
    const bytes = encodePlain({
      list: [1, 'two', new Map([[3, new Uint16Array([4, 5])]])],
      deep: { deeper: [-6, 7.5, null] },
    })
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodePlain(bytes.subarray(0, length))).toThrow(PlainDataError)
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (made) => {
        expect(outcomeOf(made)).toMatch(/^(a value|PlainDataError)$/)
      }),
      { numRuns: 2000 },
    )
    expect(() => decodePlain(Buffer.concat([bytes, Buffer.from([1])]))).toThrow('1 bytes too many')
  })

  test('[PLAIN4] what is not plain data is refused by the path to it', () => {
    const circle: unknown[] = []
    circle.push(circle)
    expect(() => encodePlain({ state: { list: [1, () => 2] } })).toThrow('state.list.1: a function is not plain data')
    expect(() => encodePlain({ at: new Date(0) })).toThrow('at: an object of class Date is not plain data')
    expect(() => encodePlain(Symbol('s'))).toThrow('value: a symbol is not plain data')
    expect(() => encodePlain({ view: new DataView(new ArrayBuffer(2)) })).toThrow('view: a DataView is not plain data')
    expect(() => encodePlain(circle)).toThrow('more than 100 levels deep, or a circle')
  })
})
