import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { charactersOf, fitLists, tokensOf } from './budget.js'

test('[BUDGET1] what is kept fits, and is the beginning of each list', () => {
  const list = fc.array(fc.string({ maxLength: 30 }), { maxLength: 30 })
  fc.assert(
    fc.property(list, list, fc.integer({ min: 0, max: 200 }), (a, b, budget) => {
      const fitted = fitLists({ a: { items: a, sharePercent: 50 }, b: { items: b, sharePercent: 50 } }, budget)
      expect(fitted.a).toEqual(a.slice(0, fitted.a.length))
      expect(fitted.b).toEqual(b.slice(0, fitted.b.length))
      const spent = [...fitted.a, ...fitted.b].reduce((sum, item) => sum + charactersOf(item) + 1, 0)
      expect(spent).toBeLessThanOrEqual(budget * 4)
    }),
  )
})

test('[BUDGET2] a short list leaves its room to a long one', () => {
  const long = Array.from({ length: 100 }, () => 'xxxx')
  const fitted = fitLists({ long: { items: long, sharePercent: 50 }, short: { items: ['a'], sharePercent: 50 } }, 50)
  expect([fitted.long.length, fitted.short.length]).toEqual([28, 1])
})

test('[BUDGET3] escapes count', () => {
  expect(charactersOf('<')).toBe(8)
  expect(tokensOf('abcdef')).toBe(2)
})
