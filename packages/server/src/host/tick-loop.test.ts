import { expect, test } from 'vitest'
import { createManualClock } from '../testing/manual-clock.js'
import { silentLog } from '../testing/silent-log.js'
import type { HostClock } from './clock.js'
import { CATCH_UP_TICKS_MAX, createTickLoop } from './tick-loop.js'

test('[TICK1] ticks are due at multiples of the period, however late each one ran', () => {
  const clock = createManualClock()
  const at: number[] = []
  const loop = createTickLoop({ clock, tickRateHz: 5, log: silentLog, run: () => at.push(clock.now()) })
  loop.start()
  clock.advance(1000)
  expect(at).toEqual([200, 400, 600, 800, 1000])
  loop.stop()
  clock.advance(1000)
  expect(at).toHaveLength(5)
})

/** A clock whose callbacks run late: it shows only what was scheduled and lets the test choose the moment. */
function createLateClock(): HostClock & { nowMs: number; fire(): void; readonly delays: number[] } {
  let pending: (() => void) | undefined
  const delays: number[] = []
  return {
    nowMs: 0,
    delays,
    now() {
      return this.nowMs
    },
    schedule(delayMs, callback) {
      delays.push(delayMs)
      pending = callback
      return () => {
        pending = undefined
      }
    },
    fire() {
      const callback = pending
      pending = undefined
      callback?.()
    },
  }
}

test('[TICK2] missed ticks follow at once, one by one, and the schedule does not drift', () => {
  const clock = createLateClock()
  let ticks = 0
  const loop = createTickLoop({ clock, tickRateHz: 5, log: silentLog, run: () => ticks++ })
  loop.start()
  clock.nowMs = 710 // ticks due at 200, 400, 600 are missing
  clock.fire()
  clock.fire()
  clock.fire()
  expect(ticks).toBe(3)
  expect(clock.delays).toEqual([200, 0, 0, 90])
  expect(loop.skippedTicks).toBe(0)
})

test('[TICK3] after a long gap the lost time is given up instead of replayed', () => {
  const clock = createLateClock()
  let ticks = 0
  const loop = createTickLoop({ clock, tickRateHz: 5, log: silentLog, run: () => ticks++ })
  loop.start()
  clock.nowMs = 200 * (CATCH_UP_TICKS_MAX + 100)
  clock.fire()
  expect(ticks).toBe(1)
  expect(loop.skippedTicks).toBe(CATCH_UP_TICKS_MAX + 99)
  expect(clock.delays).toEqual([200, 200])
})
