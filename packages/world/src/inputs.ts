import type { Act, AgentId, ErrorCode, Vec3 } from '@clawstead/protocol'
import type { Edit } from './history/edit.js'
import type { Transfer } from './travel/transfer.js'

/** Everything that can change a world from outside. What is not an input did not happen. */
export type Input =
  | { readonly kind: 'join'; readonly agentId: AgentId; readonly name: string }
  | { readonly kind: 'attach'; readonly agentId: AgentId }
  | { readonly kind: 'detach'; readonly agentId: AgentId }
  | {
      readonly kind: 'act'
      readonly agentId: AgentId
      readonly act: Act
      /** Whether the client asked for what this server adds to the protocol. */
      readonly additions?: boolean
    }
  /** An act that never reached its rules, e.g. because it was meant for another world. */
  | { readonly kind: 'refuse_act'; readonly agentId: AgentId; readonly code: ErrorCode; readonly message: string }
  /** Somebody with the right to moves an agent to another world. */
  | { readonly kind: 'depart'; readonly agentId: AgentId; readonly to: string; readonly by: string }
  /** An agent comes in from another world. May be delivered more than once. */
  | { readonly kind: 'arrive'; readonly transfer: Transfer }
  /** The other world has taken an agent in that left here. */
  | { readonly kind: 'arrived'; readonly agentId: AgentId; readonly journey: number }
  /** Which other worlds take nobody in for now. */
  | { readonly kind: 'gates'; readonly closed: readonly string[] }
  /** Rebuilds a world that is one of those that are. */
  | { readonly kind: 'reset'; readonly by: string }
  /** A privileged change of many blocks. */
  | { readonly kind: 'edit'; readonly edit: Edit; readonly by: string }

/** One block that changed, and who or what did it. */
export interface BlockChange {
  readonly at: Vec3
  readonly from: number
  readonly to: number
  /** An agent id, or `WORLD`. */
  readonly actor: string
  readonly reason: string
}
