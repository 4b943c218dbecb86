import type { JsonSchema, Skill } from '@clawstead/skills'
import { actAndWait } from '../models/act-and-wait.js'
import { build } from '../models/build.js'
import { find } from '../models/find.js'
import { look } from '../models/look.js'
import { recall, remember } from '../models/memory.js'
import { plan } from '../models/plan.js'
import { waitFor } from '../models/wait-for.js'
import { picture } from '../pictures/picture.js'
import type { Sessions } from '../sessions.js'
import { act } from './act.js'
import { disconnect } from './disconnect.js'
import { getCatalog } from './get-catalog.js'
import { getEvents } from './get-events.js'
import { getObs } from './get-obs.js'
import { getStatus } from './get-status.js'
import { listWorlds } from './list-worlds.js'

/** The seven tools of the skill document, in the order they are listed. */
const DOCUMENT_TOOLS = [getStatus, listWorlds, getObs, getEvents, getCatalog, act, disconnect]

/** Coarser ones for models: few calls, answers of a stated size, advice with every error. */
const MODEL_TOOLS = [look, actAndWait, waitFor, find, plan, build, remember, recall, picture]

/** Everything that can be called. */
export function allSkills(sessions: Sessions): readonly Skill[] {
  return [...MODEL_TOOLS, ...DOCUMENT_TOOLS].map((tool) => tool(sessions))
}

/** Existing agents expect `list_tools` to name exactly the seven; the others can be called by name. */
export function isDocumentTool({ name }: Skill): boolean {
  return Object.hasOwn(PUBLISHED_SCHEMAS, name)
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
