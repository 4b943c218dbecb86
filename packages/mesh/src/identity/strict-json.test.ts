import { assert, constantFrom, jsonValue, pre, property, string as texts } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readStrictJson, readStrictJsonText } from './strict-json.js'

describe('what it reads', () => {
  test('[JSON1] every JSON value that JavaScript can write', () => {
    assert(
      property(jsonValue({ maxDepth: 5 }), constantFrom(undefined, 2, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space)
        // What it refuses on purpose has tests of its own.
        pre(!/"__proto__"|(?<![.\d])\d{16,}(?![.\de])|\\ud[89a-f]/i.test(text))
        expect(readStrictJsonText(text)).toEqual({ ok: true, value: JSON.parse(text) as unknown })
      }),
    )
  })

  test('[JSON1] texts that are not JSON are refused where JavaScript refuses them', () => {
    const units = Array.from('{}[]",:\\u0aeE+-.1 tn')
    assert(
      property(texts({ unit: constantFrom(...units), maxLength: 12 }), (text) => {
        pre(!isJson(text))
        expect(readStrictJsonText(text).ok).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('what it refuses', () => {
  test.each([
    ['', 'unexpected end, at character 1'],
    ['{"a":1,"a":1}', 'the key "a" is there twice, at character 8'],
    ['{"a":1,"\\u0061":1}', 'the key "a" is there twice, at character 8'],
    ['{"__proto__":{}}', 'the key "__proto__" is not taken, at character 2'],
    ['"\\ud800"', 'half of a surrogate pair, at character 1'],
    ['"\\ude00\\ud83d"', 'half of a surrogate pair, at character 1'],
    ['9007199254740992', 'an integer beyond 2^53, at character 1'],
    ['-9007199254740993', 'an integer beyond 2^53, at character 1'],
    ['1e999', 'a number beyond all bounds, at character 1'],
    ['NaN', 'unexpected character, at character 1'],
    ['01', 'unexpected text after the value, at character 2'],
    ['"a\nb"', 'a control character must be escaped, at character 3'],
    ['"a', 'a string has no end, at character 1'],
    ['"\\x"', 'bad escape in a string, at character 1'],
    ['{"a" 1}', 'expected :, at character 6'],
    ['[1 2]', 'expected ], at character 4'],
    ['[1', 'unexpected end, at character 3'],
    ['{a:1}', 'expected a key, at character 2'],
    ['\ufeff{}', 'unexpected character, at character 1'],
  ])('[JSON2] %s', (text, problem) => {
    expect(readStrictJsonText(text)).toEqual({ ok: false, problem: `bad JSON: ${problem}` })
  })

  test('[JSON2] nesting beyond the limit', () => {
    const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
    expect(readStrictJsonText(nested(32)).ok).toBe(true)
    expect(readStrictJsonText(nested(33))).toEqual({
      ok: false,
      problem: 'bad JSON: nested deeper than 32, at character 33',
    })
    expect(readStrictJsonText(`[${nested(31)},${nested(31)}]`).ok).toBe(true)
  })

  test('[JSON2] bytes that are not UTF-8', () => {
    expect(readStrictJson(Uint8Array.of(0x22, 0xff, 0x22))).toEqual({ ok: false, problem: 'bad JSON: not UTF-8' })
    expect(readStrictJson(Buffer.from('\ufeff{}')).ok).toBe(false)
  })

  test('[JSON3] large numbers with a fraction or an exponent are doubles, and stay', () => {
    expect(readStrictJsonText('[1e30,9007199254740991,-0,0.1]')).toEqual({
      ok: true,
      value: [1e30, 9007199254740991, -0, 0.1],
    })
  })
})
