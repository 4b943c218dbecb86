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
