import { randomUUID } from 'node:crypto'
import type { Clock } from '@clawstead/client'
import { signWithNonce } from '@clawstead/skills'
import * as limits from '../limits.js'
import { viewCauses } from './cause-view.js'
import type { Cause } from './watch.js'

export type WebhookOptions = {
  readonly wakeId: string
  /** Who is woken: the session's key, and part of what is signed. */
  readonly identity: string
  readonly agentId: () => string
  readonly url: string
  readonly secret: string
  /** Dials only where it may. */
  readonly fetch: typeof fetch
  readonly clock: Clock
  /** Everything up to this cursor was taken. */
  onDelivered(cursor: number): void
  onDisabled(reason: string): void
}

/** The other side will never want it again. */
const GONE = 410

/**
 * Tells one address what woke an agent, in order and one call at a time. What is not taken is sent again with growing pauses,
 * so the same delivery may arrive twice: its `delivery` stays the same. An address that keeps failing is given up.
 */
export class Webhook {
  readonly #options: WebhookOptions
  readonly #pending: Cause[] = []
  #cursor = 0
  #droppedCauses = 0
  #deliveries = 0
  #failures = 0
  #isSending = false
  #cancelRetry: (() => void) | undefined
  #isClosed = false

  constructor(options: WebhookOptions) {
    this.#options = options
  }

  /** True between an attempt that failed and the next one. */
  get isPausing(): boolean {
    return this.#cancelRetry !== undefined
  }

  /** @param cursor everything up to here is in what was woken for */
  wake(causes: readonly Cause[], cursor: number): void {
    if (this.#isClosed) return
    const room = limits.WEBHOOK_PENDING_MAX - this.#pending.length
    this.#pending.push(...causes.slice(0, room))
    this.#droppedCauses += Math.max(causes.length - room, 0)
    this.#cursor = cursor
    if (!this.#isSending) void this.#send()
  }

  close(): void {
    this.#isClosed = true
    this.#cancelRetry?.()
  }

  async #send(): Promise<void> {
    this.#isSending = true
    while (this.#pending.length > 0 && !this.#isClosed) {
      const causes = this.#pending.splice(0, limits.WAKE_CAUSES_MAX)
      const isLast = this.#pending.length === 0
      const told = causes.findLast((cause) => cause.cursor !== undefined)?.cursor
      const cursor = isLast ? this.#cursor : (told ?? 0)
      const leftOut = isLast ? this.#droppedCauses : 0
      this.#droppedCauses -= leftOut
      this.#deliveries += 1
      const body = this.#bodyOf(causes, cursor, leftOut)
      if (!(await this.#deliver(body))) break
      if (cursor > 0) this.#options.onDelivered(cursor)
    }
    this.#isSending = false
  }

  #bodyOf(causes: readonly Cause[], cursor: number, leftOut: number): string {
    const { wakeId, identity, agentId } = this.#options
    return JSON.stringify({
      type: 'wake',
      wake_id: wakeId,
      delivery: `${wakeId}.${cursor}.${this.#deliveries}`,
      agent: identity,
      agent_id: agentId(),
      cursor,
      because: viewCauses(causes),
      ...(leftOut === 0 ? {} : { left_out: leftOut }),
    })
  }

  /** @returns false when it was given up. */
  async #deliver(body: string): Promise<boolean> {
    for (;;) {
      const problem = await this.#attempt(body)
      if (problem === undefined) {
        this.#failures = 0
        return true
      }
      if (this.#isClosed) return false
      this.#failures += 1
      if (problem.isFinal || this.#failures >= limits.WEBHOOK_FAILURES_MAX) {
        this.#isClosed = true
        this.#options.onDisabled(problem.isFinal ? problem.text : `${this.#failures} attempts failed: ${problem.text}`)
        return false
      }
      await this.#pause(limits.WEBHOOK_RETRY_FIRST_MS * 2 ** (this.#failures - 1))
      if (this.#isClosed) return false
    }
  }

  async #attempt(body: string): Promise<{ readonly text: string; readonly isFinal: boolean } | undefined> {
    const { url, fetch } = this.#options
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: this.#headersFor(body),
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(limits.WEBHOOK_TIMEOUT_MS),
      })
      await response.body?.cancel()
      if (response.ok) return undefined
      return { text: `answered ${response.status}`, isFinal: response.status === GONE }
    } catch (error) {
      return { text: error instanceof Error ? error.message : String(error), isFinal: false }
    }
  }

  /** Signed as requests to the sidecar are, so one function checks both. */
  #headersFor(body: string): Record<string, string> {
    const { url, identity, secret, clock } = this.#options
    const [timestamp, nonce] = [String(clock.now()), randomUUID()]
    const parts = { timestamp, method: 'POST', path: new URL(url).pathname, body: Buffer.from(body) }
    return {
      'content-type': 'application/json',
      // A header carries bytes; the name of an agent is UTF-8.
      'x-agent-id': Buffer.from(identity).toString('latin1'),
      'x-ts': timestamp,
      'x-nonce': nonce,
      'x-signature': signWithNonce(secret, parts, { agentId: identity, nonce }),
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const goOn = (): void => {
        this.#cancelRetry = undefined
        resolve()
      }
      const cancel = this.#options.clock.after(Math.min(ms, limits.WEBHOOK_RETRY_MAX_MS), goOn)
      this.#cancelRetry = () => {
        cancel()
        goOn()
      }
    })
  }
}
