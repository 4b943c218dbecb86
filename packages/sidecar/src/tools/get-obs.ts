import { defineSkill, type Skill, SkillError, wholeNumber } from '@clawstead/skills'
import { z } from 'zod'
import { TOOL_TIMEOUT_MS } from '../limits.js'
import { type Carried, OBS_MODES, type ObsMode, viewObs } from '../obs-view.js'
import type { Look } from '../session.js'
import type { Sessions } from '../sessions.js'
import { AUTHOR, omitEmpty, VERSION, waitMs, withToolErrors } from './common.js'

export function getObs(sessions: Sessions): Skill {
  return defineSkill({
    name: 'voxelcraft/get_obs',
    version: VERSION,
    author: AUTHOR,
    description:
      'The raw observation with `events` since I last looked. `mode`: `summary` (default; no blocks, last 20 events), `no_voxels` or `full` (blocks as RLE). `wait_new_tick`: the next tick, within `timeout_ms` (2000).',
    isReadOnly: true,
    input: z.object({
      mode: z.string().optional().describe('`full`, `no_voxels` or `summary`'),
      wait_new_tick: z.boolean().optional(),
      timeout_ms: wholeNumber().optional(),
    }),
    output: z.object({
      tick: z.int().min(0),
      agent_id: z.string(),
      obs_id: z.string().optional(),
      events_cursor: z.int().min(1).optional(),
      obs: z.record(z.string(), z.unknown()).nullable(),
    }),
    timeoutMs: TOOL_TIMEOUT_MS,
    async run({ mode: asked, wait_new_tick, timeout_ms }, { caller }) {
      const mode = readMode(asked)
      const request = {
        waitForNewTick: wait_new_tick === true,
        timeoutMs: waitMs(timeout_ms),
        needsCube: mode === 'full',
      }
      return sessions.use(caller.identity, (session) =>
        withToolErrors(async () => {
          const look = await session.look(request)
          const agentId = session.connection.agentId ?? ''
          if (look === undefined) return { tick: 0, agent_id: agentId, obs: null }
          return answerOf(look, mode, agentId)
        }),
      )
    },
  })
}

type Answer = ReturnType<typeof makeAnswer>

/** Asking again before anything new happened gives the same answer, so it is made once. */
const answersByCarried = new WeakMap<Carried, Map<ObsMode, Answer>>()

function answerOf(look: Look, mode: ObsMode, agentId: string) {
  const { carried } = look
  const answers = answersByCarried.get(carried) ?? new Map<ObsMode, Answer>()
  answersByCarried.set(carried, answers)
  const known = answers.get(mode)
  if (known !== undefined) return known
  const answer = Object.freeze(makeAnswer(look, mode, agentId))
  answers.set(mode, answer)
  return answer
}

function makeAnswer({ observation, carried }: Look, mode: ObsMode, agentId: string) {
  const { tick, obs_id, events_cursor } = observation.obs
  return {
    tick,
    agent_id: observation.obs.agent_id || agentId,
    ...omitEmpty({ obs_id, events_cursor }),
    obs: viewObs(observation, mode, carried),
  }
}

function readMode(asked: string | undefined): ObsMode {
  if (asked === undefined || asked === '') return 'summary'
  const mode = OBS_MODES.find((known) => known === asked)
  if (mode === undefined) throw new SkillError('failed', `unknown mode: ${asked}`)
  return mode
}
