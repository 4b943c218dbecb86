import type { Connection } from '@clawstead/client'
import { CATALOG_ORDER } from '@clawstead/protocol'
import { defineSkill, type Skill } from '@clawstead/skills'
import { z } from 'zod'
import type { Sessions } from '../sessions.js'
import type { SavedWake } from '../state-file.js'
import { AUTHOR, omitEmpty, VERSION } from './common.js'

const Output = z.object({
  connected: z.boolean(),
  agent_id: z.string().optional(),
  resume_token: z.string().optional(),
  world_ws_url: z.string(),
  protocol_version: z.string().optional(),
  last_obs_tick: z.int().min(0),
  last_obs_id: z.string().optional(),
  last_events_cursor: z.int().min(1).optional(),
  current_world_id: z.string().optional(),
  catalog_digests: z.record(z.string(), z.string()).optional(),
  last_error: z.string().optional(),
  wakes: z
    .array(
      z.object({
        wake_id: z.string(),
        deliver: z.string(),
        url: z.string().optional(),
        any: z.array(z.unknown()),
        cursor: z.int().min(0),
        disabled: z.string().optional(),
      }),
    )
    .optional(),
})

export function getStatus(sessions: Sessions): Skill {
  return defineSkill({
    name: 'voxelcraft/get_status',
    version: VERSION,
    author: AUTHOR,
    description: 'Am I connected, which agent, in which world, how fresh is what I know, what do I watch for?',
    isReadOnly: true,
    input: z.object({}),
    output: Output,
    run: (_input, { caller }) =>
      sessions.use(caller.identity, ({ connection, key }) => ({
        ...statusOf(connection),
        ...omitEmpty({ wakes: sessions.wakes.list(key).map(viewWake) }),
      })),
  })
}

function statusOf(connection: Connection): z.infer<typeof Output> {
  const { latest } = connection
  return {
    connected: connection.isConnected,
    ...omitEmpty({ agent_id: connection.agentId, resume_token: connection.resumeToken }),
    world_ws_url: connection.url,
    ...omitEmpty({ protocol_version: connection.protocolVersion }),
    last_obs_tick: latest?.obs.tick ?? 0,
    ...omitEmpty({
      last_obs_id: latest?.obs.obs_id,
      last_events_cursor: connection.newestEventCursor,
      current_world_id: connection.worldId,
      catalog_digests: digestsOf(connection),
      last_error: connection.lastError,
    }),
  }
}

/** A watch without its secret, which was told once. */
function viewWake({ id, deliver, url, any, cursor, disabled }: SavedWake) {
  const said = { ...(url === undefined ? {} : { url }), ...(disabled === undefined ? {} : { disabled }) }
  return { wake_id: id, deliver, any, cursor, ...said }
}

/** WELCOME names them all; a CATALOG that has arrived is the surer source. */
function digestsOf(connection: Connection): Record<string, string> {
  const named = connection.welcome?.catalogs
  const digestByName: Record<string, string | undefined> = {
    block_palette: named?.block_palette.digest,
    item_palette: named?.item_palette.digest,
    tuning: named?.tuning_digest,
    recipes: named?.recipes_digest,
    blueprints: named?.blueprints_digest,
    law_templates: named?.law_templates_digest,
    events: named?.events_digest,
  }
  const digests = CATALOG_ORDER.map((name) => [name, connection.catalog(name)?.digest || digestByName[name]] as const)
  return Object.fromEntries(digests.flatMap(([name, digest]) => (digest ? [[name, digest]] : [])))
}
