import { identifyCaller } from '@clawstead/skills'
import { expect, test } from 'vitest'
import { RateLimit } from './rate-limit.js'
import { Traffic } from './traffic.js'

function callerOf(meshId?: string) {
  const identified = identifyCaller(meshId === undefined ? {} : { meshId })
  if (!identified.ok) throw new Error(identified.message)
  return identified.caller
}

test('[STATUS1] requests count for a minute, verified callers once for five', () => {
  let nowMs = 1_700_000_000_000
  const traffic = new Traffic(() => nowMs)
  traffic.count(callerOf())
  traffic.count(callerOf('a'))
  nowMs += 30_000
  traffic.count(callerOf('a'))
  traffic.count(callerOf('b'))
  expect([traffic.requestsLastMinute(), traffic.clients()]).toEqual([4, 2])
  nowMs += 30_000
  expect([traffic.requestsLastMinute(), traffic.clients()]).toEqual([2, 2])
  nowMs += 5 * 60_000
  expect([traffic.requestsLastMinute(), traffic.clients()]).toEqual([0, 0])
})

test('[STATUS1] who calls all the time stays a client, and is one client', () => {
  let nowMs = 1_700_000_000_000
  const traffic = new Traffic(() => nowMs)
  for (let call = 0; call < 1_000; call++) {
    traffic.count(callerOf('busy'))
    nowMs += 400
  }
  expect(traffic.clients()).toBe(1)
})

test('[NODE7] ten seconds of calls may come at once; then they come at the rate, each caller by itself', () => {
  let nowMs = 0
  const rates = new RateLimit({ perSecond: 2, now: () => nowMs })
  const taken = Array.from({ length: 20 }, () => rates.take('a'))
  expect(taken.every((wait) => wait === undefined)).toBe(true)
  expect([rates.take('a'), rates.take('b')]).toEqual([1, undefined])
  nowMs += 500
  expect([rates.take('a'), rates.take('a')]).toEqual([undefined, 1])
})

test('[NODE7] a rate of 0 sets no limit', () => {
  const rates = new RateLimit({ perSecond: 0, now: () => 0 })
  expect(Array.from({ length: 1_000 }, () => rates.take('a')).every((wait) => wait === undefined)).toBe(true)
})
