import { z } from 'zod'
import { defineMessage } from '../define.js'
import { int, int64, str, strings, uint, type Wire } from '../primitives.js'
import { ChunkEvict, ChunkPatch, ChunkSurface, ChunkVoxelPatch, ChunkVoxels, ChunkVoxelsEvict } from './chunks.js'
import { OBSERVER_VERSION, Subscribe } from './subscribe.js'
import { Tick } from './tick.js'

/** Body of `GET /admin/v1/observer/bootstrap`: what an observer must know to read the stream. */
export const Bootstrap = defineMessage({
  name: 'BOOTSTRAP',
  doc: 'Body of GET /admin/v1/observer/bootstrap. Not a frame: it has no `type`.',
  direction: 'server to client',
  phase: 'any',
  versions: [OBSERVER_VERSION],
  schema: z.object({
    protocol_version: str('`0.1`').default(''),
    world_id: str('the world').default(''),
    tick: uint('the next tick').default(0),
    world_params: z.object({
      tick_rate_hz: int('ticks per second'),
      chunk_size: z.tuple([z.int(), z.int(), z.int()]).describe('[16, 16, height]'),
      height: int('height of the world'),
      seed: int64('seed of the world'),
      boundary_r: int('the world ends so many blocks from 0,0'),
    }),
    block_palette: strings('block names; the index is the block id'),
  }),
})
export type Bootstrap = Wire<typeof Bootstrap.schema>

/** What an observer may send, by `type`. */
export const OBSERVER_CLIENT_MESSAGES = { SUBSCRIBE: Subscribe } as const

/** What an observer receives, by `type`. */
export const OBSERVER_SERVER_MESSAGES = {
  TICK: Tick,
  CHUNK_SURFACE: ChunkSurface,
  CHUNK_PATCH: ChunkPatch,
  CHUNK_EVICT: ChunkEvict,
  CHUNK_VOXELS: ChunkVoxels,
  CHUNK_VOXEL_PATCH: ChunkVoxelPatch,
  CHUNK_VOXELS_EVICT: ChunkVoxelsEvict,
} as const

export type ObserverServerMessage =
  | Tick
  | ChunkSurface
  | ChunkPatch
  | ChunkEvict
  | ChunkVoxels
  | ChunkVoxelPatch
  | ChunkVoxelsEvict
