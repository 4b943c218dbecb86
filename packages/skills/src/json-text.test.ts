import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compactText, depthOf, escapeForPages, memberTexts, resultText } from './json-text.js'

test('[TEXT1] members keep their spelling', () => {
  const text = ' { "a" : 1.50 , "b\\"}" : { "x" : [ 1, "},{" ] } , "a2":"q\\\\", "last" : null } '
  expect(Array.from(memberTexts(text))).toEqual([
    ['a', '1.50'],
    ['b"}', '{ "x" : [ 1, "},{" ] }'],
    ['a2', '"q\\\\"'],
    ['last', 'null'],
  ])
  expect(Array.from(memberTexts('{}'))).toEqual([])
  expect(memberTexts('{"a":1,"a":2}').get('a')).toBe('2')
})

test('[TEXT1] members read as JSON.parse reads them', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent)
      const read = Array.from(memberTexts(text), ([key, member]) => [key, JSON.parse(member)] as const)
      expect(Object.fromEntries(read)).toEqual(JSON.parse(text))
    }),
  )
})

test('[TEXT2] white space goes, texts and numbers stay', () => {
  expect(compactText(' { "a b" : [1.50, "c \\" d"] }\n')).toBe('{"a b":[1.50,"c \\" d"]}')
})

test('[TEXT3] nesting is counted outside of texts', () => {
  expect(depthOf('{"a":[{"b":"[[[["}]}')).toBe(3)
  expect(depthOf('5')).toBe(0)
})

test('[TEXT4] integers beyond 2^53 are written in full, and no text can pass for one', () => {
  expect(resultText({ a: 18446744073709551615n, b: ['0', 7n], c: 1 })).toBe(
    '{"a":18446744073709551615,"b":["0",7],"c":1}',
  )
})

test('[TEXT5] characters that mean something in a page are escaped without changing the value', () => {
  const text = escapeForPages(JSON.stringify({ a: '</script>&\u2028' }))
  expect(text).toBe('{"a":"\\u003c/script\\u003e\\u0026\\u2028"}')
  expect(JSON.parse(text)).toEqual({ a: '</script>&\u2028' })
})
