import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { requireBuild, temporaryFolder } from './clawstead.js'
import { type House, startHouse } from './house.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)

beforeAll(requireBuild)

/** A house whose world goes four times as fast. */
async function startQuickHouse(...flags: string[]): Promise<House> {
  const tuning = join(temporaryFolder(), 'tuning.yaml')
  writeFileSync(tuning, 'tick_rate_hz: 20\n')
  return startHouse('--world', 'OVERWORLD', '--tuning', tuning, ...flags)
}

test('[EXAMPLE5] town.ts: ten agents gather, craft, build next to each other and talk', async () => {
  const house = await startQuickHouse()
  const { stdout } = await run('npx', ['tsx', 'examples/town.ts'], {
    cwd: root,
    env: { ...process.env, CLAWSTEAD_MCP_URL: house.mcp_url },
  })
  expect(stdout.match(/^\w+ lives at .* and heard [1-9]\d* neighbours$/gm)).toHaveLength(10)
  expect(stdout).toMatch(/\nthe town stands: 20 buildings\n$/)
}, 120_000)

describe('[EXAMPLE6] the script of the publishable skill folder', () => {
  const call = async (house: House, args: string[], environment: Record<string, string> = {}) => {
    const script = join(root, 'openclaw/voxelcraft/scripts/call.mjs')
    const env = { ...process.env, VOXELCRAFT_MCP_URL: house.mcp_url, VOXELCRAFT_AGENT: 'claw', ...environment }
    return run(process.execPath, [script, ...args], { env })
  }

  test('goes through the loop it recommends, and says what is wrong', async () => {
    const house = await startQuickHouse('--flat')
    const { stdout } = await call(house, ['get_obs', '{"mode":"summary"}'])
    const { agent_id, events_cursor } = JSON.parse(stdout) as { agent_id: string; events_cursor: number }
    const said = await call(house, ['act', '{"instants":[{"type":"SAY","channel":"LOCAL","text":"hello"}]}'])
    expect(JSON.parse(said.stdout)).toMatchObject({ sent: true, agent_id, ack: { accepted: true } })
    await call(house, ['get_obs', '{"wait_new_tick":true,"timeout_ms":2000}'])
    const heard = await call(house, ['get_events', JSON.stringify({ since_cursor: events_cursor })])
    expect(JSON.parse(heard.stdout)).toMatchObject({ next_cursor: expect.any(Number) })
    await expect(call(house, ['fly'])).rejects.toMatchObject({ code: 1, stderr: 'tool not found\n' })
    await expect(call(house, ['act', '{'])).rejects.toMatchObject({ code: 1 })
    await expect(call(house, [])).rejects.toMatchObject({ stderr: 'usage: node call.mjs TOOL [ARGUMENTS AS JSON]\n' })
  })

  test('signs its calls when there is a secret', async () => {
    const house = await startQuickHouse('--flat', '--hmac-secret', 'only-for-this-test')
    await expect(call(house, ['get_status'])).rejects.toMatchObject({ stderr: expect.stringMatching(/^401 /) })
    const { stdout } = await call(house, ['get_status'], { VOXELCRAFT_HMAC_SECRET: 'only-for-this-test' })
    expect(JSON.parse(stdout)).toMatchObject({ world_ws_url: house.ws_url })
  })
})

test('[EXAMPLE7] the Claude Code set-up connects, and every tool and prompt it speaks of exists', async () => {
  const house = await startQuickHouse('--flat')
  const folder = join(root, 'examples/claude-code')
  const variables: Record<string, string> = { CLAWSTEAD_MCP_URL: house.mcp_url }
  const text = readFileSync(join(folder, '.mcp.json'), 'utf8').replace(
    /\$\{(\w+):-([^}]*)\}/g,
    (_whole, name: string, fallback: string) => variables[name] ?? fallback,
  )
  const { url, headers } = JSON.parse(text).mcpServers.clawstead as { url: string; headers: Record<string, string> }
  const ask = async (method: string): Promise<Record<string, { name: string }[]>> => {
    const version = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
    const _meta = { ...version, 'io.modelcontextprotocol/clientCapabilities': {} }
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta } }),
    })
    return ((await response.json()) as { result: Record<string, { name: string }[]> }).result
  }
  const guide = readFileSync(join(folder, 'CLAUDE.md'), 'utf8')
  const tools = (await ask('tools/list'))['tools']?.map(({ name }) => name)
  for (const [name] of guide.matchAll(/\bvoxelcraft_[a-z_]+/g)) expect(tools).toContain(name)
  const prompts = (await ask('prompts/list'))['prompts']?.map(({ name }) => `/mcp__clawstead__${name}`)
  for (const [name] of guide.matchAll(/\/mcp__clawstead__[a-z_]+/g)) expect(prompts).toContain(name)
})
