import { defineSkill, type Skill, SkillError, wholeNumber } from '@clawstead/skills'
import { z } from 'zod'
import { ACT_WAIT_MS_DEFAULT, TOOL_TIMEOUT_MS, WAIT_MS_MAX, WAITS_MAX } from '../limits.js'
import type { Session } from '../session.js'
import type { Sessions } from '../sessions.js'
import { AUTHOR, VERSION } from '../tools/common.js'
import { viewCauses } from '../wake/cause-view.js'
import { type Condition, readConditions } from '../wake/condition.js'
import { waitFor as waitForWaking } from '../wake/wait.js'
import { Fields, notConnected, selfOf, wholeWithin } from './common.js'

export function waitFor(sessions: Sessions): Skill {
  return defineSkill({
    name: 'voxelcraft/wait_for',
    version: VERSION,
    author: AUTHOR,
    description:
      'Wait until one of `any` holds: {"on":"attacked"}, damaged, died, trade, world, task (kind), message (to "me" or "anyone"), event (types), hp or hunger (below), has (item, count), agent_near (within), ticks (count). What came after `since`, the last `cursor`, counts. With `deliver` ("notification" or a URL) it goes on watching instead; `stop` a wake_id ends that.',
    input: z.object({
      any: z.array(Fields).optional(),
      since: wholeNumber({ min: 0 }).optional(),
      wait_ms: wholeWithin(0, WAIT_MS_MAX).optional(),
      deliver: z.string().optional(),
      stop: z.string().optional(),
    }),
    output: z.object({
      ended: z.enum(['woken', 'timeout', 'standing', 'stopped']),
      because: z.array(Fields),
      cursor: z.int().min(0),
      self: Fields,
      wake_id: z.string().optional(),
      secret: z.string().optional(),
      next: z.string().optional(),
    }),
    timeoutMs: TOOL_TIMEOUT_MS,
    concurrencyMax: WAITS_MAX,
    async run({ any, since, wait_ms = ACT_WAIT_MS_DEFAULT, deliver, stop }, { caller, signal }) {
      if (any === undefined && stop === undefined) {
        throw new SkillError('bad_input', 'any: say what to wait for, such as [{"on":"attacked"}]')
      }
      const conditions = any === undefined ? [] : readConditions(any)
      return sessions.use(caller.identity, async (session) => {
        if ((await session.firstLook()) === undefined) throw notConnected(session)
        if (stop !== undefined) {
          sessions.wakes.remove(session, stop)
          return { ended: 'stopped' as const, ...stateOf(session), because: [] }
        }
        if (deliver !== undefined) return leaveStanding(sessions, session, conditions, deliver)
        const { causes, cursor } = await waitForWaking(session, {
          conditions,
          since: cursorOf(since),
          timeoutMs: wait_ms,
          signal,
        })
        const answer = { ...stateOf(session), because: viewCauses(causes), cursor }
        if (causes.length > 0) return { ended: 'woken' as const, ...answer }
        return { ended: 'timeout' as const, ...answer, next: `Nothing of that yet: call again with since ${cursor}.` }
      })
    },
  })
}

function leaveStanding(sessions: Sessions, session: Session, any: readonly Condition[], deliver: string) {
  const isQuiet = deliver === 'notification'
  const request = isQuiet
    ? { any, deliver: 'notification' as const }
    : { any, deliver: 'webhook' as const, url: deliver }
  const { id, secret } = sessions.wakes.add(session, request)
  return {
    ended: 'standing' as const,
    ...stateOf(session),
    because: [],
    wake_id: id,
    ...(secret === undefined
      ? { next: 'Subscribe to clawstead://wake; it is updated whenever the watch fires.' }
      : { secret, next: 'Keep the secret: it signs what the address receives.' }),
  }
}

function stateOf(session: Session): { readonly cursor: number; readonly self: Record<string, unknown> } {
  const { latest } = session.connection
  return { cursor: session.heardCursor, self: latest === undefined ? {} : selfOf(latest) }
}

/** No log is longer than numbers are exact, so a cursor beyond that lies beyond the log. */
function cursorOf(since: number | bigint | undefined): number | undefined {
  return since === undefined ? undefined : Number(since)
}
