import type { AgentId, GameEvent } from '@clawstead/protocol'
import type { EventText } from './world-runner.js'

/** One event of one agent. Cursors start at 1 and rise by 1 per event, for ever. */
export interface EventRecord {
  readonly cursor: number
  readonly event: GameEvent
}

/**
 * The events of all agents, by cursor, for clients that ask what they missed. Reading and flushing may wait for a disk;
 * appending may not: it happens between a tick and the showing of its results.
 */
export interface EventStore {
  /** Adds the next event of an agent. One that is known already, from a log that was run again, changes nothing. */
  append(event: EventText): void
  /** Events after `sinceCursor`, oldest first, at most `limit`. An agent nobody knows has none. */
  read(agentId: AgentId, sinceCursor: number, limit: number): Promise<EventRecord[]>
  /** Resolves when all events so far are on the disk; rejects when the disk refused, and may be tried again. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** The latest events of one agent, as text. */
export class EventTail {
  first: number
  readonly texts: string[] = []

  constructor(first: number) {
    this.first = first
  }

  get next(): number {
    return this.first + this.texts.length
  }

  dropTo(cursor: number): void {
    if (cursor > this.first) this.texts.splice(0, cursor - this.first)
    this.first = Math.max(this.first, cursor)
  }

  since(cursor: number, limit: number): EventRecord[] {
    const from = Math.max(0, cursor + 1 - this.first)
    return this.texts
      .slice(from, from + limit)
      .map((text, i) => ({ cursor: this.first + from + i, event: JSON.parse(text) as GameEvent }))
  }
}

/** Keeps the newest `perAgent` events of each agent in memory. */
export function createMemoryEventStore(perAgent: number): EventStore {
  const tailByAgent = new Map<AgentId, EventTail>()
  return {
    append({ agentId, cursor, text }) {
      let tail = tailByAgent.get(agentId)
      if (tail !== undefined && cursor < tail.next) return
      if (tail === undefined || cursor > tail.next) {
        tail = new EventTail(cursor)
        tailByAgent.set(agentId, tail)
      }
      tail.texts.push(text)
      // Old ones leave in batches, so that an append costs the same however many there are.
      if (tail.texts.length >= 2 * perAgent) tail.dropTo(tail.next - perAgent)
    },
    async read(agentId, sinceCursor, limit) {
      const tail = tailByAgent.get(agentId)
      if (tail === undefined) return []
      return tail.since(Math.max(sinceCursor, tail.next - 1 - perAgent), limit)
    },
    async flush() {},
    async close() {},
  }
}
