/** One line of the table; what does not apply is left out. */
export interface BenchRow {
  readonly name: string
  readonly unit: string
  readonly value: number
  readonly p50?: number
  readonly p99?: number
  readonly p999?: number
  /** What is wanted, in the same unit. */
  readonly reach?: number
  /** Whether the reach was reached. */
  readonly ok?: boolean
  /** What ran beside it in the same run. */
  readonly partner?: string
  /** Ours over the partner's. */
  readonly ratio?: number
  readonly note?: string
}

/** A named workload. */
export interface Bench {
  readonly name: string
  run(): Promise<BenchRow[]>
}
