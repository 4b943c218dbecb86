/** Durations of one call in microseconds, sorted. Each sample is the mean of a batch, so that the clock costs little. */
export interface Samples {
  readonly p50: number
  readonly p99: number
  readonly p999: number
}

/**
 * Measure several functions in turns, so that a slow moment of the machine hits all of them alike.
 * Results are kept in `sink`, so that nothing is optimised away.
 */
export function measureTogether(
  functions: readonly (() => unknown)[],
  { warmups = 20_000, samples = 2_000, batch = 20 }: { warmups?: number; samples?: number; batch?: number } = {},
): Samples[] {
  for (const run of functions) for (let index = 0; index < warmups; index++) sink = run()
  const durations = functions.map(() => new Float64Array(samples))
  for (let sample = 0; sample < samples; sample++) {
    for (const [which, run] of functions.entries()) {
      const start = performance.now()
      for (let index = 0; index < batch; index++) sink = run()
      const microseconds = ((performance.now() - start) * 1000) / batch
      const own = durations[which]
      if (own !== undefined) own[sample] = microseconds
    }
  }
  return durations.map(quantiles)
}

export let sink: unknown

function quantiles(values: Float64Array): Samples {
  const sorted = values.toSorted()
  const at = (share: number) => rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { p50: at(0.5), p99: at(0.99), p999: at(0.999) }
}

/** Three digits that mean something. */
export const rounded = (value: number): number => Number(value.toPrecision(3))
