import { FRAME_BYTES_MAX, HELLO_TIMEOUT_MS } from '@clawstead/protocol'

/** What one client, one agent and one address may ask of the gateway. Every value can be set by whoever starts the server. */
export interface GatewayLimits {
  /** A socket that has not said HELLO by then is cut. */
  readonly helloMs: number
  readonly frameBytesMax: number
  /** Frames one connection may send before its WELCOME; they are handled once it is in. */
  readonly earlyFramesMax: number
  /** Frames of one agent: above this an act is refused and may be sent again. */
  readonly agentFrames: Rate
  /** Frames of one connection: above this the connection is closed. */
  readonly connectionFrames: Rate
  readonly connectionBytes: Rate
  /** Frames of all connections of one address together: above this the sender is closed. */
  readonly addressFrames: Rate
  /** New agents made from one address. Agents stay for good, so making them without end would fill the world. */
  readonly addressJoins: Rate
  readonly addressConnectionsMax: number
  readonly connectionsMax: number
  readonly agentsMax: number
  /** Acts waiting for one tick of one world. */
  readonly worldInboxMax: number
  /** Bytes waiting for one client, above which it is cut: only acknowledgements and batches can pile up that far. */
  readonly outboxBytesMax: number
  /** Bytes handed to a socket that it has not passed on yet, above which frames wait in the outbox. */
  readonly socketBytesMax: number
  /** A client that takes nothing for this long is cut. */
  readonly drainMs: number
  readonly pingMs: number
  /** Pings in a row that may stay unanswered. */
  readonly missedPongsMax: number
  /** How long a stopping server waits for clients to take what is theirs. */
  readonly closeMs: number
}

/** A steady rate with room for a burst. */
export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

const MIB = 1024 * 1024

export const GATEWAY_LIMITS: GatewayLimits = {
  helloMs: HELLO_TIMEOUT_MS,
  frameBytesMax: FRAME_BYTES_MAX,
  earlyFramesMax: 16,
  agentFrames: { perSecond: 50, burst: 100 },
  connectionFrames: { perSecond: 500, burst: 1_000 },
  connectionBytes: { perSecond: 2 * MIB, burst: 8 * MIB },
  addressFrames: { perSecond: 20_000, burst: 40_000 },
  addressJoins: { perSecond: 1, burst: 4_096 },
  addressConnectionsMax: 4_096,
  connectionsMax: 8_192,
  agentsMax: 100_000,
  worldInboxMax: 20_000,
  outboxBytesMax: 16 * MIB,
  socketBytesMax: 64 * 1024,
  drainMs: 30_000,
  pingMs: 20_000,
  missedPongsMax: 2,
  closeMs: 2_000,
}
