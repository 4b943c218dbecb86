import { CATALOG_ORDER } from '@clawstead/protocol'
import { type McpResource, SkillError } from '@clawstead/skills'
import { WAIT_MS_DEFAULT } from '../limits.js'
import type { Sessions } from '../sessions.js'
import { readCatalog } from '../tools/get-catalog.js'
import { actionReference } from './action-reference.js'
import { RULES } from './rules.js'
import { wakeResource } from './wake-resource.js'

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
      watch: ({ identity }, onChange) => watchAgent(sessions, identity, onChange),
    },
    wakeResource(sessions),
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

/** Tells when anything about the agent itself is another than before; time passing does not count. */
function watchAgent(sessions: Sessions, identity: string, onChange: () => void): () => void {
  let stop: (() => void) | undefined
  let isOver = false
  void sessions.use(identity, ({ connection }) => {
    if (isOver) return
    let last = ''
    stop = connection.on('observation', ({ obs: { world_id, self, inventory, equipment, local_rules, tasks } }) => {
      const now = JSON.stringify([world_id, self, inventory, equipment, local_rules, tasks])
      if (last !== '' && now !== last) onChange()
      last = now
    })
  })
  return () => {
    isOver = true
    stop?.()
  }
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
