import type { AgentId, GameEvent } from '@clawstead/protocol'
import type { AgentEvent } from '@clawstead/world'
import type { MemoryItem, Watcher } from '../world-runner.js'

/**
 * For how long events stay at hand after they were told. Longer than a client may lag before it is cut, so that a
 * dropped observation can always be made good from here.
 */
const TOLD_KEPT_TICKS = 256
/** Old ones are looked for after so many new ones. */
const LOOK_EVERY = 16

interface Recent {
  /** Cursor of the first event in the list. */
  first: number
  events: GameEvent[]
}

/** What one watcher is still to be told. */
export interface Telling {
  toldCursor: number
  /** Events older than those at hand, up to the first of them. */
  backlog: readonly GameEvent[]
  memory: readonly MemoryItem[]
}

/** The latest events of all agents of a world. Older ones are the business of whoever keeps events. */
export class RecentEvents {
  private readonly recentByAgent = new Map<AgentId, Recent>()

  append({ agentId, cursor, event }: AgentEvent): void {
    const recent = this.recentByAgent.get(agentId)
    if (recent === undefined || recent.first + recent.events.length !== cursor) {
      this.recentByAgent.set(agentId, { first: cursor, events: [event] })
      return
    }
    recent.events.push(event)
    if (recent.events.length % LOOK_EVERY === 0) forgetOld(recent, event.t - TOLD_KEPT_TICKS)
  }

  /** What a watcher is told first; events that its backlog and these both have are told once. */
  begin({ afterCursor, backlog, memory }: Watcher): Telling {
    return { toldCursor: afterCursor, backlog, memory }
  }

  /** All that is still to be told, oldest first. */
  takeFor(agentId: AgentId, telling: Telling, lastCursor: number): readonly GameEvent[] {
    const { toldCursor, backlog } = telling
    if (toldCursor >= lastCursor) return []
    telling.toldCursor = lastCursor
    telling.backlog = []
    const recent = this.recentByAgent.get(agentId)
    const from = Math.max(toldCursor + 1, toldCursor + 1 + backlog.length)
    const fresh = recent === undefined ? [] : recent.events.slice(Math.max(0, from - recent.first))
    return backlog.length === 0 ? fresh : [...backlog, ...fresh]
  }
}

function forgetOld(recent: Recent, beforeTick: number): void {
  const keep = recent.events.findIndex((event) => event.t >= beforeTick)
  if (keep <= 0) return
  recent.first += keep
  recent.events = recent.events.slice(keep)
}
