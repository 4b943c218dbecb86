import { defineSkill, type Skill, wholeNumber } from '@clawstead/skills'
import { z } from 'zod'
import { EVENTS_LIMIT_DEFAULT, EVENTS_LIMIT_MAX, TOOL_TIMEOUT_MS } from '../limits.js'
import type { Sessions } from '../sessions.js'
import { AUTHOR, VERSION, withToolErrors } from './common.js'

/** Cursors are unsigned 64-bit numbers. */
const CURSOR_MAX = 2n ** 64n - 1n

export function getEvents(sessions: Sessions): Skill {
  return defineSkill({
    name: 'voxelcraft/get_events',
    version: VERSION,
    author: AUTHOR,
    description: 'My events after `since_cursor`, oldest first. Pass `next_cursor` next time. `limit`: 100 to 1000.',
    isReadOnly: true,
    input: z.object({
      since_cursor: wholeNumber({ min: 0, max: CURSOR_MAX }).optional(),
      limit: wholeNumber().optional(),
    }),
    output: z.object({
      events: z.array(z.object({ cursor: z.int().min(1), event: z.record(z.string(), z.unknown()) })),
      next_cursor: wholeNumber({ min: 0 }),
    }),
    timeoutMs: TOOL_TIMEOUT_MS,
    run: ({ since_cursor = 0, limit }, { caller }) =>
      sessions.use(caller.identity, ({ connection }) =>
        withToolErrors(async () => {
          // No log is that long, so nothing can come after it.
          if (typeof since_cursor === 'bigint') return { events: [], next_cursor: since_cursor }
          const { events, nextCursor } = await connection.events({ since: since_cursor, limit: limitOf(limit) })
          return {
            events: events.map(({ cursor, event }) => ({ cursor, event: { ...event } })),
            next_cursor: nextCursor,
          }
        }),
      ),
  })
}

function limitOf(asked: number | bigint | undefined): number {
  if (asked === undefined || asked <= 0) return EVENTS_LIMIT_DEFAULT
  return Number(asked > EVENTS_LIMIT_MAX ? EVENTS_LIMIT_MAX : asked)
}
