import type { AgentId, Vec3 } from '@clawstead/protocol'
import type { Agent } from '../state.js'

/** What belongs to the place an agent leaves rather than to the agent. */
type StaysBehind = 'pos' | 'fallenBlocks' | 'heldDoor' | 'movement' | 'work'

/** An agent on its way: all it is and carries. Whatever is added to an agent travels unless it is named above. */
export type Traveller = Omit<Agent, StaysBehind>

/**
 * One journey from one world to another. The world it leaves keeps it until it hears that the other one took it in,
 * so a journey that was interrupted is offered again; its name lets the other one see that it had it already.
 */
export interface Transfer {
  readonly agentId: AgentId
  /** How often the agent has travelled, this time included. With its id it names this journey for ever. */
  readonly journey: number
  readonly from: string
  readonly to: string
  /** Entry points it left and comes in by; null when it was moved without using any. */
  readonly gates: Gates | null
  /** The request that is answered on arrival; null when the agent did not ask. */
  readonly ref: string | null
  /** What it asked to remember in its last tick and has not been shown. */
  readonly recalled: readonly { readonly key: string; readonly value: string }[]
  /** Where it stood. Only of use to one that was moved without a gate. */
  readonly pos: Vec3
  readonly traveller: Traveller
}

export interface Gates {
  readonly from: string
  readonly to: string
}

/** A journey that ended here. */
export interface Arrival {
  readonly agentId: AgentId
  readonly journey: number
  readonly from: string
}

export function transferId({ agentId, journey }: Pick<Transfer, 'agentId' | 'journey'>): string {
  return `${agentId}:${journey}`
}
