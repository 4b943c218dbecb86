import { expect, test } from 'vitest'
import { UniqueStamps } from './ids.js'
import { manualClock } from './testing/index.js'

test('[ACT2] stamps of one millisecond differ, also when the clock goes back', () => {
  let now = 1000
  const stamps = new UniqueStamps({ ...manualClock(), now: () => now })
  expect([stamps.next(), stamps.next(), stamps.next()]).toEqual([1000, 1001, 1002])
  now = 500
  expect(stamps.next()).toBe(1003)
  now = 2000
  expect(stamps.next()).toBe(2000)
})
