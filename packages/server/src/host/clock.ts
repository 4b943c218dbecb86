/** Time as the host sees it. Everything that waits takes one of these, so a test can hold time still. */
export interface HostClock {
  /** Milliseconds that only ever grow; the zero point means nothing. */
  now(): number
  /** Calls back once after `delayMs`; the returned function cancels the call. */
  schedule(delayMs: number, callback: () => void): () => void
}

/** The clock of the machine. Its timers never keep a process alive: the listening socket does that. */
export const systemClock: HostClock = {
  now: () => performance.now(),
  schedule(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** Calls back every `everyMs` until the returned function is called. */
export function scheduleEvery(clock: HostClock, everyMs: number, callback: () => void): () => void {
  let stopped = false
  let cancel = clock.schedule(everyMs, run)
  function run(): void {
    cancel = clock.schedule(everyMs, run)
    if (!stopped) callback()
  }
  return () => {
    stopped = true
    cancel()
  }
}
