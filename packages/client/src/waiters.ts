import type { Clock } from './clock.js'
import { ConnectionError } from './errors.js'

type Waiter<Value> = {
  wants(value: Value): boolean
  resolve(value: Value): void
  reject(error: Error): void
}

/** Promises that wait for a value to come by. One value wakes everybody who wants it. */
export class Waiters<Value> {
  readonly #clock: Clock
  readonly #waiting = new Set<Waiter<Value>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  wait(wants: (value: Value) => boolean, timeoutMs: number, timeoutMessage: string): Promise<Value> {
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.after(timeoutMs, () => {
        this.#waiting.delete(waiter)
        reject(new ConnectionError('timeout', timeoutMessage))
      })
      const finish = (): void => {
        cancel()
        this.#waiting.delete(waiter)
      }
      const waiter: Waiter<Value> = {
        wants,
        resolve: (value) => {
          finish()
          resolve(value)
        },
        reject: (error) => {
          finish()
          reject(error)
        },
      }
      this.#waiting.add(waiter)
    })
  }

  wake(value: Value): void {
    for (const waiter of this.#waiting) if (waiter.wants(value)) waiter.resolve(value)
  }

  rejectAll(error: Error): void {
    for (const waiter of this.#waiting) waiter.reject(error)
  }
}
