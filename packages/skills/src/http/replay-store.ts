import { REPLAY_ENTRIES_MAX, REPLAY_KEPT_MS } from '../limits.js'

export type ReplayVerdict = 'fresh' | 'replayed' | 'full'

/**
 * Signatures that were already used, per session. When it is full nothing more is let in until old ones expire:
 * forgetting them would let every request of the last minutes be sent again.
 */
export class ReplayStore {
  readonly #entriesMax: number
  /** In order of arrival, so the oldest come first. */
  readonly #expiryByKey = new Map<string, number>()

  constructor(entriesMax: number = REPLAY_ENTRIES_MAX) {
    this.#entriesMax = entriesMax
  }

  check(sessionKey: string, signature: string, nowMs: number): ReplayVerdict {
    this.#forgetExpired(nowMs)
    const key = `${sessionKey}\n${signature}`
    if (this.#expiryByKey.has(key)) return 'replayed'
    if (this.#expiryByKey.size >= this.#entriesMax) return 'full'
    this.#expiryByKey.set(key, nowMs + REPLAY_KEPT_MS)
    return 'fresh'
  }

  #forgetExpired(nowMs: number): void {
    for (const [key, expiry] of this.#expiryByKey) {
      if (expiry > nowMs) break
      this.#expiryByKey.delete(key)
    }
  }
}
