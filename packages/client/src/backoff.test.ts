import { expect, test } from 'vitest'
import { Backoff } from './backoff.js'

test('[CONN2] pauses double from 200 ms to 5 s and start over after a success', () => {
  const backoff = new Backoff()
  const pauses = Array.from({ length: 7 }, () => backoff.next())
  expect(pauses).toEqual([200, 400, 800, 1600, 3200, 5000, 5000])
  backoff.reset()
  expect(backoff.next()).toBe(200)
})
