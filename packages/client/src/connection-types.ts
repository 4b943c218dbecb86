import type { Ack, CatalogMessage, Obs, Welcome } from '@clawstead/protocol'
import type { ActRequest } from './act-frame.js'
import type { Clock } from './clock.js'
import type { ConnectionError } from './errors.js'
import type { CursoredEvent } from './event-log.js'
import type { VoxelCube } from './voxel-tracker.js'
import type { WebSocketConstructor } from './web-socket.js'

export type ConnectOptions = {
  /** `ws://host:port/v1/ws` */
  readonly url: string
  /** Shown to others; need not be unique. */
  readonly name: string
  /** Resume token of an earlier connection. */
  readonly token?: string
  /** The agent that token belongs to, so a server that forgot it is noticed. */
  readonly agentId?: string
  /** World to join as a new agent. */
  readonly worldPreference?: string
  /** Let the server send changes instead of whole cubes. Default true. */
  readonly deltaVoxels?: boolean
  readonly WebSocket?: WebSocketConstructor
  readonly clock?: Clock
}

/** One look at the world. */
export type Observation = {
  readonly obs: Obs
  /** The frame as it was received, fields unknown to this version included. */
  readonly text: string
  /** The blocks around the agent; undefined only until the first whole cube has arrived. */
  readonly cube: VoxelCube | undefined
  /** Counts the observations of this connection. Ticks can start over on another server; this cannot. */
  readonly arrival: number
}

export type ActReceipt = {
  readonly actId: string
  readonly tick: number
  readonly agentId: string
  /** Absent before protocol 1.1, where nothing is acknowledged. */
  readonly ack: Ack | undefined
}

export type EventPage = {
  readonly events: readonly CursoredEvent[]
  readonly nextCursor: number
  /** `memory`: the server could not be asked, so these are the ones this connection has seen. */
  readonly source: 'server' | 'memory'
}

export type ConnectionPhase = 'connecting' | 'connected' | 'waiting' | 'ended'

export type ConnectionEvents = {
  welcome: [welcome: Welcome]
  catalog: [catalog: CatalogMessage]
  observation: [observation: Observation]
  /** Every event of the agent once, in order. */
  event: [entry: CursoredEvent]
  /** The server did not know the agent any more and joined a new one. */
  identity: [change: { readonly from: string; readonly to: string }]
  /** The socket ended; the connection will dial again. */
  down: [reason: string]
  /** The connection is over; undefined when `close()` asked for it. */
  ended: [error: ConnectionError | undefined]
}

/** An agent's line to its world. It comes back by itself until it is closed or the server says it never will. */
export type Connection = {
  readonly url: string
  readonly phase: ConnectionPhase
  /** True from WELCOME until the socket ends. */
  readonly isConnected: boolean
  readonly agentId: string | undefined
  readonly resumeToken: string | undefined
  readonly protocolVersion: string
  /** The world of the newest observation, else of WELCOME. */
  readonly worldId: string | undefined
  readonly welcome: Welcome | undefined
  readonly latest: Observation | undefined
  readonly newestEventCursor: number
  /** False while events before the newest observation are still being fetched. */
  readonly areEventsComplete: boolean
  /** What ended the last socket; undefined once the next one is up. */
  readonly lastError: string | undefined
  catalog(name: string): CatalogMessage | undefined
  on<Name extends keyof ConnectionEvents>(name: Name, listener: (...args: ConnectionEvents[Name]) => void): () => void
  waitUntilConnected(timeoutMs: number): Promise<void>
  /** The first observation to arrive from now on that is wanted. */
  waitForObservation(wants: (observation: Observation) => boolean, timeoutMs: number): Promise<Observation>
  waitForCatalog(name: string, timeoutMs: number): Promise<CatalogMessage>
  /** Resolves when every event up to the newest observation has been delivered, or the time is up. */
  waitForEvents(timeoutMs: number): Promise<{ isComplete: boolean }>
  newActId(): string
  /** Send an ACT; resolves with the ACK. The outcome of its actions comes later, as events. */
  act(request: ActRequest, options?: { readonly timeoutMs?: number }): Promise<ActReceipt>
  /** Events after a cursor, oldest first: from the server, or from memory when it cannot be asked. */
  events(query: { readonly since: number; readonly limit?: number; readonly timeoutMs?: number }): Promise<EventPage>
  /** Drop the socket and come back as the same agent. Does nothing while a connection is being made. */
  reconnect(): void
  close(): Promise<void>
}
