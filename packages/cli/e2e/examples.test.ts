import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { requireBuild } from './clawstead.js'
import { startHouse } from './house.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)

beforeAll(requireBuild)

describe.each([
  ['in three dimensions', []],
  ['in the flat profile', ['--flat']],
])('the examples, %s', (_name, flags) => {
  test('[EXAMPLE1] first-agent.ts joins, walks and speaks', async () => {
    const house = await startHouse(...flags)
    const { stdout } = await run('npx', ['tsx', 'examples/first-agent.ts'], {
      cwd: root,
      env: { ...process.env, CLAWSTEAD_URL: house.ws_url },
    })
    expect(stdout).toMatch(/^A1 stands at .* in OVERWORLD, tick \d+\nwalked to .*\nsaid hello\n$/)
  })

  test('[EXAMPLE2] first-agent-mcp.sh does the same with curl', async () => {
    const house = await startHouse(...flags)
    const { stdout } = await run('sh', ['examples/first-agent-mcp.sh'], {
      cwd: root,
      env: { ...process.env, CLAWSTEAD_MCP_URL: house.mcp_url },
    })
    expect(stdout).toMatch(/^the agent stands at .*\nsaid hello and set off\narrived\n$/)
  })
})

/** The three calls a skill document for this sidecar prints, byte for byte. */
const TEMPLATES = {
  initialize: '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"client":"openclaw","version":"1.0"}}',
  list_tools: '{"jsonrpc":"2.0","id":1,"method":"list_tools"}',
  call_tool: `{
  "jsonrpc":"2.0",
  "id":2,
  "method":"call_tool",
  "params":{
    "name":"voxelcraft.get_obs",
    "arguments":{"mode":"summary"}
  }
}`,
}

test('[EXAMPLE3] the templates of the skill document are answered as printed, the first look of a new agent included', async () => {
  const house = await startHouse()
  const answers: Record<string, { id: number; result: Record<string, unknown> }> = {}
  for (const [name, body] of Object.entries(TEMPLATES)) {
    const { stdout } = await run('curl', ['-s', '-X', 'POST', '-d', body, house.mcp_url])
    answers[name] = JSON.parse(stdout)
  }
  expect(answers['initialize']).toMatchObject({ id: 0, result: { protocolVersion: '2024-11-05' } })
  const tools = answers['list_tools']?.result['tools'] as { name: string }[] | undefined
  expect(tools?.map(({ name }) => name)).toEqual([
    'voxelcraft.get_status',
    'voxelcraft.list_worlds',
    'voxelcraft.get_obs',
    'voxelcraft.get_events',
    'voxelcraft.get_catalog',
    'voxelcraft.act',
    'voxelcraft.disconnect',
  ])
  expect(answers['call_tool']).toMatchObject({
    id: 2,
    result: { agent_id: 'A1', obs: { type: 'OBS', agent_id: 'A1' } },
  })
})
