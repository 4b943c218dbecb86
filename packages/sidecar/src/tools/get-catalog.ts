import type { Connection } from '@clawstead/client'
import type { CatalogMessage } from '@clawstead/protocol'
import { defineSkill, type Skill, SkillError } from '@clawstead/skills'
import { z } from 'zod'
import { TOOL_TIMEOUT_MS, WAIT_MS_DEFAULT } from '../limits.js'
import type { Sessions } from '../sessions.js'
import { AUTHOR, VERSION } from './common.js'

export function getCatalog(sessions: Sessions): Skill {
  return defineSkill({
    name: 'voxelcraft/get_catalog',
    version: VERSION,
    author: AUTHOR,
    description:
      'What exists here: block_palette (block id = place in the list), item_palette, tuning, recipes, blueprints, law_templates or events.',
    isReadOnly: true,
    input: z.object({ name: z.string().optional() }),
    output: z.object({ name: z.string(), digest: z.string(), data: z.unknown() }),
    timeoutMs: TOOL_TIMEOUT_MS,
    async run({ name: asked = '' }, { caller }) {
      if (asked === '') throw new SkillError('failed', 'missing name')
      const name = asked.trim().toLowerCase()
      if (name === '') throw new SkillError('failed', 'empty catalog name')
      return sessions.use(caller.identity, async ({ connection }) => {
        const catalog = await readCatalog(connection, name)
        if (catalog === undefined) throw new SkillError('failed', `catalog not available: ${name}`)
        return { name, digest: catalog.digest, data: catalog.data }
      })
    },
  })
}

/** A catalog by its name, waiting for the handshake to bring it; undefined when there is none of that name. */
export async function readCatalog(connection: Connection, name: string): Promise<CatalogMessage | undefined> {
  // Catalogs come before the first observation; after that no other will.
  const isHandshakeOver = connection.latest !== undefined && connection.isConnected
  const catalog =
    connection.catalog(name) ??
    (isHandshakeOver ? undefined : await connection.waitForCatalog(name, WAIT_MS_DEFAULT).catch(() => undefined))
  return catalog?.digest === '' ? undefined : catalog
}
