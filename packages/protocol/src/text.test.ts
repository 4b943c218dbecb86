import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutUtf8, utf8Length } from './text.js'

const anyText = fc.string({ unit: 'binary' })

test('[TEXT1] length is counted in bytes of UTF-8', () => {
  expect(['', 'a', 'é', '€', '😀', '\ud800', 'a\udc00b'].map(utf8Length)).toEqual([0, 1, 2, 3, 4, 3, 5])
  fc.assert(
    fc.property(anyText, (text) => {
      expect(utf8Length(text)).toBe(Buffer.byteLength(text))
    }),
  )
})

test('[TEXT2] a cut never splits a character', () => {
  expect(cutUtf8('aé€😀', 10)).toBe('aé€😀')
  expect(cutUtf8('aé€😀', 9)).toBe('aé€')
  expect(cutUtf8('aé€😀', 5)).toBe('aé')
  expect(cutUtf8('aé€😀', 2)).toBe('a')
  expect(cutUtf8('€', 0)).toBe('')
  fc.assert(
    fc.property(anyText, fc.nat(40), (text, bytesMax) => {
      const cut = cutUtf8(text, bytesMax)
      expect(text.startsWith(cut)).toBe(true)
      expect(utf8Length(cut)).toBeLessThanOrEqual(bytesMax)
      const next = text.codePointAt(cut.length)
      const couldGrow = next !== undefined && utf8Length(cut + String.fromCodePoint(next)) <= bytesMax
      expect(couldGrow).toBe(false)
    }),
  )
})
