import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WorldsFile } from '@clawstead/protocol'
import { loadCatalog } from '../catalog/load-catalog.js'
import type { RunningServer, ServerOptions } from '../options.js'
import { startServer } from '../server.js'
import { createManualClock } from './manual-clock.js'
import { createMemoryLog } from './silent-log.js'
import { type Frame, TestClient } from './test-client.js'

const TICK_MS = 200

/** A real server on a free port whose time stands still until the test moves it. */
export interface TestServer extends RunningServer {
  readonly clock: ReturnType<typeof createManualClock>
  readonly log: ReturnType<typeof createMemoryLog>
  /** Stops the server while its clients are still there; `close` drops them first. */
  shutDown(): Promise<void>
  /** Runs the next tick, or several. */
  tick(count?: number): void
  connect(headers?: Record<string, string>): Promise<TestClient>
  /** Connects, says HELLO, runs a tick and returns once the first observation is there. */
  join(hello?: object): Promise<{ client: TestClient; welcome: Frame; obs: Frame }>
  /** Connects with a token and returns once WELCOME is there; no tick runs. */
  resume(token: string, hello?: object): Promise<{ client: TestClient; welcome: Frame }>
}

const FLAT_WORLD = {
  id: 'world_1',
  type: 'OVERWORLD',
  boundary_r: 4000,
  reset_every_ticks: 42000,
  switch_cooldown_ticks: 150,
  entry_point_id: 'spawn',
}

export async function startTestServer(
  options: Partial<ServerOptions> & { worldIds?: readonly string[] } = {},
): Promise<TestServer> {
  const catalog = loadCatalog({ name: 'flat' })
  const ids = options.worldIds ?? ['world_1']
  const worlds: WorldsFile = WorldsFile.parse({
    default_world_id: ids[0],
    worlds: ids.map((id, i) => ({ ...FLAT_WORLD, id, seed_offset: i * 1000 })),
  })
  const clock = createManualClock()
  const log = createMemoryLog()
  const dataDir = await mkdtemp(join(tmpdir(), 'clawstead-server-'))
  const clients: TestClient[] = []
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    seed: 1337,
    dataDir,
    catalog,
    worlds,
    flat: true,
    page: true,
    log,
    clock,
    keep: false,
    workers: false,
    ...options,
  })
  const connect = async (headers: Record<string, string> = {}): Promise<TestClient> => {
    const client = new TestClient(server.wsUrl, { headers })
    clients.push(client)
    return client.open()
  }
  const greet = async (hello: object): Promise<TestClient> => {
    const client = await connect()
    client.send({ type: 'HELLO', protocol_version: '1.1', agent_name: 'tester', ...hello })
    await client.sync()
    return client
  }
  return {
    ...server,
    clock,
    log,
    shutDown: () => server.close(),
    tick(count = 1) {
      for (let i = 0; i < count; i++) clock.advance(TICK_MS)
    },
    connect,
    async join(hello = {}) {
      const client = await greet(hello)
      clock.advance(TICK_MS)
      const welcome = await client.next('WELCOME')
      return { client, welcome, obs: await client.next('OBS') }
    },
    async resume(token, hello = {}) {
      const client = await greet({ auth: { token }, ...hello })
      return { client, welcome: await client.next('WELCOME') }
    },
    async close() {
      for (const client of clients) client.drop()
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
