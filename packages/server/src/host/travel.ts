import type { AgentId } from '@clawstead/protocol'
import { type Input, type SwitchOutcome, type TickResult, type Transfer, transferId } from '@clawstead/world'
import type { Logger } from '../log.js'
import type { Whereabouts } from '../ports/whereabouts.js'

/** What a tick of one world brought that concerns the others. */
export type TravelNews = Pick<TickResult, 'departures' | 'arrivals' | 'strays' | 'switches'>

/** What travel needs of the host. */
export interface TravelPorts {
  /** Hands an input to a world. Rejects when that world cannot take it now. */
  submit(worldId: string, input: Input): Promise<unknown>
  /** Where agents are, by how often they have travelled. */
  readonly whereabouts: Whereabouts
  /** Where an agent is, or is on its way to; nothing for one that nobody knows. */
  worldOf(agentId: AgentId): string | undefined
  /** An agent left for this world: from now on what it sends goes there and what it sees comes from there. */
  moved(agentId: AgentId, worldId: string, name: string): void
  readonly log: Logger
}

/** A world as it comes up: who is there, and which journeys it has not heard the end of. */
export interface TravelStart {
  readonly agents: readonly { readonly id: AgentId; readonly name: string; readonly journeys: number }[]
  readonly outbox: readonly Transfer[]
  /** Worlds it takes to be down. */
  readonly closedGates: readonly string[]
}

/** How often wishes to switch ended how. */
export interface SwitchCount extends SwitchOutcome {
  readonly count: number
}

/**
 * Carries agents from world to world. The world that was left keeps a journey until it hears that it ended, so nothing
 * here has to survive: after a restart every open journey is offered again, and a world that had it says so.
 */
export interface Travel {
  /**
   * A tick of a world is safe on disk, and this is what it brought. Not before: an agent that arrives must have left for good.
   */
  heard(worldId: string, news: TravelNews): void
  /** A world is up, for the first time or again. */
  started(worldId: string, start: TravelStart): void
  /** A world is down: it takes nobody in until it has started. */
  stopped(worldId: string): void
  /** Journeys that are not known to have ended. */
  readonly open: number
  counts(): readonly SwitchCount[]
}

export function createTravel({ submit, whereabouts, worldOf, moved, log }: TravelPorts): Travel {
  const openById = new Map<string, Transfer>()
  /** What agents sent to where they are going, before they got there. */
  const heldByAgent = new Map<AgentId, Input[]>()
  /** The worlds that run, and which others each of them takes to be down. */
  const believedByWorld = new Map<string, readonly string[]>()
  const closedWorlds = new Set<string>()
  const countByKey = new Map<string, SwitchCount>()

  /** A world that does not take an input now is offered the journey again when it has started. */
  function offer(transfer: Transfer): void {
    const { agentId, journey, from, to } = transfer
    if (!believedByWorld.has(to)) return
    submit(to, { kind: 'arrive', transfer }).catch((error: unknown) => {
      log.warn({ agentId, journey, from, to, err: error }, 'an agent waits between two worlds')
    })
  }

  function depart(transfer: Transfer): void {
    openById.set(transferId(transfer), transfer)
    place(transfer.agentId, transfer.traveller.name, transfer.journey, transfer.to)
    offer(transfer)
  }

  function place(agentId: AgentId, name: string, journey: number, worldId: string): void {
    // What is said of an earlier journey says nothing of where an agent is.
    if (whereabouts.learn(agentId, worldId, journey)) moved(agentId, worldId, name)
  }

  /** The world it left may not hear of it now; then it says at its next start that the journey is open, and hears it then. */
  function confirm(from: string, agentId: AgentId, journey: number): void {
    openById.delete(transferId({ agentId, journey }))
    if (!believedByWorld.has(from)) return
    submit(from, { kind: 'arrived', agentId, journey }).catch(() => {})
  }

  /**
   * An input that came to a world without its agent. For one that is about to arrive there it waits; to one that has left it
   * goes after it. Acts were meant for the world that was left and are refused where the agent is now.
   */
  function passOn(worldId: string, stray: Input, arrived: ReadonlySet<AgentId>): void {
    if (!('agentId' in stray)) return
    const { agentId } = stray
    const to = worldOf(agentId)
    const isOnItsWay = [...openById.values()].some(
      (transfer) => transfer.agentId === agentId && transfer.to === worldId,
    )
    if (to === worldId && isOnItsWay) heldByAgent.set(agentId, [...(heldByAgent.get(agentId) ?? []), stray])
    else if (to === worldId && arrived.has(agentId)) hand(worldId, stray)
    else if (to !== undefined && to !== worldId) hand(to, stray.kind === 'act' ? refusalOf(stray.agentId) : stray)
    else log.warn({ agentId, worldId, kind: stray.kind }, 'an input came to a world that does not know its agent')
  }

  function hand(worldId: string, input: Input): void {
    submit(worldId, input).catch((error: unknown) => {
      log.warn({ worldId, kind: input.kind, err: error }, 'an input could not follow its agent')
    })
  }

  function count(outcome: SwitchOutcome): void {
    const { from, to, result } = outcome
    const key = `${from}\n${to}\n${result}`
    countByKey.set(key, { from, to, result, count: (countByKey.get(key)?.count ?? 0) + 1 })
  }

  /** Tells worlds which others do not run, where they believe something else. One that breaks meanwhile is told when it is back. */
  function tellGates(): void {
    const closed = [...closedWorlds].sort()
    for (const [worldId, believed] of believedByWorld) {
      if (believed.join() === closed.join()) continue
      believedByWorld.set(worldId, closed)
      submit(worldId, { kind: 'gates', closed }).catch(() => {})
    }
  }

  return {
    heard(worldId, { departures, arrivals, strays, switches }) {
      for (const outcome of switches) count(outcome)
      for (const transfer of departures) depart(transfer)
      for (const { agentId, journey, from } of arrivals) {
        confirm(from, agentId, journey)
        for (const input of heldByAgent.get(agentId) ?? []) hand(worldId, input)
        heldByAgent.delete(agentId)
      }
      // Last: where an agent is now is known only after those that left were noted.
      const arrived = new Set(arrivals.map(({ agentId }) => agentId))
      for (const stray of strays) passOn(worldId, stray, arrived)
    },
    started(worldId, { agents, outbox, closedGates }) {
      closedWorlds.delete(worldId)
      believedByWorld.set(worldId, closedGates)
      tellGates()
      for (const { id, name, journeys } of agents) place(id, name, journeys, worldId)
      for (const transfer of outbox) if (!openById.has(transferId(transfer))) depart(transfer)
      for (const transfer of openById.values()) if (transfer.to === worldId) offer(transfer)
    },
    stopped(worldId) {
      believedByWorld.delete(worldId)
      closedWorlds.add(worldId)
      tellGates()
    },
    get open() {
      return openById.size
    },
    counts: () => [...countByKey.values()],
  }
}

function refusalOf(agentId: AgentId): Input {
  return { kind: 'refuse_act', agentId, code: 'E_WORLD_BUSY', message: 'expected_world_id mismatch' }
}
