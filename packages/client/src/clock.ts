/** Time as the client sees it. Tests hand in their own, so nothing here waits for real seconds unless it must. */
export type Clock = {
  /** Unix milliseconds. */
  now(): number
  /** Run once after a delay; the returned function calls it off. */
  after(delayMs: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

/** One appointment at a time: setting it again moves it. */
export class Alarm {
  readonly #clock: Clock
  #cancel: (() => void) | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  set(delayMs: number, run: () => void): void {
    this.clear()
    this.#cancel = this.#clock.after(delayMs, () => {
      this.#cancel = undefined
      run()
    })
  }

  clear(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }
}
