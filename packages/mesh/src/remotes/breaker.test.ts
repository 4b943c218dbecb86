import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel'
import { array, assert, asyncProperty, boolean } from 'fast-check'
import { expect, test } from 'vitest'
import { Breaker } from './breaker.js'

test('[REMOTE5] three failures in a row disable, and the reasons are kept', () => {
  const breaker = new Breaker()
  expect(breaker.fail('a', 0)).toEqual({ kind: 'counted', failures: 1 })
  expect(breaker.fail('b', 1)).toEqual({ kind: 'counted', failures: 2 })
  breaker.succeed()
  expect(breaker.fail('c', 2)).toEqual({ kind: 'counted', failures: 1 })
  expect(breaker.fail('d', 3)).toEqual({ kind: 'counted', failures: 2 })
  expect(breaker.fail('e', 4)).toEqual({ kind: 'disabled', reasons: ['c', 'd', 'e'] })
  expect([breaker.isDisabled, breaker.failures, breaker.disabledSinceMs]).toEqual([true, 3, 4])
})

test('[REMOTE8] looks come after 1, 2, 4, 8 and then every 15 minutes; only enabling ends it', () => {
  const breaker = new Breaker()
  for (const reason of ['a', 'b', 'c']) breaker.fail(reason, 0)
  const minutes: number[] = []
  let nowMs = 0
  for (let look = 0; look < 7; look += 1) {
    const nextMs = breaker.nextProbeMs ?? Number.NaN
    minutes.push((nextMs - nowMs) / 60_000)
    nowMs = nextMs
    breaker.probeFailed(nowMs)
  }
  expect(minutes).toEqual([1, 2, 4, 8, 15, 15, 15])
  breaker.succeed()
  expect(breaker.fail('late', nowMs)).toEqual({ kind: 'late' })
  expect(breaker.isDisabled).toBe(true)
  breaker.enable()
  expect([breaker.isDisabled, breaker.failures, breaker.nextProbeMs]).toEqual([false, 0, undefined])
  for (const reason of ['x', 'y', 'z']) breaker.fail(reason, 5)
  expect(breaker.nextProbeMs).toBe(60_005)
})

test('[REMOTE5] it opens when the consecutive breaker of another library opens', async () => {
  await assert(
    asyncProperty(array(boolean(), { maxLength: 60 }), async (outcomes) => {
      const breaker = new Breaker()
      const oracle = circuitBreaker(handleAll, { halfOpenAfter: 60_000, breaker: new ConsecutiveBreaker(3) })
      for (const isFine of outcomes) {
        const ran = await oracle
          .execute(() => {
            if (!isFine) throw new Error('failed')
          })
          .then(
            () => true,
            (error: unknown) => !(error instanceof BrokenCircuitError),
          )
        expect(ran).toBe(!breaker.isDisabled)
        if (ran && isFine) breaker.succeed()
        else if (ran) breaker.fail('failed', 0)
        expect(breaker.isDisabled).toBe(oracle.state === CircuitState.Open)
      }
    }),
  )
})
