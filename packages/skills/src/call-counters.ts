import type { SkillErrorCode } from './errors.js'

/** Upper ends of the buckets calls are sorted into by how long they took; the last bucket has none. */
export const DURATION_BUCKETS_MS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000] as const

export type SkillCounters = {
  readonly calls: number
  readonly failuresByCode: Readonly<Record<string, number>>
  readonly durationMsSum: number
  /** Calls per bucket of DURATION_BUCKETS_MS, and one more for what took longer. */
  readonly durationCounts: readonly number[]
}

/** What came of the calls of one skill. */
export class CallCounters implements SkillCounters {
  calls = 0
  readonly failuresByCode: Record<string, number> = {}
  durationMsSum = 0
  readonly durationCounts: number[] = Array.from({ length: DURATION_BUCKETS_MS.length + 1 }, () => 0)

  count(outcome: 'ok' | SkillErrorCode, durationMs: number): void {
    this.calls += 1
    if (outcome !== 'ok') this.failuresByCode[outcome] = (this.failuresByCode[outcome] ?? 0) + 1
    this.durationMsSum += durationMs
    let bucket = 0
    while (bucket < DURATION_BUCKETS_MS.length && durationMs > (DURATION_BUCKETS_MS[bucket] ?? 0)) bucket += 1
    this.durationCounts[bucket] = (this.durationCounts[bucket] ?? 0) + 1
  }
}
