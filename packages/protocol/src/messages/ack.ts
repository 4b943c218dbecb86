import { z } from 'zod'
import { defineMessage } from '../define.js'
import { bool, str, uint, type Wire } from '../primitives.js'
import { protocolVersion } from './common.js'

export const Ack = defineMessage({
  name: 'ACK',
  doc: 'The ACT was taken for processing, or is malformed. Says nothing about how its actions went.',
  direction: 'server to client',
  phase: 'joined',
  versions: ['1.1'],
  schema: z.object({
    type: z.literal('ACK'),
    protocol_version: protocolVersion(),
    ack_for: str('the `act_id`; empty when it could not be read').default(''),
    accepted: bool('taken for processing').default(false),
    code: str('error code, on rejection only').optional(),
    message: str('what is wrong, on rejection only').optional(),
    server_tick: uint('next tick to be simulated when the ACT came in').optional(),
    world_id: str('world of the session at that moment').optional(),
    detail: str('which field breaks which rule, for clients with `capabilities.clawstead`').optional(),
  }),
})
export type Ack = Wire<typeof Ack.schema>
