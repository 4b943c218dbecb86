import { expect, test } from 'vitest'
import { ReplayStore } from './replay-store.js'

test('[REPLAY1] a signature counts once per session for ten minutes', () => {
  const store = new ReplayStore()
  expect(store.check('a1', 'sig', 0)).toBe('fresh')
  expect(store.check('a1', 'sig', 599_999)).toBe('replayed')
  expect(store.check('a2', 'sig', 599_999)).toBe('fresh')
  expect(store.check('a1', 'sig', 600_000)).toBe('fresh')
})

test('[REPLAY2] a full store lets nothing in and forgets nothing early', () => {
  const store = new ReplayStore(2)
  store.check('a1', 's1', 0)
  store.check('a1', 's2', 1)
  expect(store.check('a1', 's3', 2)).toBe('full')
  expect(store.check('a1', 's1', 2)).toBe('replayed')
  expect(store.check('a1', 's3', 600_000)).toBe('fresh')
})
