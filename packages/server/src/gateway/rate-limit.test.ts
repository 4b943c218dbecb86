import { expect, test } from 'vitest'
import { createRateLimit } from './rate-limit.js'

test('[LIM1] a burst passes, the rest waits for time', () => {
  const limit = createRateLimit({ perSecond: 10, burst: 3 })
  expect([limit.take(0), limit.take(0), limit.take(0), limit.take(0)]).toEqual([true, true, true, false])
  expect(limit.take(99)).toBe(false)
  expect(limit.take(200)).toBe(true)
  expect(limit.isFull(200)).toBe(false)
  expect(limit.isFull(10_000)).toBe(true)
})

test('[LIM1] an amount larger than what is left takes nothing', () => {
  const limit = createRateLimit({ perSecond: 1, burst: 10 })
  expect(limit.take(0, 11)).toBe(false)
  expect(limit.take(0, 10)).toBe(true)
  expect(limit.take(0, 1)).toBe(false)
})
