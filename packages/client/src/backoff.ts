import { BACKOFF_FIRST_MS, BACKOFF_MAX_MS, BACKOFF_QUICK_ATTEMPTS, BACKOFF_QUICK_MS } from './limits.js'

/**
 * Pauses between attempts: 200 ms, doubling to 1 s for as long as a restart may take, then to 5 s; from the start again
 * after a success.
 */
export class Backoff {
  #nextMs = BACKOFF_FIRST_MS
  #attempts = 0

  next(): number {
    const delayMs = this.#nextMs
    this.#attempts += 1
    const isQuick = this.#attempts < BACKOFF_QUICK_ATTEMPTS
    this.#nextMs = Math.min(this.#nextMs * 2, isQuick ? BACKOFF_QUICK_MS : BACKOFF_MAX_MS)
    return delayMs
  }

  reset(): void {
    this.#nextMs = BACKOFF_FIRST_MS
    this.#attempts = 0
  }
}
