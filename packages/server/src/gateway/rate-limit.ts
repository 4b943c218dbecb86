import type { Rate } from './limits.js'

/** Counts what a sender does against a steady rate with a burst: a bucket that fills with time. */
export interface RateLimit {
  /** Takes `amount` if it is there; false means too much, too fast. */
  take(nowMs: number, amount?: number): boolean
  /** True when nothing was taken for so long that the bucket is full again. */
  isFull(nowMs: number): boolean
}

export function createRateLimit({ perSecond, burst }: Rate): RateLimit {
  let left = burst
  let atMs: number | undefined

  function refill(nowMs: number): void {
    if (atMs !== undefined && nowMs > atMs) left = Math.min(burst, left + ((nowMs - atMs) * perSecond) / 1000)
    atMs = nowMs
  }

  return {
    take(nowMs, amount = 1) {
      refill(nowMs)
      if (left < amount) return false
      left -= amount
      return true
    },
    isFull(nowMs) {
      refill(nowMs)
      return left >= burst
    },
  }
}
