import { CALLERS_MAX, CALLS_BURST_SECONDS } from './limits.js'

type Bucket = { tokens: number; filledMs: number }

/** A bucket of calls for each caller that fills as time passes. A rate of 0 sets no limit. */
export class RateLimit {
  readonly #perSecond: number
  readonly #now: () => number
  /** In order of last use: the longest silent come first. */
  readonly #bucketByIdentity = new Map<string, Bucket>()

  constructor({ perSecond, now }: { readonly perSecond: number; readonly now: () => number }) {
    this.#perSecond = perSecond
    this.#now = now
  }

  /** @returns seconds until the next call may come, or undefined when this one may. */
  take(identity: string): number | undefined {
    if (this.#perSecond === 0) return undefined
    const nowMs = this.#now()
    const bucket = this.#bucketOf(identity, nowMs)
    const room = this.#perSecond * CALLS_BURST_SECONDS
    bucket.tokens = Math.min(room, bucket.tokens + (Math.max(0, nowMs - bucket.filledMs) * this.#perSecond) / 1000)
    bucket.filledMs = nowMs
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / this.#perSecond)
    bucket.tokens -= 1
    return undefined
  }

  #bucketOf(identity: string, nowMs: number): Bucket {
    const known = this.#bucketByIdentity.get(identity)
    const bucket = known ?? { tokens: this.#perSecond * CALLS_BURST_SECONDS, filledMs: nowMs }
    if (known !== undefined) this.#bucketByIdentity.delete(identity)
    else if (this.#bucketByIdentity.size >= CALLERS_MAX) {
      const [oldest] = this.#bucketByIdentity.keys()
      if (oldest !== undefined) this.#bucketByIdentity.delete(oldest)
    }
    this.#bucketByIdentity.set(identity, bucket)
    return bucket
  }
}
