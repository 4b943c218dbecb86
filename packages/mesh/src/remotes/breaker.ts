import { FAILURES_MAX, PROBE_FIRST_MS, PROBE_LAST_MS } from './limits.js'

/** What became of telling the breaker about a failure. */
export type FailureVerdict =
  | { readonly kind: 'counted'; readonly failures: number }
  /** This one was the last straw; the reasons of all of them, oldest first. */
  | { readonly kind: 'disabled'; readonly reasons: readonly string[] }
  /** It was disabled before: a call that was still under way. */
  | { readonly kind: 'late' }

/**
 * Enabled until three failures in a row, then disabled until a look at the remote succeeds. Calls never end a disabled
 * time, not even one that was under way and succeeds: only looking, or a person, does.
 */
export class Breaker {
  #reasons: string[] = []
  #probeDelayMs = PROBE_FIRST_MS
  #disabled: { readonly sinceMs: number; nextProbeMs: number } | undefined

  get isDisabled(): boolean {
    return this.#disabled !== undefined
  }

  /** Failures in a row. */
  get failures(): number {
    return this.#reasons.length
  }

  /** On the clock that is handed in. */
  get nextProbeMs(): number | undefined {
    return this.#disabled?.nextProbeMs
  }

  get disabledSinceMs(): number | undefined {
    return this.#disabled?.sinceMs
  }

  /** Any well-formed answer, whatever it says. */
  succeed(): void {
    if (this.#disabled === undefined) this.#reasons = []
  }

  fail(reason: string, nowMs: number): FailureVerdict {
    if (this.#disabled !== undefined) return { kind: 'late' }
    this.#reasons.push(reason)
    if (this.#reasons.length < FAILURES_MAX) return { kind: 'counted', failures: this.#reasons.length }
    this.#probeDelayMs = PROBE_FIRST_MS
    this.#disabled = { sinceMs: nowMs, nextProbeMs: nowMs + this.#probeDelayMs }
    return { kind: 'disabled', reasons: [...this.#reasons] }
  }

  /** A look at the disabled remote found it no better. */
  probeFailed(nowMs: number): void {
    if (this.#disabled === undefined) return
    this.#probeDelayMs = Math.min(this.#probeDelayMs * 2, PROBE_LAST_MS)
    this.#disabled.nextProbeMs = nowMs + this.#probeDelayMs
  }

  /** It answered, or somebody says so. */
  enable(): void {
    this.#disabled = undefined
    this.#reasons = []
  }
}
