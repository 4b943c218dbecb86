/** Measures what a tick spends its time on. */
export interface Spending {
  /** Ends a part: the time since the last call went into it. */
  readonly mark: (part: string) => void
  /** The time since the last call went into something else. */
  pass(): void
  readonly spentMs: Readonly<Record<string, number>>
  readonly totalMs: number
}

export function createSpending(now: () => number): Spending {
  const spentMs: Record<string, number> = {}
  let totalMs = 0
  let lastMs = now()
  return {
    mark(part) {
      const nowMs = now()
      spentMs[part] = (spentMs[part] ?? 0) + nowMs - lastMs
      totalMs += nowMs - lastMs
      lastMs = nowMs
    },
    pass() {
      lastMs = now()
    },
    spentMs,
    get totalMs() {
      return totalMs
    },
  }
}
