import { BACKOFF_FIRST_MS, BACKOFF_MAX_MS } from './limits.js'

/** Pauses between attempts: 200 ms, doubling to 5 s, from the start again after a success. */
export class Backoff {
  #nextMs = BACKOFF_FIRST_MS

  next(): number {
    const delayMs = this.#nextMs
    this.#nextMs = Math.min(this.#nextMs * 2, BACKOFF_MAX_MS)
    return delayMs
  }

  reset(): void {
    this.#nextMs = BACKOFF_FIRST_MS
  }
}
