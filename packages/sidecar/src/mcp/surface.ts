import type { Logger, McpSurface, Registry } from '@clawstead/skills'
import { mapTiles } from '../pictures/tiles.js'
import type { Sessions } from '../sessions.js'
import { PUBLISHED_SCHEMAS } from '../tools/tools.js'
import { INSTRUCTIONS } from './instructions.js'
import { WORLD_PROMPTS } from './prompts.js'
import { worldResources } from './resources.js'

export const SERVER_NAME = 'clawstead'
export const SERVER_VERSION = '0.1.0'

/** The world as clients of the Model Context Protocol see it. */
export function worldSurface(parts: {
  readonly registry: Registry
  readonly sessions: Sessions
  readonly log: Logger
}): McpSurface {
  const { registry, sessions, log } = parts
  return {
    registry,
    serverName: SERVER_NAME,
    serverVersion: SERVER_VERSION,
    instructions: INSTRUCTIONS,
    resources: worldResources(sessions),
    resourceTemplates: [mapTiles(sessions)],
    prompts: WORLD_PROMPTS,
    inputSchemaByName: PUBLISHED_SCHEMAS,
    onError: (error) => log.debug({ err: error }, 'mcp client error'),
  }
}
