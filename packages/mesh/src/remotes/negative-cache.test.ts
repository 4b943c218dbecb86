import { expect, test } from 'vitest'
import { NegativeCache } from './negative-cache.js'

test('[REMOTE4] what is not there is believed for exactly a minute', () => {
  const cache = new NegativeCache()
  cache.add('http://a', 'x/y', 1_000)
  expect(cache.remainingMs('http://a', 'x/y', 1_000)).toBe(60_000)
  expect(cache.remainingMs('http://a', 'x/y', 60_999)).toBe(1)
  expect(cache.remainingMs('http://a', 'x/y', 61_000)).toBeUndefined()
  expect(cache.remainingMs('http://a', 'x', 1_000)).toBeUndefined()
  expect(cache.remainingMs('http://b', 'x/y', 1_000)).toBeUndefined()
})

test('[REMOTE4] it says what it holds, forgets one endpoint and keeps a bound', () => {
  const cache = new NegativeCache()
  cache.add('http://a', 'x', 0)
  cache.add('http://b', 'x', 10)
  cache.forget('http://a')
  expect(cache.entries(20)).toEqual([{ url: 'http://b', what: 'x', remainingMs: 59_990 }])
  for (let index = 0; index < 10_000; index += 1) cache.add('http://c', `s${index}`, 20)
  expect(cache.remainingMs('http://b', 'x', 20)).toBeUndefined()
  expect(cache.entries(20)).toHaveLength(10_000)
})
