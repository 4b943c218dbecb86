import { defineSkill, type Skill, SkillError, wholeNumber } from '@clawstead/skills'
import { z } from 'zod'
import { TOOL_TIMEOUT_MS } from '../limits.js'
import { OBS_MODES, type ObsMode, viewObs } from '../obs-view.js'
import type { Sessions } from '../sessions.js'
import { AUTHOR, omitEmpty, VERSION, waitMs, withToolErrors } from './common.js'

export function getObs(sessions: Sessions): Skill {
  return defineSkill({
    name: 'voxelcraft/get_obs',
    version: VERSION,
    author: AUTHOR,
    description:
      'The raw observation, with `events` since I last looked: what came of an act, too. `mode`: `summary` (default; no blocks, last 20 events), `no_voxels` or `full` (with blocks as RLE). `wait_new_tick` waits for the next tick, up to `timeout_ms` (2000).',
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
          const { observation, carried } = look
          const { tick, obs_id, events_cursor } = observation.obs
          return {
            tick,
            agent_id: observation.obs.agent_id || agentId,
            ...omitEmpty({ obs_id, events_cursor }),
            obs: viewObs(observation, mode, carried),
          }
        }),
      )
    },
  })
}

function readMode(asked: string | undefined): ObsMode {
  if (asked === undefined || asked === '') return 'summary'
  const mode = OBS_MODES.find((known) => known === asked)
  if (mode === undefined) throw new SkillError('failed', `unknown mode: ${asked}`)
  return mode
}
