import type { Clock } from '../clock.js'

export type ManualClock = Clock & {
  /** Let time pass; what falls due runs in order. */
  advance(ms: number): void
}

/** A clock that stands still until it is told otherwise. */
export function manualClock(startMs = 1_700_000_000_000): ManualClock {
  let now = startMs
  let appointments: { atMs: number; run: () => void }[] = []
  return {
    now: () => now,
    after(delayMs, run) {
      const appointment = { atMs: now + delayMs, run }
      appointments.push(appointment)
      return () => {
        appointments = appointments.filter((other) => other !== appointment)
      }
    },
    advance(ms) {
      const end = now + ms
      for (;;) {
        const [next] = appointments.filter(({ atMs }) => atMs <= end).sort((left, right) => left.atMs - right.atMs)
        if (next === undefined) break
        appointments = appointments.filter((other) => other !== next)
        now = next.atMs
        next.run()
      }
      now = end
    },
  }
}
