import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { encodeCatalogFrames } from './gateway/catalog-frames.js'
import { createGateway } from './gateway/gateway.js'
import { GATEWAY_LIMITS } from './gateway/limits.js'
import { worldManifest } from './gateway/welcome.js'
import { systemClock } from './host/clock.js'
import { createLocalLink } from './host/engine/local-link.js'
import { createWorkerLink, hasWorkerEntry } from './host/engine/worker-link.js'
import { createHost } from './host/host.js'
import { type Keeping, openKeeping } from './host/keeping.js'
import { OwnedRunner } from './host/owned-runner.js'
import { createSeasonArchive } from './host/season-archive.js'
import { worldSecret } from './host/secret.js'
import { SupervisedRunner } from './host/supervised-runner.js'
import { createApp } from './http/app.js'
import { type Listening, listen } from './http/listen.js'
import { AGENT_SOCKET_PATH } from './http/paths.js'
import { createStatus } from './http/status.js'
import type { McpDoor, PublicDocuments, RunningServer, ServerOptions } from './options.js'
import type { Bus } from './ports/bus.js'
import { BusRunner } from './ports/bus-runner.js'
import { createMemoryBus } from './ports/memory-bus.js'
import { createMemoryOwnership } from './ports/memory-ownership.js'
import { stationWorld } from './ports/world-station.js'

/**
 * Hosts the worlds and lets clients in. Resolves when the worlds are back where they were, the first tick is done and the
 * port is open; rejects with the system's own error, such as `code: 'EADDRINUSE'`, having left nothing running.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const keeping = await openKeeping(options)
  try {
    return await startKept(options, keeping)
  } catch (error) {
    await keeping.close()
    throw error
  }
}

async function startKept(options: ServerOptions, keeping: Keeping): Promise<RunningServer> {
  const { log, catalog } = options
  const clock = options.clock ?? systemClock
  const limits = { ...GATEWAY_LIMITS, ...options.limits }
  const access = {
    boundHost: options.host,
    allowedHosts: options.allowedHosts ?? [],
    allowedOrigins: options.allowedOrigins ?? [],
  }
  const bus = createMemoryBus()
  const archive = createSeasonArchive({ directoryOf: keeping.directoryOf, log, now: () => new Date() })
  const host = createHost({
    clock,
    log,
    tickRateHz: catalog.tuning.tick_rate_hz,
    defaultWorldId: options.worlds.default_world_id,
    events: keeping.events,
    archive: archive.add,
    worlds: createRunners(options, keeping, bus),
    takesTurns: hasThreads(options),
    ...(options.clock === undefined ? { load: threadLoad() } : {}),
  })
  const gateway = createGateway({
    host,
    clock,
    log,
    limits,
    catalog,
    catalogFrames: encodeCatalogFrames(catalog),
    manifest: worldManifest(options.worlds.worlds),
    ...(keeping.journal === undefined ? {} : { journal: keeping.journal }),
  })
  const status = createStatus({ host, gateway, clock, version: packageVersion() })
  let mcpDoor: McpDoor | undefined
  let documents: PublicDocuments | undefined
  const app = createApp({
    host,
    gateway,
    access,
    log,
    page: options.page,
    status,
    blocks: catalog.blocks,
    mcpDoor: () => mcpDoor,
    documents: () => documents,
  })

  let listening: Listening
  await host.open()
  try {
    await host.start()
    listening = await listen({ host: options.host, port: options.port, app, gateway, access, limits, log })
  } catch (error) {
    await gateway.close()
    await host.close()
    throw error
  }

  const authority = `${options.host.includes(':') ? `[${options.host}]` : options.host}:${listening.port}`
  const wsUrl = `ws://${authority}${AGENT_SOCKET_PATH}`
  const worldIds = host.worlds.map((world) => world.id)
  log.info({ url: `http://${authority}`, worldIds, tickRateHz: host.tickRateHz }, 'the server is up')

  async function shutDown(): Promise<void> {
    host.stop()
    listening.stop()
    await gateway.close()
    await listening.close()
    await host.close()
    await bus.close()
    await archive.close()
    await keeping.close()
    log.info({}, 'the server has stopped')
  }
  let closing: Promise<void> | undefined
  return {
    url: `http://${authority}`,
    wsUrl,
    port: listening.port,
    worldIds,
    announce(door) {
      mcpDoor = door
    },
    publish(published) {
      documents = published
    },
    close() {
      closing ??= shutDown()
      return closing
    },
  }
}

/** Whether worlds run in threads of their own. */
function hasThreads({ workers = hasWorkerEntry() }: ServerOptions): boolean {
  return workers
}

/** Each world under the supervision of this process, which owns it; everybody else reaches it over the bus. */
function createRunners(options: ServerOptions, keeping: Keeping, bus: Bus) {
  const { log, catalog, worlds } = options
  const clock = options.clock ?? systemClock
  const openLink = hasThreads(options) ? createWorkerLink() : createLocalLink({ now: () => performance.now() })
  // Only the content crosses into a world's thread, not what else was loaded along with it.
  const { name, blocks, items, recipes, blueprints, lawTemplates, events, tuning, digests } = catalog
  const content = { name, blocks, items, recipes, blueprints, lawTemplates, events, tuning, digests }
  const ownership = createMemoryOwnership(clock)
  const holder = `process ${process.pid}`
  return worlds.worlds.map((definition) => {
    const setup = {
      worldId: definition.id,
      seed: options.seed + definition.seed_offset,
      secret: worldSecret(keeping.secret, definition.id),
      profile: options.flat ? ('flat' as const) : ('standard' as const),
      catalog: content,
      definition,
      ...(worlds.worlds.length > 1 ? { atlas: { worlds: worlds.worlds, routes: worlds.switch_routes } } : {}),
      directory: keeping.directoryOf(definition.id),
      refusesPending: false,
    }
    const runner = new SupervisedRunner({ setup, openLink, clock, log })
    stationWorld(bus, new OwnedRunner({ runner, ownership, holder, clock, log }))
    return { definition, runner: new BusRunner(bus, definition.id) }
  })
}

/** Share of its time this thread was busy since the last call that is at least a tick ago. */
function threadLoad(): () => number {
  let before = performance.eventLoopUtilization()
  let atMs = performance.now()
  let load = 0
  return () => {
    if (performance.now() - atMs < LOAD_WINDOW_MS) return load
    const now = performance.eventLoopUtilization()
    load = performance.eventLoopUtilization(now, before).utilization
    before = now
    atMs = performance.now()
    return load
  }
}

const LOAD_WINDOW_MS = 200

function packageVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
