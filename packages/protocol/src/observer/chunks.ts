import { z } from 'zod'
import { defineMessage } from '../define.js'
import { CHUNK_SIZE, WORLD_HEIGHT_MAX } from '../limits.js'
import { int, str, uint16, type Wire } from '../primitives.js'
import { OBSERVER_VERSION } from './subscribe.js'

const local = (doc: string) =>
  z
    .int()
    .min(0)
    .max(CHUNK_SIZE - 1)
    .describe(doc)
const height = (doc: string) =>
  z
    .int()
    .min(0)
    .max(WORLD_HEIGHT_MAX - 1)
    .describe(doc)

const define = <const N extends string, F extends z.ZodRawShape>(name: N, doc: string, fields: F) =>
  defineMessage({
    name,
    doc,
    direction: 'server to client',
    phase: 'any',
    versions: [OBSERVER_VERSION],
    schema: z.object({
      type: z.literal(name),
      protocol_version: str('`0.1`').default(''),
      cx: int('chunk column, floor(x / 16)'),
      cz: int('chunk row, floor(z / 16)'),
      ...fields,
    }),
  })

export const ChunkSurface = define('CHUNK_SURFACE', 'The top of a chunk: for each column its highest block.', {
  encoding: z.literal('PAL16_Y8').describe('256 cells of 3 bytes, index z*16+x: block id little-endian, then y'),
  data: str('768 bytes in base64'),
})
export type ChunkSurface = Wire<typeof ChunkSurface.schema>

export const ChunkPatch = define('CHUNK_PATCH', 'Changed columns of a tile sent before.', {
  cells: z
    .array(
      z.object({
        x: local('within the chunk'),
        z: local('within the chunk'),
        block: uint16('block id'),
        y: height('its height'),
      }),
    )
    .describe('by z, then x')
    .default([]),
})
export type ChunkPatch = Wire<typeof ChunkPatch.schema>

export const ChunkEvict = define('CHUNK_EVICT', 'A tile is no longer kept up to date: forget it.', {})
export type ChunkEvict = Wire<typeof ChunkEvict.schema>

export const ChunkVoxels = define('CHUNK_VOXELS', 'All cells of a chunk.', {
  encoding: z.literal('PAL16_U16LE_YZX').describe('little-endian block ids, index x + z*16 + y*256'),
  data: str('512 bytes per layer in base64'),
})
export type ChunkVoxels = Wire<typeof ChunkVoxels.schema>

export const ChunkVoxelPatch = define('CHUNK_VOXEL_PATCH', 'Changed cells of a chunk sent before.', {
  cells: z
    .array(
      z.object({
        x: local('within the chunk'),
        y: height('height'),
        z: local('within the chunk'),
        block: uint16('block id'),
      }),
    )
    .describe('by y, then z, then x')
    .default([]),
})
export type ChunkVoxelPatch = Wire<typeof ChunkVoxelPatch.schema>

export const ChunkVoxelsEvict = define('CHUNK_VOXELS_EVICT', 'The cells of a chunk are no longer kept up to date.', {})
export type ChunkVoxelsEvict = Wire<typeof ChunkVoxelsEvict.schema>
