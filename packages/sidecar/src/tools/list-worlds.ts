import { WorldDescriptor } from '@clawstead/protocol'
import { defineSkill, type Skill } from '@clawstead/skills'
import { z } from 'zod'
import type { Sessions } from '../sessions.js'
import { AUTHOR, omitEmpty, VERSION } from './common.js'

export function listWorlds(sessions: Sessions): Skill {
  return defineSkill({
    name: 'voxelcraft/list_worlds',
    version: VERSION,
    author: AUTHOR,
    description: 'Worlds of this server: id, kind, gate, cooldown, next reset. Go there with the instant SWITCH_WORLD.',
    isReadOnly: true,
    input: z.object({}),
    output: z.object({ worlds: z.array(WorldDescriptor) }),
    run: (_input, { caller }) =>
      sessions.use(caller.identity, ({ connection }) => ({
        worlds: (connection.welcome?.world_manifest ?? []).map(({ world_id, ...rest }) => ({
          world_id,
          ...omitEmpty(rest),
        })),
      })),
  })
}
