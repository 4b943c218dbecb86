import { expect, test } from 'vitest'
import { Backoff } from './backoff.js'

test('[CONN2] pauses double from 200 ms to 1 s, after a while to 5 s, and start over after a success', () => {
  const backoff = new Backoff()
  const pauses = Array.from({ length: 24 }, () => backoff.next())
  expect(pauses.slice(0, 5)).toEqual([200, 400, 800, 1000, 1000])
  expect(pauses.slice(18)).toEqual([1000, 1000, 2000, 4000, 5000, 5000])
  backoff.reset()
  expect(backoff.next()).toBe(200)
})
