import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { requireBuild, temporaryFolder } from './clawstead.js'

beforeAll(requireBuild)

const BIN = fileURLToPath(new URL('../bin/clawstead.js', import.meta.url))

test.each(['legacy', { pin: '2026-07-28' }] as const)(
  '[STDIO1] an MCP client starts the sidecar, mode %j',
  async (mode) => {
    const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode } })
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [BIN, 'sidecar', '--stdio', '--agent-id', 'pipe', '--world-ws-url', 'ws://127.0.0.1:1/v1/ws'],
      cwd: temporaryFolder(),
      stderr: 'ignore',
    })
    onTestFinished(() => client.close())
    await client.connect(transport)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('voxelcraft_look')
    const { structuredContent } = await client.callTool({ name: 'voxelcraft_get_status', arguments: {} })
    expect(structuredContent).toMatchObject({ connected: false, world_ws_url: 'ws://127.0.0.1:1/v1/ws' })
  },
)
