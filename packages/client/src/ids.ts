import type { Clock } from './clock.js'

/**
 * Millisecond stamps that never repeat. Servers run an act id once and drop its repetition silently,
 * so two acts of one millisecond must not look the same.
 */
export class UniqueStamps {
  readonly #clock: Clock
  #last = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  next(): number {
    this.#last = Math.max(this.#clock.now(), this.#last + 1)
    return this.#last
  }
}
