import { LRUCache } from 'lru-cache'
import { FAILING_ADDRESSES_MAX, FAILURE_BODY_BYTES, FAILURES_BURST_MAX, FAILURES_PER_SECOND_MAX } from './limits.js'

type Budget = { left: number; filledMs: number }

/**
 * How many signatures of one address may still fail. Verifying costs far more than sending, so an address that keeps
 * sending bad ones is turned away before it; who signs well never uses it up.
 */
export class FailureBudget {
  readonly #budgets = new LRUCache<string, Budget>({ max: FAILING_ADDRESSES_MAX })

  /** @returns seconds to wait, or undefined when this address may be looked at. */
  waitSeconds(address: string, nowMs: number): number | undefined {
    const left = this.#refilled(address, nowMs)?.left ?? FAILURES_BURST_MAX
    return left >= 1 ? undefined : Math.ceil((1 - left) / FAILURES_PER_SECOND_MAX)
  }

  /** A failure costs what it took to find out: a large body had to be read first. */
  spend(address: string, nowMs: number, bodyBytes: number): void {
    const budget = this.#refilled(address, nowMs) ?? { left: FAILURES_BURST_MAX, filledMs: nowMs }
    budget.left = Math.max(0, budget.left - 1 - Math.floor(bodyBytes / FAILURE_BODY_BYTES))
    this.#budgets.set(address, budget)
  }

  #refilled(address: string, nowMs: number): Budget | undefined {
    const budget = this.#budgets.get(address)
    if (budget === undefined) return undefined
    const gained = (Math.max(0, nowMs - budget.filledMs) * FAILURES_PER_SECOND_MAX) / 1000
    budget.left = Math.min(FAILURES_BURST_MAX, budget.left + gained)
    budget.filledMs = nowMs
    return budget
  }
}
