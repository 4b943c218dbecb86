/** Time as remotes need it: one that never jumps, and a way to be called later. */
export type MonotonicClock = {
  monotonicMs(): number
  /** @returns what stops it. */
  after(delayMs: number, run: () => void): () => void
}

/** The machine's own. Waiting for it does not keep a process alive. */
export const SYSTEM_CLOCK: MonotonicClock = {
  monotonicMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
