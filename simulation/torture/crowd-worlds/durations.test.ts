import { expect, test } from 'vitest'
import { Durations } from './durations.js'

const quantilesOf = (durations: Durations): (number | null)[] =>
  [0, 0.5, 0.99, 1].map((share) => durations.quantile(share))

test('quantiles are those of the sorted list, to a tenth of a millisecond', () => {
  const durations = new Durations()
  for (let ms = 100; ms >= 1; ms--) durations.add(ms + 0.25)
  expect(durations.count).toBe(100)
  expect(quantilesOf(durations)).toEqual([1.2, 51.2, 100.2, 100.3])
})

test('nothing has no quantiles', () => {
  expect(quantilesOf(new Durations())).toEqual([null, null, null, null])
})

test('what is longer than can be counted apart is as long as the longest', () => {
  const durations = new Durations()
  for (const ms of [5, 12_000, 70_000]) durations.add(ms)
  expect(quantilesOf(durations)).toEqual([5, 70_000, 70_000, 70_000])
})

test('two lists together are one list', () => {
  const [first, second] = [new Durations(), new Durations()]
  for (const ms of [1, 2, 3]) first.add(ms)
  for (const ms of [4, 500]) second.add(ms)
  first.addAll(second)
  expect([first.count, ...quantilesOf(first)]).toEqual([5, 1, 3, 500, 500])
})
