import type { AgentId } from '@clawstead/protocol'
import type { Input } from '@clawstead/world'
import type {
  EventText,
  MapTile,
  ObsFrame,
  Watcher,
  WorldFailure,
  WorldStart,
  WorldTick,
} from '../host/world-runner.js'

/** What is sent to a world. Requests and orders share one subject, because their order matters. */
export type ToWorld =
  | { readonly kind: 'open' }
  | { readonly kind: 'submit'; readonly input: Input }
  | { readonly kind: 'watch'; readonly watcher: Watcher }
  | { readonly kind: 'unwatch'; readonly agentId: AgentId }
  | { readonly kind: 'step'; readonly tick: number; readonly obsEvery: number }
  | { readonly kind: 'agents' }
  | { readonly kind: 'map'; readonly tile: MapTile }
  | { readonly kind: 'close' }

/** What a world tells those who host it. `keep_events` is asked: the world goes on when it is answered. */
export type FromWorld =
  | { readonly kind: 'started'; readonly start: WorldStart }
  | { readonly kind: 'happened'; readonly events: readonly EventText[] }
  | { readonly kind: 'observed'; readonly frames: readonly ObsFrame[] }
  | { readonly kind: 'ticked'; readonly tick: WorldTick }
  | { readonly kind: 'stalled'; readonly reason: string | undefined }
  | { readonly kind: 'failed'; readonly failure: WorldFailure }
  | { readonly kind: 'keep_events' }

export const subjectTo = (worldId: string): string => `world.${worldId}.do`
export const subjectFrom = (worldId: string): string => `world.${worldId}.told`
