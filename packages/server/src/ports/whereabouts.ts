import type { AgentId } from '@clawstead/protocol'

/**
 * In which world each agent is, or is on its way to. Everybody who asks has a view of their own; what one of them learns
 * reaches the others in any order, and the number of an agent's journeys decides: only a later one than is known says
 * where it is. So all views agree in the end, without anybody being asked.
 */
export interface Whereabouts {
  worldOf(agentId: AgentId): string | undefined
  /** An agent is in a world after so many journeys. False when a later journey, or this one, is known. */
  learn(agentId: AgentId, worldId: string, journeys: number): boolean
}

/** The view of one process that has all worlds. */
export function createMemoryWhereabouts(): Whereabouts {
  const placeByAgent = new Map<AgentId, { readonly worldId: string; readonly journeys: number }>()
  return {
    worldOf: (agentId) => placeByAgent.get(agentId)?.worldId,
    learn(agentId, worldId, journeys) {
      if (journeys <= (placeByAgent.get(agentId)?.journeys ?? 0)) return false
      placeByAgent.set(agentId, { worldId, journeys })
      return true
    },
  }
}
