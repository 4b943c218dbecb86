import type { Catalog, ProtocolVersion, WorldDescriptor } from '@clawstead/protocol'
import type { AgentRecord, Agents } from '../host/agents.js'
import type { HostClock } from '../host/clock.js'
import type { Host } from '../host/host.js'
import type { Logger } from '../log.js'
import type { GatewayLimits } from './limits.js'
import type { RateLimit } from './rate-limit.js'
import type { Session } from './session.js'

/** How often things happened at the gateway since it started. */
export interface GatewayCounts {
  acts: number
  refusedActs: number
  replayedActs: number
  droppedObs: number
  /** Connections ended by a limit: too fast, too slow, too silent. */
  cut: number
}

/** What every session of a gateway shares. */
export interface GatewayContext {
  readonly host: Host
  readonly agents: Agents<Session>
  readonly clock: HostClock
  readonly log: Logger
  readonly limits: GatewayLimits
  readonly catalog: Catalog
  /** The seven CATALOG frames, encoded once per version. */
  readonly catalogFrames: Readonly<Record<ProtocolVersion, readonly Buffer[]>>
  readonly manifest: readonly WorldDescriptor[]
  readonly counts: GatewayCounts
  /** The frame rate of an agent outlives its connections, so reconnecting does not reset it. */
  frameRateOf(agent: AgentRecord): RateLimit
}
