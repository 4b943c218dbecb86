import { z } from 'zod'
import { defineMessage } from '../define.js'
import {
  OBSERVER_CHUNK_RADIUS_DEFAULT,
  OBSERVER_CHUNK_RADIUS_MAX,
  OBSERVER_CHUNKS_DEFAULT,
  OBSERVER_CHUNKS_MAX,
  OBSERVER_VOXEL_CHUNKS_DEFAULT,
  OBSERVER_VOXEL_CHUNKS_MAX,
  OBSERVER_VOXEL_RADIUS_MAX,
} from '../limits.js'
import { int, str, type Wire } from '../primitives.js'

export const OBSERVER_VERSION = '0.1'

export const Subscribe = defineMessage({
  name: 'SUBSCRIBE',
  doc: 'What an observer wants to see. The first message, and any later one to change it as a whole.',
  direction: 'client to server',
  phase: 'any',
  versions: [OBSERVER_VERSION],
  schema: z.object({
    type: z.literal('SUBSCRIBE'),
    protocol_version: str('`0.1`').default(''),
    chunk_radius: int('chunks around each connected agent; 0 or less means 6, at most 32').default(0),
    max_chunks: int('most tiles held; 0 or less means 1024, at most 16384').default(0),
    focus_agent_id: str('whose surroundings are sent as voxels; empty means none').default(''),
    voxel_radius: int('chunks around the focus agent; 0 means no voxels, at most 8').default(0),
    voxel_max_chunks: int('most voxel chunks held; 0 or less means 256, at most 2048').default(0),
  }),
})
export type Subscribe = Wire<typeof Subscribe.schema>

/** What a subscription really asks for, once defaults and ceilings are applied. */
export interface Subscription {
  readonly chunkRadius: number
  readonly chunksMax: number
  /** Empty when no voxels are wanted. */
  readonly focusAgentId: string
  readonly voxelRadius: number
  readonly voxelChunksMax: number
}

export function subscriptionOf(message: Subscribe): Subscription {
  return {
    chunkRadius: orDefault(message.chunk_radius, OBSERVER_CHUNK_RADIUS_DEFAULT, OBSERVER_CHUNK_RADIUS_MAX),
    chunksMax: orDefault(message.max_chunks, OBSERVER_CHUNKS_DEFAULT, OBSERVER_CHUNKS_MAX),
    focusAgentId: message.focus_agent_id.trim(),
    voxelRadius: Math.min(Math.max(message.voxel_radius, 0), OBSERVER_VOXEL_RADIUS_MAX),
    voxelChunksMax: orDefault(message.voxel_max_chunks, OBSERVER_VOXEL_CHUNKS_DEFAULT, OBSERVER_VOXEL_CHUNKS_MAX),
  }
}

const orDefault = (value: number, fallback: number, max: number) => (value <= 0 ? fallback : Math.min(value, max))
