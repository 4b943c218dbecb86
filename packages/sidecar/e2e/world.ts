import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCatalog, type RunningServer, startServer } from '@clawstead/server'
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type RunningSidecar, type SidecarOptions, startSidecar } from '../src/start.js'
import { callTool, silentLog } from '../src/testing/sidecar.js'

/** A real world server and a real sidecar in front of it, over real sockets and in real time. */
export type TestWorld = {
  readonly server: RunningServer
  readonly sidecar: RunningSidecar
  close(): Promise<void>
}

export async function startTestWorld(
  options: {
    readonly catalog?: 'flat' | 'standard'
    /** Faster than life, for tests that only wait. */
    readonly tickRateHz?: number
    readonly sidecar?: Partial<SidecarOptions>
  } = {},
): Promise<TestWorld> {
  const { catalog: name = 'flat' } = options
  const folder = await mkdtemp(join(tmpdir(), 'sidecar-world-'))
  const loaded = loadCatalog({ name })
  const catalog = {
    ...loaded,
    tuning: { ...loaded.tuning, tick_rate_hz: options.tickRateHz ?? loaded.tuning.tick_rate_hz },
  }
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    seed: 1337,
    dataDir: join(folder, 'data'),
    catalog,
    worlds: catalog.worlds,
    flat: name === 'flat',
    page: false,
    log: silentLog,
  })
  const sidecar = await startSidecar({
    host: '127.0.0.1',
    port: 0,
    worldWsUrl: server.wsUrl,
    maxSessions: 16,
    log: silentLog,
    ...options.sidecar,
  })
  return {
    server,
    sidecar,
    async close() {
      await sidecar.close()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Ways to come in: the sidecar's own dialect, and the Model Context Protocol in each revision. */
export const DIALECTS = ['sidecar', '2026-07-28', '2025-11-25', '2024-11-05'] as const
export type DialectName = (typeof DIALECTS)[number]

export type Player = {
  readonly client: Client | undefined
  /** The result of a tool, or an error with its message. */
  call(tool: string, args?: Record<string, unknown>): Promise<Record<string, unknown>>
  leave(): Promise<void>
}

export async function enter(
  url: string,
  dialect: DialectName,
  headers: Readonly<Record<string, string>>,
): Promise<Player> {
  if (dialect === 'sidecar') {
    return {
      client: undefined,
      async call(tool, args = {}) {
        const { result, error } = await callTool(url, headers['x-agent-id'] ?? '', tool, args)
        if (result === undefined) throw new Error(error?.message)
        return result
      },
      leave: async () => undefined,
    }
  }
  const client = await connectClient(url, dialect, headers)
  return {
    client,
    async call(tool, args = {}) {
      const { isError, structuredContent, content } = await client.callTool({
        name: `voxelcraft_${tool}`,
        arguments: args,
      })
      const [first] = content
      if (isError === true) throw new Error(first?.type === 'text' ? first.text : '')
      return structuredContent as Record<string, unknown>
    },
    leave: () => client.close(),
  }
}

export async function connectClient(
  url: string,
  revision: Exclude<DialectName, 'sidecar'>,
  headers: Readonly<Record<string, string>>,
  path = '/mcp',
): Promise<Client> {
  const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy'
  const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode } })
  const options = { requestInit: { headers: { ...headers } } }
  const address = new URL(path, url)
  await client.connect(
    revision === '2024-11-05'
      ? new SSEClientTransport(address, options)
      : new StreamableHTTPClientTransport(address, options),
  )
  return client
}
