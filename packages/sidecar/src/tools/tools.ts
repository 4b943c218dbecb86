import type { JsonSchema, Skill } from '@clawstead/skills'
import type { Sessions } from '../sessions.js'
import { act } from './act.js'
import { disconnect } from './disconnect.js'
import { getCatalog } from './get-catalog.js'
import { getEvents } from './get-events.js'
import { getObs } from './get-obs.js'
import { getStatus } from './get-status.js'
import { listWorlds } from './list-worlds.js'

/** The world's seven tools, in the order they are listed. */
export function worldSkills(sessions: Sessions): readonly Skill[] {
  const tools = [getStatus, listWorlds, getObs, getEvents, getCatalog, act, disconnect]
  return tools.map((tool) => tool(sessions))
}

const NO_ARGUMENTS: JsonSchema = { type: 'object', properties: {}, additionalProperties: false }

/** The inputs as existing agents know them from `list_tools`; the descriptions name what else is taken. */
export const PUBLISHED_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  'voxelcraft/get_status': NO_ARGUMENTS,
  'voxelcraft/list_worlds': NO_ARGUMENTS,
  'voxelcraft/get_obs': {
    type: 'object',
    properties: {
      mode: { type: 'string', enum: ['full', 'no_voxels', 'summary'] },
      wait_new_tick: { type: 'boolean' },
      timeout_ms: { type: 'integer' },
    },
  },
  'voxelcraft/get_events': {
    type: 'object',
    properties: { since_cursor: { type: 'integer' }, limit: { type: 'integer' } },
  },
  'voxelcraft/get_catalog': { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  'voxelcraft/act': {
    type: 'object',
    properties: {
      instants: { type: 'array', items: { type: 'object' } },
      tasks: { type: 'array', items: { type: 'object' } },
      cancel: { type: 'array', items: { type: 'string' } },
    },
  },
  'voxelcraft/disconnect': NO_ARGUMENTS,
}
