import { defineSkill, type Skill } from '@clawstead/skills'
import { z } from 'zod'
import type { Sessions } from '../sessions.js'
import { AUTHOR, VERSION } from './common.js'

export function disconnect(sessions: Sessions): Skill {
  return defineSkill({
    name: 'voxelcraft/disconnect',
    version: VERSION,
    author: AUTHOR,
    description: 'Drop the connection; it comes back by itself as the same agent.',
    input: z.object({}),
    output: z.object({ ok: z.literal(true) }),
    run: (_input, { caller }) =>
      sessions.use(caller.identity, ({ connection }) => {
        connection.reconnect()
        return { ok: true as const }
      }),
  })
}
