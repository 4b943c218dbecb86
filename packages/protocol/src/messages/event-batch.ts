import { z } from 'zod'
import { defineMessage } from '../define.js'
import { AnyEvent, type ReceivedEvent } from '../events/events.js'
import { EVENT_BATCH_DEFAULT, EVENT_BATCH_MAX, REFERENCE_CHARS_MAX } from '../limits.js'
import { int, str, uint, type Wire } from '../primitives.js'
import { protocolVersion } from './common.js'

export const EventBatchReq = defineMessage({
  name: 'EVENT_BATCH_REQ',
  doc: 'Ask for events after a cursor, for instance after an OBS was missed.',
  direction: 'client to server',
  phase: 'joined',
  versions: ['1.1'],
  schema: z.object({
    type: z.literal('EVENT_BATCH_REQ'),
    protocol_version: protocolVersion(),
    req_id: z
      .string()
      .max(REFERENCE_CHARS_MAX)
      .describe('echoed in the answer; an empty one gets no answer')
      .default(''),
    since_cursor: uint('the last event the client has').default(0),
    limit: int('how many events; 0 or less means 100, at most 1000').default(0),
  }),
})
export type EventBatchReq = Wire<typeof EventBatchReq.schema>

export const EventBatch = defineMessage({
  name: 'EVENT_BATCH',
  doc: 'Events of the agent in ascending order of their cursors.',
  direction: 'server to client',
  phase: 'joined',
  versions: ['1.1'],
  schema: z.object({
    type: z.literal('EVENT_BATCH'),
    protocol_version: protocolVersion(),
    req_id: str('as asked').default(''),
    events: z
      .array(z.object({ cursor: uint('place in the log of the agent').default(0), event: AnyEvent }))
      .describe('newer than `since_cursor`; the oldest may be gone')
      .default([]),
    next_cursor: uint('cursor of the last event here, or `since_cursor`').default(0),
    world_id: str('world of the session').optional(),
  }),
})
export type EventBatch = Omit<Wire<typeof EventBatch.schema>, 'events'> & {
  readonly events: readonly { readonly cursor: number; readonly event: ReceivedEvent }[]
}

/** How many events a request really gets. */
export const eventBatchLimit = (limit: number): number =>
  limit <= 0 ? EVENT_BATCH_DEFAULT : Math.min(limit, EVENT_BATCH_MAX)
