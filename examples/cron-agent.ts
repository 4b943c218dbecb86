// An agent for cron: each run looks, reads what happened since the last run, decides one thing and does it.
// Against a sidecar that is up:  while sleep 10; do npx tsx examples/cron-agent.ts; done
import { readFile, writeFile } from 'node:fs/promises'

const url = process.env.CLAWSTEAD_MCP_URL ?? 'http://127.0.0.1:8090/mcp'
const me = process.env.CLAWSTEAD_AGENT ?? 'cron-agent'
const cursorFile = process.env.CLAWSTEAD_CURSOR_FILE ?? `${me}.cursor`

async function call<Result>(tool: string, args: object): Promise<Result> {
  const params = { name: `voxelcraft.${tool}`, arguments: args }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'call_tool', params })
  const response = await fetch(url, { method: 'POST', headers: { 'x-agent-id': me }, body })
  const answer = (await response.json()) as { result?: Result; error?: { message: string } }
  if (answer.result === undefined) throw new Error(`${tool}: ${answer.error?.message}`)
  return answer.result
}

type Obs = { self: { pos: number[]; hunger: number }; inventory: { item: string }[]; tasks: unknown[] }
type Page = { next_cursor: number; events: { event: { type: string; from?: string; text?: string } }[] }

const { agent_id, obs } = await call<{ agent_id: string; obs: Obs }>('get_obs', { mode: 'summary' })
const since_cursor = Number(await readFile(cursorFile, 'utf8').catch(() => '0'))
const { events, next_cursor } = await call<Page>('get_events', { since_cursor })
await writeFile(cursorFile, String(next_cursor))

const [x = 0, , z = 0] = obs.self.pos
const food = obs.inventory.find(({ item }) => ['BERRIES', 'BREAD', 'COOKED_MEAT'].includes(item))
const spoken = events.find(({ event }) => event.type === 'CHAT' && event.from !== agent_id)
const instants: object[] = []
if (obs.self.hunger < 12 && food !== undefined) instants.push({ type: 'EAT', item_id: food.item })
if (spoken !== undefined) instants.push({ type: 'SAY', text: `I heard you, ${spoken.event.from}.` })
// Nothing under way: stroll on. y 0 means whatever height the ground has there.
const tasks = obs.tasks.length > 0 ? [] : [{ type: 'MOVE_TO', target: [x + 5, 0, z + 3], tolerance: 2 }]
if (instants.length + tasks.length > 0) await call('act', { instants, tasks })
console.log(
  `${agent_id} at ${obs.self.pos.join(',')}: ${events.length} events, ${instants.length} instants, ${tasks.length} tasks`,
)
