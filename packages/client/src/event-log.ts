import type { ReceivedEvent } from '@clawstead/protocol'
import { EVENT_PAGE_MAX, EVENT_RING_MAX } from './limits.js'

/** An event and its place in the agent's log: cursors start at 1 and grow by one. */
export type CursoredEvent = { readonly cursor: number; readonly event: ReceivedEvent }

export type EventLogOptions = {
  /** Ask the server for events after `since`; an empty list means it has none, a rejection that it cannot be asked. */
  fetch(since: number, limit: number): Promise<readonly CursoredEvent[]>
  /** Each event once, in order of its cursor. */
  deliver(entry: CursoredEvent): void
}

type Piece = { readonly gapAfter: number | undefined; readonly entries: readonly CursoredEvent[]; readonly end: number }

/**
 * The agent's events in order and without loss, although OBS frames can be skipped. An OBS says how many events there
 * have ever been, so a hole is seen at once; what follows it is held back until the server has filled it.
 */
export class EventLog {
  readonly #options: EventLogOptions
  readonly #ring: CursoredEvent[] = []
  /** Newest cursor seen in an OBS, held-back ones included; undefined until the first OBS. */
  #newest: number | undefined
  #pieces: Piece[] = []
  #draining: Promise<void> | undefined
  /** Grows with every restart of the log, so an answer for the old one is not taken for the new one. */
  #epoch = 0

  constructor(options: EventLogOptions) {
    this.#options = options
  }

  /** Newest cursor known from OBS; 0 before the first. */
  get newestCursor(): number {
    return this.#newest ?? 0
  }

  /** Another agent, or a server that counts from the start again. `newest` 0: nothing happened yet; undefined: not known. */
  restart(newest: number | undefined): void {
    this.#epoch += 1
    this.#newest = newest
    this.#pieces = []
    this.#ring.length = 0
  }

  accept(events: readonly ReceivedEvent[], eventsCursor: number | undefined, isOtherWorld: boolean): void {
    const count = events.length
    const hasCursor = eventsCursor !== undefined && eventsCursor > 0
    const end = hasCursor ? eventsCursor : (this.#newest ?? 0) + count
    const first = end - count + 1
    if (this.#newest !== undefined && hasCursor && startsOver(this.#newest, first, end, isOtherWorld)) this.restart(0)
    const known = this.#newest ?? first - 1
    this.#newest = end

    const entries = events
      .map((event, index) => ({ cursor: first + index, event }))
      .filter(({ cursor }) => cursor > known)
    const gapAfter = first > known + 1 ? known : undefined
    if (this.#draining === undefined && gapAfter === undefined) {
      this.#append(entries)
      return
    }
    this.#pieces.push({ gapAfter, entries, end })
    this.#draining ??= this.#drain()
  }

  get isSettled(): boolean {
    return this.#draining === undefined
  }

  /** Resolves when nothing is held back. */
  async settled(): Promise<void> {
    while (this.#draining !== undefined) await this.#draining
  }

  /** Events in memory with a cursor greater than `since`. */
  since(since: number, limit: number): readonly CursoredEvent[] {
    return this.#ring.filter(({ cursor }) => cursor > since).slice(0, limit)
  }

  async #drain(): Promise<void> {
    for (let piece = this.#pieces.shift(); piece !== undefined; piece = this.#pieces.shift()) {
      const epoch = this.#epoch
      if (piece.gapAfter !== undefined) {
        const before = piece.entries[0]?.cursor ?? piece.end + 1
        const missing = await this.#fetchBetween(piece.gapAfter, before)
        if (epoch !== this.#epoch) continue
        this.#append(missing)
      }
      this.#append(piece.entries)
    }
    this.#draining = undefined
  }

  /** What the server still has of a gap, both ends excluded. */
  async #fetchBetween(after: number, before: number): Promise<readonly CursoredEvent[]> {
    const found: CursoredEvent[] = []
    let since = after
    while (since < before - 1) {
      let page: readonly CursoredEvent[]
      try {
        page = await this.#options.fetch(since, Math.min(before - 1 - since, EVENT_PAGE_MAX))
      } catch {
        break // The gap stays open; the events can still be asked for by cursor.
      }
      const wanted = page.filter(({ cursor }) => cursor > since && cursor < before)
      found.push(...wanted)
      const last = wanted.at(-1)
      if (last === undefined) break
      since = last.cursor
    }
    return found
  }

  #append(entries: readonly CursoredEvent[]): void {
    for (const entry of entries) {
      this.#ring.push(entry)
      if (this.#ring.length > EVENT_RING_MAX) this.#ring.shift()
      this.#options.deliver(entry)
    }
  }
}

/**
 * Some servers count from 1 again in another world or after a restart. Then the total shrinks, or the first event of
 * another world carries a cursor that was already given.
 */
function startsOver(newest: number, first: number, end: number, isOtherWorld: boolean): boolean {
  return end < newest || (isOtherWorld && first <= newest && first <= end)
}
