// One process of the sidecar bench, told its part by its first argument. Speaks with the bench over IPC.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GATEWAY_LIMITS, loadCatalog, startServer } from '@clawstead/server'
import { startSidecar } from '@clawstead/sidecar'

/** What a part is told. */
export interface PartOptions {
  readonly part: 'bare' | 'world' | 'sidecar'
  readonly port: number
  /** world: where it keeps its history. sidecar: its state file. */
  readonly path: string
  readonly worldWsUrl?: string
}

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error }
const options = JSON.parse(process.argv[2] ?? '{}') as PartOptions
const running = await startPart(options)
process.on('message', (message) => {
  if (message === 'usage') process.send?.({ rss: process.memoryUsage().rss, cpu: process.cpuUsage() })
  if (message === 'close') void running.close().then(() => process.exit())
})
process.on('disconnect', () => process.exit())
process.send?.({ url: running.url, port: running.port })

interface Part {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

function startPart({ part, port, path, worldWsUrl = '' }: PartOptions): Promise<Part> {
  if (part === 'bare') return startBare()
  if (part === 'world') return startWorld(port, path)
  return startSidecar({ host: '127.0.0.1', port, worldWsUrl, stateFile: path, maxSessions: 1_024, log: quiet })
}

/** What `node:http` can do: read a body, answer a small JSON. */
async function startBare(): Promise<Part> {
  const answer = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { ok: true, tick: 1, agent_id: 'A1' } })
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      JSON.parse(Buffer.concat(parts).toString())
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(answer)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A world as it is by default, except that one agent may act as fast as it can: the rate is what is measured. */
async function startWorld(port: number, dataDir: string): Promise<Part> {
  const catalog = loadCatalog({ name: 'standard' })
  const fast = { perSecond: 100_000, burst: 100_000 }
  const limits = { ...GATEWAY_LIMITS, agentFrames: fast, connectionFrames: fast, addressFrames: fast }
  const worlds = catalog.worlds
  const server = await startServer({
    host: '127.0.0.1',
    port,
    seed: 1337,
    dataDir,
    catalog,
    worlds,
    flat: false,
    page: false,
    limits,
    log: quiet,
  })
  return { url: server.wsUrl, port: server.port, close: () => server.close() }
}
