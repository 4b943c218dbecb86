import { SKILL_ABANDONED_MS, SKILL_QUEUE_MAX } from './limits.js'

export type SlotOptions = {
  /** How many may run at once. */
  readonly runningMax: number
  readonly queueMax?: number
  readonly abandonedMs?: number
}

/** Bounds how many runs of one skill go on at once; others wait in the order they came. */
export class Slots {
  readonly #runningMax: number
  readonly #queueMax: number
  readonly #abandonedMs: number
  readonly #queue = new Set<() => void>()
  #running = 0

  constructor({ runningMax, queueMax = SKILL_QUEUE_MAX, abandonedMs = SKILL_ABANDONED_MS }: SlotOptions) {
    this.#runningMax = runningMax
    this.#queueMax = queueMax
    this.#abandonedMs = abandonedMs
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#queue.size
  }

  /** Take a place if one is free at once. */
  take(): boolean {
    if (this.#running >= this.#runningMax || this.#queue.size > 0) return false
    this.#running += 1
    return true
  }

  /**
   * Stand in line; `enter` is called when it is this one's turn.
   * @returns how to leave the line, or undefined when it is full
   */
  wait(enter: () => void): (() => void) | undefined {
    if (this.#queue.size >= this.#queueMax) return undefined
    this.#queue.add(enter)
    return () => void this.#queue.delete(enter)
  }

  /** Give a place back; whoever waits longest gets it. */
  free(): void {
    const [next] = this.#queue
    if (next === undefined) {
      this.#running -= 1
      return
    }
    this.#queue.delete(next)
    next()
  }

  /**
   * Give the place back when a run that nobody waits for any more has really ended. One that never ends loses its place
   * after a while: a skill that ignores its signal must not block itself for good.
   */
  freeAfter(run: Promise<unknown>): void {
    let isFreed = false
    const free = (): void => {
      if (isFreed) return
      isFreed = true
      clearTimeout(timer)
      this.free()
    }
    const timer = setTimeout(free, this.#abandonedMs)
    timer.unref()
    run.then(free, free)
  }
}
