import type { AgentId, GameEvent, ProtocolVersion, Vec3 } from '@clawstead/protocol'
import type { Input, SeasonEnd, worldParams } from '@clawstead/world'
import type { TravelNews, TravelStart } from './travel.js'

export type WorldParams = ReturnType<typeof worldParams>

/** One remembered key of an agent, shown in the observation of the tick that asked for it. */
export interface MemoryItem {
  readonly key: string
  readonly value: string
}

/** How the one who speaks for an agent wants its observations, and from where on. */
export interface Watcher {
  readonly agentId: AgentId
  /** Comes back with every observation made for this watcher, so that those made for an earlier one can be told apart. */
  readonly number: number
  readonly protocolVersion: ProtocolVersion
  readonly deltaVoxels: boolean
  /** The last event that was shown; the first observation tells all after it. */
  readonly afterCursor: number
  /** Events from there on that the world may no longer have at hand. */
  readonly backlog: readonly GameEvent[]
  /** Remembered keys that were asked for and not shown yet. */
  readonly memory: readonly MemoryItem[]
}

/** The observation of one agent after one tick, ready to be sent, and what the next one must repeat if it is not. */
export interface ObsFrame {
  readonly agentId: AgentId
  readonly watch: number
  readonly bytes: Buffer
  /** Cursor of the last event this observation tells. */
  readonly cursor: number
  readonly memory: readonly MemoryItem[]
}

/** One event of one agent, as JSON text. */
export interface EventText {
  readonly agentId: AgentId
  readonly cursor: number
  readonly text: string
}

/** A season that ended, and the ground the next one has. */
export interface SeasonNews {
  readonly end: SeasonEnd
  readonly seed: number
  readonly isRebuilt: boolean
}

/** What a tick brought that others than its agents must hear of. */
export type TickNews = Pick<WorldTick, 'travel' | 'season'>

/** One tick of one world, done and shown. */
export interface WorldTick {
  readonly tick: number
  /** Chained from tick to tick: same seed and inputs, same digest. */
  readonly digest: string
  readonly inputs: number
  /** Milliseconds of work for this tick, those for the observations included. */
  readonly durationMs: number
  /** What they went into, by part: `inputs`, each system, `digest`, `log`, `observe`. */
  readonly spentMs: Readonly<Record<string, number>>
  /** How long it took to make the tick durable; 0 where nothing is kept. */
  readonly logMs: number
  /** Ticks that were asked for and waited when this one was done. */
  readonly behindTicks: number
  /** Who left for other worlds or came from them; nothing in most ticks. */
  readonly travel?: TravelNews
  /** Given when a season ended before this tick. */
  readonly season?: SeasonNews
}

/** An agent as its world knows it. */
export interface AgentSummary {
  readonly id: AgentId
  readonly name: string
  readonly pos: Vec3
  readonly connected: boolean
}

/** An act that some tick has taken or will take, as the log or the inbox has it. */
export interface KnownAct {
  readonly agentId: AgentId
  readonly actId: string
  readonly idempotencyKey: string
  readonly tick: number
}

/** Where in the history of a map an answer stands. */
export interface MapMark {
  readonly epoch: number
  readonly version: number
}

/** A square of a world seen from above, and what the asker has of it. */
export interface MapTile {
  readonly x: number
  readonly z: number
  readonly since: MapMark | undefined
}

/** The columns of a tile that look different since it was asked for: each its index within the tile and its cells. */
export interface MapPart {
  readonly mark: MapMark
  readonly columns: number
  readonly bytes: Uint8Array
}

/** A world that is there: new, or brought back from disk. */
export interface WorldStart {
  readonly params: WorldParams
  /** The tick it runs next. */
  readonly nextTick: number
  readonly digest: string
  readonly agents: readonly AgentSummary[]
  /** Acts of the last ticks, and those that wait in the inbox. */
  readonly acts: readonly KnownAct[]
  /** Who is there after how many journeys, and who left and is not known to have arrived. */
  readonly travel: TravelStart
}

/** Why a world does not run. */
export interface WorldFailure {
  readonly message: string
  /** The tick it broke in. */
  readonly tick: number
  /** It will be brought back from its log. */
  readonly isComingBack: boolean
}

export interface RunnerListener {
  /** The world is there. Comes before any tick, and again after every failure it came back from. */
  started(start: WorldStart): void
  /** What happened to agents, in order. After a failure some of it may be told again. */
  happened(events: readonly EventText[]): void
  /** Observations of a tick, in any number of parts. What they show can no longer be lost. */
  observed(frames: readonly ObsFrame[]): void
  /** All of this tick was told. */
  ticked(tick: WorldTick): void
  /** Nothing can be written now, so nothing must happen. Undefined: it can be again. */
  stalled(reason: string | undefined): void
  /** The world's own code broke, or its thread died. */
  failed(failure: WorldFailure): void
  /** Everything told so far is about to be needed no more by the world: make its events safe, then resolve. */
  keepEvents(): Promise<void>
}

/**
 * One world behind a door that does not say where it runs. Inputs wait until the next tick takes them all; results come
 * by the listener, later than the call or within it. Observations are made there too, beside the state they show.
 */
export interface WorldRunner {
  readonly worldId: string
  /** Brings the world up. Resolves when it is there; rejects when it cannot be. */
  open(listener: RunnerListener): Promise<void>
  /** Hands in an input. Resolves once it is safe, with the tick that will take it: from then on it may be acknowledged. */
  submit(input: Input): Promise<number>
  /** Inputs waiting for the next tick. */
  readonly waiting: number
  /** From the next tick on, makes observations of this agent for somebody new, beginning with a full view. */
  watch(watcher: Watcher): void
  unwatch(agentId: AgentId): void
  /**
   * Runs the tick of this number; missing ones before it run first, with no inputs. `obsEvery`: each agent is observed at
   * every such tick only.
   */
  step(tick: number, obsEvery: number): void
  agents(): Promise<readonly AgentSummary[]>
  /** What is seen of a tile from above. Nothing while the world does not run or too many ask. */
  map(tile: MapTile): Promise<MapPart | undefined>
  close(): Promise<void>
}
