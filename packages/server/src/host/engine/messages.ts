import type { AgentId, Catalog, WorldDefinition } from '@clawstead/protocol'
import type { Atlas, Input, Profile } from '@clawstead/world'
import type { InboxPosition, SequenceRun } from '../../store/index.js'
import type { HandedInput } from '../intake.js'
import type {
  AgentSummary,
  EventText,
  MapPart,
  MapTile,
  MemoryItem,
  Watcher,
  WorldStart,
  WorldTick,
} from '../world-runner.js'

/** All a world needs to exist. Plain data: it crosses into another thread. */
export interface EngineSetup {
  readonly worldId: string
  readonly seed: number
  readonly secret: string
  readonly profile: Profile['id']
  readonly catalog: Catalog
  readonly definition: WorldDefinition
  /** All worlds of the server and the ways between them; none where there is but one. */
  readonly atlas?: Atlas | undefined
  /** The folder of this world; nothing is kept without one. */
  readonly directory: string | undefined
  /** Acts found waiting are answered with a refusal instead of being carried out: the world broke on them before. */
  readonly refusesPending: boolean
}

/** What a host asks of a world. */
export type EngineCommand =
  | { readonly kind: 'watch'; readonly watcher: Watcher }
  | { readonly kind: 'unwatch'; readonly agentId: AgentId }
  | { readonly kind: 'step'; readonly tick: number; readonly obsEvery: number; readonly inputs: readonly HandedInput[] }
  | { readonly kind: 'agents'; readonly number: number }
  | { readonly kind: 'map'; readonly number: number; readonly tile: MapTile }
  | { readonly kind: 'events_kept'; readonly number: number; readonly ok: boolean }
  | { readonly kind: 'close' }

/** One observation within the bytes of a batch. */
export interface PackedFrame {
  readonly agentId: AgentId
  readonly watch: number
  readonly start: number
  readonly end: number
  readonly cursor: number
  readonly memory: readonly MemoryItem[]
}

/** Observations with their bytes in one piece, which can be handed to another thread without copying. */
export interface FrameBatch {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly frames: readonly PackedFrame[]
}

/** What a world tells its host, in the order it happened. */
export type EngineReport =
  /** With the position from which the host goes on writing the inbox, where there is one. */
  | { readonly kind: 'started'; readonly start: WorldStart; readonly inbox?: InboxPosition }
  | { readonly kind: 'not_started'; readonly reason: string }
  /** Events of a tick, or of many that were brought back by running the log again. */
  | { readonly kind: 'events'; readonly events: readonly EventText[] }
  | { readonly kind: 'observed'; readonly batch: FrameBatch }
  | { readonly kind: 'ticked'; readonly tick: WorldTick }
  | { readonly kind: 'agents'; readonly number: number; readonly agents: readonly AgentSummary[] }
  | { readonly kind: 'map'; readonly number: number; readonly part: MapPart | undefined }
  /** Entries of the inbox that nobody needs any more. */
  | { readonly kind: 'settled'; readonly runs: readonly SequenceRun[] }
  | { readonly kind: 'keep_events'; readonly number: number }
  | { readonly kind: 'stalled'; readonly reason: string | undefined }
  | { readonly kind: 'failed'; readonly failure: EngineFailure }
  | { readonly kind: 'log'; readonly level: 'info' | 'warn'; readonly fields: object; readonly message: string }
  | { readonly kind: 'closed' }

/** All that is needed to see a failure again: the state before it is given by the log. */
export interface EngineFailure {
  readonly message: string
  readonly stack: string
  /** The tick that was being run. */
  readonly tick: number
  readonly inputs: readonly Input[]
  /** Digest of the last tick that was run, and of the last one that is in the log. */
  readonly digests: { readonly run: string; readonly kept: string }
}
