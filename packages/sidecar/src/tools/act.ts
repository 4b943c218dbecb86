import { actThroughBreaks, systemClock } from '@clawstead/client'
import { defineSkill, type Skill, wholeNumber } from '@clawstead/skills'
import { z } from 'zod'
import { TOOL_TIMEOUT_MS } from '../limits.js'
import type { Sessions } from '../sessions.js'
import { nameActions, readActions } from './actions.js'
import { AUTHOR, VERSION, waitMs, withToolErrors } from './common.js'

export function act(sessions: Sessions): Skill {
  return defineSkill({
    name: 'voxelcraft/act',
    version: VERSION,
    author: AUTHOR,
    description:
      'Send `instants` (SAY, EAT ...), `tasks` (MOVE_TO, MINE ...) and task_ids to `cancel`, without waiting. Each has a `type`, arguments and maybe an `id`, told again as `ref`. Also: `act_id` (runs once). get_obs tells what came of it.',
    input: z.object({
      instants: z.unknown().optional(),
      tasks: z.unknown().optional(),
      cancel: z.array(z.string()).optional(),
      expected_world_id: z.string().optional(),
      act_id: z.string().optional(),
      based_on_obs_id: z.string().optional(),
      idempotency_key: z.string().optional(),
      wait_ack_ms: wholeNumber().optional(),
    }),
    output: z.object({
      sent: z.literal(true),
      tick_used: z.int().min(0),
      agent_id: z.string(),
      act_id: z.string().optional(),
      ack: z.record(z.string(), z.unknown()).optional(),
    }),
    timeoutMs: TOOL_TIMEOUT_MS,
    async run({ wait_ack_ms, cancel = [], ...input }, { caller }) {
      const instants = readActions('instants', input.instants)
      const tasks = readActions('tasks', input.tasks)
      return sessions.use(caller.identity, (session) =>
        withToolErrors(async () => {
          const named = nameActions(instants, tasks, session.stamps)
          const request = {
            ...named,
            cancel,
            ...given('actId', input.act_id),
            ...given('basedOnObsId', input.based_on_obs_id),
            ...given('idempotencyKey', input.idempotency_key),
            ...given('expectedWorldId', input.expected_world_id),
          }
          const { tick, agentId, actId, ack } = await actThroughBreaks(session.connection, request, {
            clock: systemClock,
            timeoutMs: waitMs(wait_ack_ms),
            waitsForConnection: false,
          })
          const acknowledged = ack === undefined ? {} : { act_id: actId, ack: { ...ack } }
          return { sent: true as const, tick_used: tick, agent_id: agentId, ...acknowledged }
        }),
      )
    },
  })
}

/** A blank text counts as not given. */
function given<Name extends string>(name: Name, text: string | undefined): { readonly [key in Name]?: string } {
  const trimmed = (text ?? '').trim()
  return trimmed === '' ? {} : ({ [name]: trimmed } as { readonly [key in Name]?: string })
}
