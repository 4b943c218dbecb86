import type { MemoryItem } from '../host/world-runner.js'
import type { GatewayLimits } from './limits.js'

/** The part of a socket an outbox writes to. */
export interface Wire {
  /** Bytes accepted and not yet passed to the system. */
  readonly bufferedAmount: number
  send(frame: string | Buffer, done: (error?: Error | null) => void): void
}

/** What an observation carries, so that a dropped one can be made good by the next. */
export interface ObsContent {
  /** Cursor of the last event it tells. */
  readonly cursor: number
  readonly memory: readonly MemoryItem[]
}

/**
 * The frames waiting for one client, in order. The socket is handed only a little at a time, so a client that reads
 * slowly costs a bounded number of frames here. When they get too many, the observations among them are dropped: they
 * are stale. Everything else is owed and stays.
 */
export interface Outbox {
  /** Queues a frame that is owed: an ACK, an EVENT_BATCH. */
  push(frame: string): void
  pushObs(frame: Buffer, content: ObsContent): void
  /** Hands frames to the socket at once, before whatever waits. For the handshake. */
  sendFirst(frames: readonly (string | Buffer)[]): void
  /** Hands over all that waits, however little the client has read. For a goodbye. */
  flush(): void
  readonly isFull: boolean
  /** Removes the waiting observations and returns the memory they carried; undefined when none waited. */
  dropObs(): readonly MemoryItem[] | undefined
  readonly frames: number
  /** Size of what waits. */
  readonly bytes: number
  readonly droppedObs: number
  /** For how long the client has taken nothing although something waits. */
  stalledMs(nowMs: number): number
}

interface Waiting {
  readonly frame: string | Buffer
  readonly obs: ObsContent | undefined
}

export interface OutboxOptions {
  readonly wire: Wire
  /** Frames that may wait before observations are dropped. */
  readonly capacity: number
  readonly limits: Pick<GatewayLimits, 'socketBytesMax'>
  readonly now: () => number
  /** An observation was handed to the socket: the events up to this cursor are told. */
  readonly told: (cursor: number) => void
}

export function createOutbox({ wire, capacity, limits, now, told }: OutboxOptions): Outbox {
  let waiting: Waiting[] = []
  let bytes = 0
  let droppedObs = 0
  let progressAtMs = now()

  function handOver(frame: string | Buffer, obs?: ObsContent): void {
    if (wire.bufferedAmount === 0) progressAtMs = now()
    wire.send(frame, sent)
    if (obs !== undefined) told(obs.cursor)
  }

  function sent(): void {
    progressAtMs = now()
    if (waiting.length > 0) pump()
  }

  function pump(): void {
    while (waiting.length > 0 && wire.bufferedAmount < limits.socketBytesMax) {
      const { frame, obs } = waiting.shift() as Waiting
      bytes -= frame.length
      handOver(frame, obs)
    }
  }

  function enqueue(frame: string | Buffer, obs: ObsContent | undefined): void {
    if (waiting.length === 0 && wire.bufferedAmount < limits.socketBytesMax) {
      handOver(frame, obs)
      return
    }
    // An observation is a piece of a larger one; what waits must not keep the whole of it in memory.
    waiting.push({ frame: typeof frame === 'string' ? frame : Buffer.from(frame), obs })
    bytes += frame.length
    pump()
  }

  return {
    push: (frame) => enqueue(frame, undefined),
    pushObs: enqueue,
    sendFirst(frames) {
      for (const frame of frames) handOver(frame)
    },
    flush() {
      const owed = waiting
      waiting = []
      bytes = 0
      for (const { frame, obs } of owed) handOver(frame, obs)
    },
    get isFull() {
      return waiting.length >= capacity
    },
    dropObs() {
      const stale = waiting.flatMap((entry) => entry.obs ?? [])
      if (stale.length === 0) return undefined
      waiting = waiting.filter((entry) => entry.obs === undefined)
      bytes = waiting.reduce((sum, entry) => sum + entry.frame.length, 0)
      droppedObs += stale.length
      return stale.flatMap((content) => content.memory)
    },
    get frames() {
      return waiting.length
    },
    get bytes() {
      return bytes
    },
    get droppedObs() {
      return droppedObs
    },
    stalledMs(nowMs) {
      return waiting.length === 0 && wire.bufferedAmount === 0 ? 0 : nowMs - progressAtMs
    },
  }
}
