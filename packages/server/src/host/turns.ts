import type { HostClock } from './clock.js'

/** Worlds begin a tick one after the other, so that they do not all want the processors at the same moment. */
export interface Turns {
  /** Calls each in its turn, the first at once and the last before the period is over. */
  begin(steps: readonly (() => void)[]): void
  /** Calls those that wait for their turn now. */
  finish(): void
  /** Forgets those that wait. */
  drop(): void
}

export function createTurns(clock: HostClock, periodMs: number): Turns {
  let waiting: readonly (() => void)[] = []
  let cancel: () => void = () => {}

  function callNext(everyMs: number): void {
    const [step, ...rest] = waiting
    waiting = rest
    step?.()
    if (waiting.length > 0) cancel = clock.schedule(everyMs, () => callNext(everyMs))
  }

  function drop(): void {
    cancel()
    waiting = []
  }

  return {
    begin(steps) {
      waiting = steps
      callNext(periodMs / steps.length)
    },
    finish() {
      const rest = waiting
      drop()
      for (const step of rest) step()
    },
    drop,
  }
}
