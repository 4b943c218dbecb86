import canonicalize from 'canonicalize'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.js'

test('[HASH1] one text whatever the order of keys, sorted by code units', () => {
  expect(
    canonicalJson({
      b: [1, { d: null, c: 1e21 }],
      a: '\u20ac$\u000f\nA',
      '\ud83d\ude00': 1,
      '\ufb33': 2,
      z: undefined,
    }),
  ).toBe('{"a":"€$\\u000f\\nA","b":[1,{"c":1e+21,"d":null}],"😀":1,"\ufb33":2}')
})

test('[HASH1] another implementation writes the same', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      expect(canonicalJson(value)).toBe(canonicalize(value))
    }),
  )
})

test('[HASH1] what JSON leaves out is left out, and what writes itself is asked', () => {
  const twice = { a: 1 }
  const value = { list: [undefined, () => 1], none: () => 1, at: new Date(0), both: [twice, twice], zero: -0 }
  expect(canonicalJson(value)).toBe(
    '{"at":"1970-01-01T00:00:00.000Z","both":[{"a":1},{"a":1}],"list":[null,null],"zero":0}',
  )
})

test('[HASH1] what JSON cannot say is refused, wherever it stands', () => {
  const ring: { self?: unknown } = {}
  ring.self = [ring]
  for (const value of [Number.NaN, Number.NEGATIVE_INFINITY, '\udc00', { '\ud800': 1 }, [{ a: '\ud83d' }], ring]) {
    expect(() => canonicalJson(value)).toThrow('is not allowed')
  }
  expect(() => canonicalJson([1n])).toThrow(TypeError)
  expect(() => canonicalJson(undefined)).toThrow('not a JSON value')
})
