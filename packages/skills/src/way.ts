import { CALL_HOPS_MAX } from './limits.js'

/** How a call came here through other nodes. */
export type CallWay = {
  /** How many nodes it has passed through. */
  readonly hops: number
  /** Their agent ids, as far as they named themselves; the one that sent it is last. */
  readonly nodes: readonly string[]
}

export type WayVerdict =
  | { readonly ok: true; readonly way: CallWay | undefined }
  | { readonly ok: false; readonly reason: 'malformed' | 'refused'; readonly problem: string }

/** Under this key of `_meta` a call names the nodes it came through: inside the params, so a signature covers it. */
export const WAY_KEY = 'io.nullblock/path'

const AGENT_ID = /^[0-9a-f]{64}$/

/** The way of a call that comes in, or why it ends here: it went round in a circle, too far, or says what cannot be. */
export function readWay(call: {
  readonly meta: unknown
  /** What a header says, for senders that only count. */
  readonly hops?: number
  /** Agent id of this node. */
  readonly ownId?: string | undefined
  /** Agent id of the key that signed the call. */
  readonly signerId?: string | undefined
}): WayVerdict {
  const { meta, hops: counted = 0, ownId, signerId } = call
  const said = typeof meta === 'object' && meta !== null ? (meta as Readonly<Record<string, unknown>>)[WAY_KEY] : []
  const nodes = said ?? []
  if (!isAgentIds(nodes)) return malformed('expected a list of agent ids')
  const hops = Math.max(counted, nodes.length)
  if (hops === 0) return { ok: true, way: undefined }
  if (hops > CALL_HOPS_MAX) return refused(`the call has passed ${hops} nodes, at most ${CALL_HOPS_MAX} are allowed`)
  const sender = nodes.at(-1)
  if (sender !== undefined && signerId !== undefined && sender !== signerId) {
    return malformed('the last one must be who signed the call')
  }
  // Nodes of one machine may share a key: one of them may call another, which is no circle yet.
  if (ownId !== undefined && nodes.slice(0, -1).includes(ownId)) {
    return refused(`loop: the call has already passed through this node, ${ownId}`)
  }
  return { ok: true, way: { hops, nodes } }
}

/** The way as the next node gets to see it. */
export function wayOnward(way: CallWay | undefined, ownId: string): CallWay {
  return { hops: (way?.hops ?? 0) + 1, nodes: [...(way?.nodes ?? []), ownId] }
}

function isAgentIds(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((id) => typeof id === 'string' && AGENT_ID.test(id))
}

function malformed(problem: string): WayVerdict {
  return { ok: false, reason: 'malformed', problem: `_meta["${WAY_KEY}"]: ${problem}` }
}

function refused(problem: string): WayVerdict {
  return { ok: false, reason: 'refused', problem }
}
