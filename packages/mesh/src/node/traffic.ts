import type { Caller } from '@clawstead/skills'
import { CLIENT_WINDOW_MS, CLIENTS_MAX, REQUESTS_WINDOW_MS } from './limits.js'

const SECOND_MS = 1000
const SECONDS_KEPT = REQUESTS_WINDOW_MS / SECOND_MS

/** How much a node is used: counted by the second, so that a busy minute costs no more memory than a quiet one. */
export class Traffic {
  readonly #now: () => number
  readonly #countBySlot = new Uint32Array(SECONDS_KEPT)
  readonly #secondBySlot = new Float64Array(SECONDS_KEPT).fill(-1)
  /** In order of last use: the longest silent come first. */
  readonly #seenMsByIdentity = new Map<string, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  count(caller: Caller): void {
    const nowMs = this.#now()
    const second = Math.floor(nowMs / SECOND_MS)
    const slot = second % SECONDS_KEPT
    if (this.#secondBySlot[slot] !== second) {
      this.#secondBySlot[slot] = second
      this.#countBySlot[slot] = 0
    }
    this.#countBySlot[slot] = (this.#countBySlot[slot] ?? 0) + 1
    if (caller.isVerified) this.#remember(caller.identity, nowMs)
  }

  requestsLastMinute(): number {
    const second = Math.floor(this.#now() / SECOND_MS)
    return this.#countBySlot.reduce(
      (sum, count, slot) => (second - (this.#secondBySlot[slot] ?? -1) < SECONDS_KEPT ? sum + count : sum),
      0,
    )
  }

  /** Distinct verified callers of the last minutes. */
  clients(): number {
    const oldestMs = this.#now() - CLIENT_WINDOW_MS
    for (const [identity, seenMs] of this.#seenMsByIdentity) {
      if (seenMs >= oldestMs) break
      this.#seenMsByIdentity.delete(identity)
    }
    return this.#seenMsByIdentity.size
  }

  #remember(identity: string, nowMs: number): void {
    // To the second is exact enough, and a busy caller is not moved to the end with each call.
    const seenMs = this.#seenMsByIdentity.get(identity)
    if (seenMs !== undefined && Math.abs(nowMs - seenMs) < SECOND_MS) return
    this.#seenMsByIdentity.delete(identity)
    this.#seenMsByIdentity.set(identity, nowMs)
    if (this.#seenMsByIdentity.size <= CLIENTS_MAX) return
    const [oldest] = this.#seenMsByIdentity.keys()
    if (oldest !== undefined) this.#seenMsByIdentity.delete(oldest)
  }
}
