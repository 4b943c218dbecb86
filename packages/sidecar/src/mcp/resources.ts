import { CATALOG_ORDER } from '@clawstead/protocol'
import { type McpResource, SkillError } from '@clawstead/skills'
import { WAIT_MS_DEFAULT } from '../limits.js'
import type { Sessions } from '../sessions.js'
import { readCatalog } from '../tools/get-catalog.js'
import { actionReference } from './action-reference.js'
import { RULES } from './rules.js'

const SCHEME = 'clawstead://'

/** What a model may read without spending a call on it. */
export function worldResources(sessions: Sessions): readonly McpResource[] {
  return [
    {
      uri: `${SCHEME}rules`,
      name: 'rules',
      description: 'How this world works: bodies, reach, food, land, trade.',
      mimeType: 'text/markdown',
      read: () => RULES,
    },
    {
      uri: `${SCHEME}actions`,
      name: 'actions',
      description: 'Every instant and task with its arguments, for act and act_and_wait.',
      mimeType: 'text/markdown',
      read: actionReference,
    },
    {
      uri: `${SCHEME}agent`,
      name: 'agent',
      description: 'My agent now: place, health, what it carries and does.',
      mimeType: 'application/json',
      read: ({ caller }) => sessions.use(caller.identity, async (session) => JSON.stringify(await agentNow(session))),
    },
    ...CATALOG_ORDER.map((name) => ({
      uri: `${SCHEME}catalog/${name}`,
      name: `catalog/${name}`,
      description: `The ${name} catalog of this world.`,
      mimeType: 'application/json',
      read: ({ caller }: Parameters<McpResource['read']>[0]) =>
        sessions.use(caller.identity, async ({ connection }) => {
          const catalog = await readCatalog(connection, name)
          if (catalog === undefined) throw new SkillError('failed', `catalog not available: ${name}`)
          return JSON.stringify(catalog.data)
        }),
    })),
  ]
}

/** Looks at the newest observation without counting as a look: events stay for whoever asks for them. */
async function agentNow({ connection }: Parameters<Parameters<Sessions['use']>[1]>[0]): Promise<object> {
  const observation =
    connection.latest ??
    (await connection
      .waitForObservation(() => true, WAIT_MS_DEFAULT)
      .catch(() => {
        throw new SkillError('failed', `not connected to ${connection.url}`)
      }))
  const { agent_id, world_id, tick, self, inventory, equipment, local_rules, tasks } = observation.obs
  return { agent_id, world_id, tick, ...self, inventory, equipment, local_rules, tasks }
}
