import { z } from 'zod'
import { defineMessage } from '../define.js'
import { REFERENCE_CHARS_MAX, SUPPORTED_VERSIONS_MAX } from '../limits.js'
import { bool, int, str, type Wire } from '../primitives.js'
import { protocolVersion } from './common.js'

export const Hello = defineMessage({
  name: 'HELLO',
  doc: 'First message of a client: who it is, which versions it speaks, and the token of an earlier life if it has one.',
  direction: 'client to server',
  phase: 'handshake',
  versions: ['1.1', '1.0', '0.9'],
  schema: z.object({
    type: z.literal('HELLO'),
    protocol_version: protocolVersion(),
    supported_versions: z
      .array(z.string())
      .max(SUPPORTED_VERSIONS_MAX)
      .describe('all versions the client speaks; `protocol_version` counts too')
      .default([]),
    agent_name: str('name shown to others, need not be unique; blank means `agent`').default(''),
    capabilities: z
      .object({
        delta_voxels: bool('send changed cells only').default(false),
        max_queue: int('frames the server may keep for a slow client; 0 or less means 8, at most 64').default(0),
        clawstead: bool('the client understands what this server adds to the wire').default(false),
      })
      .describe('what the client can do')
      .prefault({}),
    client_capabilities: z
      .object({
        delta_voxels: bool('has no effect').optional(),
        ack_required: bool('has no effect').optional(),
        event_cursor: bool('has no effect').optional(),
      })
      .describe('sent by existing clients, without effect')
      .optional(),
    auth: z
      .object({ token: z.string().max(REFERENCE_CHARS_MAX).describe('resume token').default('') })
      .describe('absent for a new agent')
      .prefault({}),
    world_preference: str('world to join; unknown or blank means the default world; not looked at on resume').default(
      '',
    ),
  }),
})
export type Hello = Wire<typeof Hello.schema>
