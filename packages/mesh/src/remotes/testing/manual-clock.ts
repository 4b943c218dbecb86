import type { MonotonicClock } from '../clock.js'

type Timer = { readonly atMs: number; readonly run: () => void }

export type ManualClock = MonotonicClock & {
  /** Lets time pass; whatever is due is run at its own moment. */
  advance(byMs: number): void
  /** Moments for which something is waiting, from now on, soonest first. */
  waitingMs(): readonly number[]
}

/** Time that passes only when a test says so. */
export function manualClock(startMs = 0): ManualClock {
  let nowMs = startMs
  const timers = new Set<Timer>()
  const due = (untilMs: number): Timer | undefined =>
    Array.from(timers)
      .filter(({ atMs }) => atMs <= untilMs)
      .toSorted((left, right) => left.atMs - right.atMs)[0]
  return {
    monotonicMs: () => nowMs,
    after(delayMs, run) {
      const timer = { atMs: nowMs + delayMs, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(byMs) {
      const untilMs = nowMs + byMs
      for (let timer = due(untilMs); timer !== undefined; timer = due(untilMs)) {
        timers.delete(timer)
        nowMs = Math.max(nowMs, timer.atMs)
        timer.run()
      }
      nowMs = untilMs
    },
    waitingMs: () => Array.from(timers, ({ atMs }) => atMs - nowMs).toSorted((left, right) => left - right),
  }
}
