import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCatalog, startServer } from '@clawstead/server'
import { startSidecar } from '@clawstead/sidecar'

const quiet = (): undefined => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }

/** A world and the sidecar in front of it, as `clawstead up` starts them, on free ports. */
export async function startRealWorld(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'clawstead-world-'))
  const catalog = loadCatalog({ name: 'standard' })
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    seed: 1337,
    dataDir: join(folder, 'data'),
    catalog,
    worlds: catalog.worlds,
    flat: false,
    page: false,
    log,
  })
  const sidecar = await startSidecar({ host: '127.0.0.1', port: 0, worldWsUrl: server.wsUrl, maxSessions: 16, log })
  return {
    url: sidecar.mcpUrl,
    async close() {
      await sidecar.close()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
