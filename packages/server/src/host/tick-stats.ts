/** How many of the latest ticks the percentiles look at: one minute at the default rate. */
const WINDOW_TICKS = 300

/** Upper bounds of the histogram, in seconds; the tick period of the default rate is 0.2. */
export const TICK_SECONDS_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 1] as const

/** How long the ticks of one world take. */
export interface TickStats {
  add(durationMs: number): void
  /** Milliseconds that the given share (0..1) of the latest ticks stayed within; 0 before the first. */
  quantile(share: number): number
  readonly lastMs: number
  readonly count: number
  readonly sumMs: number
  /** Ticks since the start at or under each bound of TICK_SECONDS_BUCKETS. */
  readonly buckets: readonly number[]
}

export function createTickStats(): TickStats {
  const window: number[] = []
  const buckets: number[] = TICK_SECONDS_BUCKETS.map(() => 0)
  let next = 0
  let count = 0
  let sumMs = 0
  let lastMs = 0
  return {
    add(durationMs) {
      window[next] = durationMs
      next = (next + 1) % WINDOW_TICKS
      count++
      sumMs += durationMs
      lastMs = durationMs
      TICK_SECONDS_BUCKETS.forEach((bound, i) => {
        if (durationMs <= bound * 1000) buckets[i] = (buckets[i] ?? 0) + 1
      })
    },
    quantile(share) {
      const sorted = [...window].sort((a, b) => a - b)
      return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    },
    get lastMs() {
      return lastMs
    },
    get count() {
      return count
    },
    get sumMs() {
      return sumMs
    },
    buckets,
  }
}
