import { z } from 'zod'
import { defineMessage } from '../define.js'
import { bool, int, int64, str, type Wire } from '../primitives.js'
import { protocolVersion, WorldDescriptor } from './common.js'

const palette = (doc: string) =>
  z
    .object({ digest: str('digest of the catalog').default(''), count: int('entries').default(0) })
    .describe(doc)
    .prefault({})
const digest = (doc: string) => str(doc).default('')

export const Welcome = defineMessage({
  name: 'WELCOME',
  doc: 'Answer to HELLO: the agent, its resume token and the numbers of the world. Sent once per connection.',
  direction: 'server to client',
  phase: 'handshake',
  versions: ['1.1', '1.0', '0.9'],
  schema: z.object({
    type: z.literal('WELCOME'),
    protocol_version: protocolVersion(),
    selected_version: str('the version both sides speak from now on').default(''),
    server_capabilities: z
      .object({
        ack: bool('ACTs are acknowledged').default(false),
        event_batch: bool('events can be fetched by cursor').default(false),
        idempotency: bool('a repeated `act_id` runs once').default(false),
      })
      .describe('what a 1.1 session offers')
      .prefault({}),
    session_id: str('this connection').default(''),
    agent_id: str('the agent').default(''),
    resume_token: str('secret that brings the same agent back; every resume gives a new one').default(''),
    world_params: z
      .object({
        tick_rate_hz: int('ticks per second').default(0),
        chunk_size: z.tuple([z.int(), z.int(), z.int()]).describe('[x, z, height]').default([0, 0, 0]),
        height: int('height of the world').default(0),
        obs_radius: int('radius of the voxel cube').default(0),
        day_ticks: int('ticks per day').default(0),
        seed: int64('seed of the world').default(0),
      })
      .describe('numbers of the world')
      .prefault({}),
    catalogs: z
      .object({
        block_palette: palette('block palette'),
        item_palette: palette('item palette'),
        recipes_digest: digest('digest of the recipes'),
        blueprints_digest: digest('digest of the blueprints'),
        law_templates_digest: digest('digest of the law templates'),
        events_digest: digest('digest of the world events'),
        tuning_digest: digest('digest of the tuning'),
      })
      .describe('digests of the CATALOG messages that follow')
      .prefault({}),
    current_world_id: str('world the agent is in').default(''),
    world_manifest: z.array(WorldDescriptor).describe('all worlds of the server, by id').default([]),
  }),
})
export type Welcome = Wire<typeof Welcome.schema>
