import { type ActionRequest, actThroughBreaks, systemClock, type UniqueStamps } from '@clawstead/client'
import { decodeClientFrame } from '@clawstead/protocol'
import { defineSkill, type Skill, SkillError, wholeNumber } from '@clawstead/skills'
import { z } from 'zod'
import { TOOL_TIMEOUT_MS } from '../limits.js'
import type { Sessions } from '../sessions.js'
import { AUTHOR, VERSION, waitMs, withToolErrors } from './common.js'

export function act(sessions: Sessions): Skill {
  return defineSkill({
    name: 'voxelcraft/act',
    version: VERSION,
    author: AUTHOR,
    description:
      'Do something. `instants` happen at once (SAY, EAT, OFFER_TRADE ...), `tasks` take time (MOVE_TO, MINE, CRAFT ...), `cancel` ends running tasks by their task_id. Each entry is an object with `type` and its arguments; `id` is optional and comes back as `ref` in the ACTION_RESULT. Everything else is filled in. Optional: `expected_world_id`, `act_id` (runs once however often it is sent), `based_on_obs_id`, `idempotency_key`, `wait_ack_ms` (default 2000). `sent` and `ack` only say that it arrived: look at get_obs or get_events for what came of it.',
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

/** The list as the wire knows it, or a refusal that names the element, the field and the rule. */
function readActions(list: 'instants' | 'tasks', value: unknown): readonly ActionRequest[] {
  if (value === undefined || value === null) return []
  const decoded = decodeClientFrame(JSON.stringify({ type: 'ACT', protocol_version: '1.1', [list]: value }))
  if (!decoded.ok) throw new SkillError('failed', `parse ${list}: ${decoded.error.message}`)
  if (decoded.value.type !== 'ACT') throw new TypeError('an ACT reads as an ACT')
  return decoded.value[list] as readonly ActionRequest[]
}

/** Requests without an id get one, so their results can be told apart. */
function nameActions(
  instants: readonly ActionRequest[],
  tasks: readonly ActionRequest[],
  stamps: UniqueStamps,
): { instants: readonly ActionRequest[]; tasks: readonly ActionRequest[] } {
  const stamp = stamps.next()
  let count = 0
  const name = (prefix: string) => (action: ActionRequest) => {
    const id = (action.id ?? '').trim()
    if (id !== '') return { ...action, id }
    count += 1
    return { ...action, id: `${prefix}_${stamp}_${count}` }
  }
  return { instants: instants.map(name('I')), tasks: tasks.map(name('K')) }
}

/** A blank text counts as not given. */
function given<Name extends string>(name: Name, text: string | undefined): { readonly [key in Name]?: string } {
  const trimmed = (text ?? '').trim()
  return trimmed === '' ? {} : ({ [name]: trimmed } as { readonly [key in Name]?: string })
}
