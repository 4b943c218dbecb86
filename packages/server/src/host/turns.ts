import type { HostClock } from './clock.js'

/** Worlds begin a tick one after the other, so that they do not all want the processors at the same moment. */
export interface Turns {
  /** Calls each in its turn with the time of it: the first, at `dueMs`, at once and the last before the period is over. */
  begin(dueMs: number, steps: readonly ((dueMs: number) => void)[]): void
  /** Calls those that wait for their turn now. */
  finish(): void
  /** Forgets those that wait. */
  drop(): void
}

interface Turn {
  readonly dueMs: number
  readonly step: (dueMs: number) => void
}

export function createTurns(clock: HostClock, periodMs: number): Turns {
  let waiting: readonly Turn[] = []
  let cancel: () => void = () => {}

  function callNext(): void {
    const [turn, ...rest] = waiting
    waiting = rest
    turn?.step(turn.dueMs)
    const [next] = rest
    if (next !== undefined) cancel = clock.schedule(Math.max(0, next.dueMs - clock.now()), callNext)
  }

  function drop(): void {
    cancel()
    waiting = []
  }

  return {
    begin(dueMs, steps) {
      waiting = steps.map((step, i) => ({ dueMs: dueMs + (periodMs * i) / steps.length, step }))
      callNext()
    },
    finish() {
      const rest = waiting
      drop()
      for (const { dueMs, step } of rest) step(dueMs)
    },
    drop,
  }
}
