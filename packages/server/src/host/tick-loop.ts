import type { Logger } from '../log.js'
import type { HostClock } from './clock.js'

/** How far the loop may lag before it gives up the missing time: five seconds of ticks at the default rate. */
export const CATCH_UP_TICKS_MAX = 25

export interface TickLoopOptions {
  readonly clock: HostClock
  readonly tickRateHz: number
  readonly log: Logger
  /** Runs one tick of every world, which was due at `dueMs`. Must not throw. */
  readonly run: (dueMs: number) => void
}

export interface TickLoop {
  start(): void
  stop(): void
  /** Time given up because the loop lagged more than CATCH_UP_TICKS_MAX (a suspended machine), in ticks. */
  readonly skippedTicks: number
}

/**
 * Calls `run` at a fixed rate. Each tick has its own due time counted from the start, so lateness never adds up: a late
 * tick runs at once and the next one is due when it always was. Ticks missed altogether follow one by one, with room
 * between them for sockets to be served. After a longer gap than the catch-up bound the schedule moves instead: no tick
 * is skipped in the count, the worlds just did not live through that time.
 */
export function createTickLoop({ clock, tickRateHz, log, run }: TickLoopOptions): TickLoop {
  const periodMs = 1000 / tickRateHz
  let startMs = 0
  let done = 0
  let skippedTicks = 0
  let running = false
  let cancel: () => void = () => {}

  function scheduleNext(): void {
    const dueMs = startMs + (done + 1) * periodMs
    cancel = clock.schedule(Math.max(0, dueMs - clock.now()), wake)
  }

  function wake(): void {
    if (!running) return
    const lagTicks = Math.floor((clock.now() - startMs) / periodMs) - (done + 1)
    if (lagTicks > CATCH_UP_TICKS_MAX) {
      startMs += lagTicks * periodMs
      skippedTicks += lagTicks
      log.warn(
        { lagTicks, lagMs: Math.round(lagTicks * periodMs) },
        'the tick loop was held up; the lost time is given up',
      )
    }
    // A timer may fire a fraction of a millisecond early; the tick it came for is due all the same.
    done++
    run(startMs + done * periodMs)
    if (running) scheduleNext()
  }

  return {
    start() {
      if (running) return
      running = true
      startMs = clock.now()
      done = 0
      scheduleNext()
    },
    stop() {
      running = false
      cancel()
    },
    get skippedTicks() {
      return skippedTicks
    },
  }
}
