import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { ConnectOptions } from '@clawstead/client'
import { createRegistry, createSidecarDoor, type Door } from '@clawstead/skills'
import { isLoopback } from './hosts.js'
import { createHttpServer } from './http-server.js'
import { SESSIONS_DEFAULT } from './limits.js'
import type { Logger } from './logger.js'
import { probeWorld } from './ready.js'
import { Sessions } from './sessions.js'
import { StateFile } from './state-file.js'
import { PUBLISHED_SCHEMAS, worldSkills } from './tools/tools.js'

export type SidecarOptions = {
  readonly host: string
  readonly port: number
  readonly worldWsUrl: string
  /** With a secret every `POST /mcp` must be signed with it. */
  readonly hmacSecret?: string
  /** Refuse to start without a secret. */
  readonly requireHmac?: boolean
  /** Take signatures without a nonce, as the skill document describes them. Default true. */
  readonly allowLegacyHmac?: boolean
  /** Where resume tokens are kept; without it they are forgotten at exit. */
  readonly stateFile?: string
  readonly maxSessions: number
  readonly log: Logger
  /** Names under which this machine may be addressed, besides loopback and the bound host. */
  readonly allowedHosts?: readonly string[]
  /** Origins of pages that may call from a browser, besides the sidecar's own. */
  readonly allowedOrigins?: readonly string[]
  /** Further dialects; they are asked before the sidecar's own. */
  readonly doors?: readonly Door[]
  /** Unix milliseconds, for signatures and records. */
  readonly now?: () => number
  readonly clock?: ConnectOptions['clock']
  readonly WebSocket?: ConnectOptions['WebSocket']
}

export type RunningSidecar = {
  readonly url: string
  readonly mcpUrl: string
  readonly port: number
  close(): Promise<void>
}

/** The options do not go together; nothing was started. */
export class SidecarConfigError extends Error {
  override readonly name = 'SidecarConfigError'
}

/** Start the sidecar: agents' sessions in front of a world, offered as tools over HTTP. */
export async function startSidecar(options: SidecarOptions): Promise<RunningSidecar> {
  const { host, log, now = Date.now } = options
  const secret = options.hmacSecret ?? ''
  checkOptions(options, secret)
  const state = await StateFile.load(options.stateFile, (error) => log.error({ err: error }, 'state file not written'))
  const sessions = new Sessions({
    worldWsUrl: options.worldWsUrl,
    maxSessions: options.maxSessions > 0 ? options.maxSessions : SESSIONS_DEFAULT,
    state,
    log,
    now,
    ...(options.WebSocket === undefined ? {} : { WebSocket: options.WebSocket }),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  })
  const registry = createRegistry({
    skills: worldSkills(sessions),
    now,
    audit: (record) => log.debug(record, 'skill called'),
    onFault: (error, skill) => log.error({ err: error, skill }, 'skill failed'),
  })
  const server = createHttpServer({
    doors: [...(options.doors ?? []), createSidecarDoor({ registry, inputSchemaByName: PUBLISHED_SCHEMAS })],
    hmac: secret === '' ? undefined : { secret, allowLegacy: options.allowLegacyHmac ?? true },
    hosts: {
      boundHost: host,
      allowedHosts: options.allowedHosts ?? [],
      allowedOrigins: options.allowedOrigins ?? [],
    },
    now,
    log,
    newestTick: () => sessions.newestConnectedTick(),
    probe: () => probeWorld(options.worldWsUrl, options.WebSocket),
  })
  server.listen(options.port, host)
  await once(server, 'listening')

  const { port } = server.address() as AddressInfo
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  log.info({ url, world: options.worldWsUrl, signed: secret !== '' }, 'sidecar is listening')
  return {
    url,
    mcpUrl: `${url}/mcp`,
    port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      await sessions.close()
      server.closeAllConnections()
      await closed
      await state.flush()
    },
  }
}

function checkOptions({ host, worldWsUrl, requireHmac }: SidecarOptions, secret: string): void {
  if (secret === '' && requireHmac === true) {
    throw new SidecarConfigError('an HMAC secret is required but none is set: set hmac-secret')
  }
  if (secret === '' && !isLoopback(host)) {
    throw new SidecarConfigError(
      `refusing to listen on ${host || 'all addresses'} without an HMAC secret: set hmac-secret or bind to 127.0.0.1`,
    )
  }
  if (!URL.canParse(worldWsUrl) || !/^wss?:$/.test(new URL(worldWsUrl).protocol)) {
    throw new SidecarConfigError(`world-ws-url must be a ws:// or wss:// URL, got ${JSON.stringify(worldWsUrl)}`)
  }
}
