import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import {
  type Caller,
  createHttpServer,
  createMcpDoor,
  createSidecarDoor,
  type Door,
  isLoopback,
  type McpResource,
  type Readiness,
  type Registry,
  type SignatureVerifier,
} from '@clawstead/skills'
import { type AccessOptions, openAccess, SidecarConfigError } from './access.js'
import { probeWorld } from './ready.js'
import { isDocumentTool, PUBLISHED_SCHEMAS } from './tools/tools.js'

export type SidecarOptions = AccessOptions & {
  readonly host: string
  readonly port: number
  /** With a secret every request of every dialect must be signed with it. */
  readonly hmacSecret?: string
  /** Refuse to start without a secret. */
  readonly requireHmac?: boolean
  /** Take signatures without a nonce, as the skill document describes them. Default true. */
  readonly allowLegacyHmac?: boolean
  /** Bearer tokens by name; whoever sends one is `token:<name>` and need not sign. */
  readonly tokens?: Readonly<Record<string, string>>
  /** Names under which this machine may be addressed, besides loopback and the bound host. */
  readonly allowedHosts?: readonly string[]
  /** Origins of pages that may call from a browser, besides the sidecar's own. */
  readonly allowedOrigins?: readonly string[]
  /** Brings what shares the port, once there are skills to offer. */
  readonly guest?: (host: GuestHost) => Promise<PortGuest>
}

export type GuestHost = {
  readonly registry: Registry
  /** Live sessions and streams of the sidecar's own dialects. */
  readonly liveClients: () => number
}

/** Something that shares the sidecar's port: more dialects for the same skills, and more ways to prove who calls. */
export type PortGuest = {
  /** Asked before the sidecar's own. */
  readonly doors: readonly Door[]
  /** Checks calls that are signed by a key of the caller's own. */
  readonly signatures?: SignatureVerifier
  /** More for clients of the Model Context Protocol to read. */
  readonly resources?: readonly McpResource[]
  /** Key of the node in what tools say about themselves. */
  readonly agentId?: string
  onRequest?(caller: Caller): void
  /** Told where the port is, once it is open. */
  listening?(url: string): void
  close(): Promise<void>
}

export type RunningSidecar = {
  readonly url: string
  readonly mcpUrl: string
  readonly port: number
  close(): Promise<void>
}

/** Start the sidecar: agents' sessions in front of a world, offered as tools over HTTP. */
export async function startSidecar(options: SidecarOptions): Promise<RunningSidecar> {
  const { host, log, now = Date.now } = options
  const secret = options.hmacSecret ?? ''
  checkOptions(options, secret)
  const access = await openAccess(options)
  const { sessions, registry } = access
  const guest = await options.guest?.({
    registry,
    liveClients: () => doors.reduce((sum, door) => sum + (door.liveClients?.() ?? 0), 0),
  })
  const { surface } = access
  const resources = [...(surface.resources ?? []), ...(guest?.resources ?? [])]
  const agentId = guest?.agentId
  const doors: readonly Door[] = [
    ...(guest?.doors ?? []),
    createMcpDoor({ ...surface, resources, now, ...(agentId === undefined ? {} : { agentId }) }),
    createSidecarDoor({ registry, inputSchemaByName: PUBLISHED_SCHEMAS, isListed: isDocumentTool }),
  ]
  /** An agent that is connected proves that the world is there; without one it is asked. */
  async function readiness(): Promise<Readiness> {
    const tick = sessions.newestConnectedTick()
    if (tick !== undefined) return { isReady: true, details: { connected: true, last_obs_tick: tick } }
    const reachability = await probeWorld(options.worldWsUrl, options.WebSocket)
    if (reachability.ok) return { isReady: true, details: { connected: true, last_obs_tick: 0 } }
    return { isReady: false, details: { error: reachability.error } }
  }

  const server = createHttpServer({
    doors,
    tokenByName: new Map(Object.entries(options.tokens ?? {})),
    requiresProof: secret !== '' || !isLoopback(host),
    hmac: secret === '' ? undefined : { secret, allowLegacy: options.allowLegacyHmac ?? true },
    hosts: {
      boundHost: host,
      allowedHosts: options.allowedHosts ?? [],
      allowedOrigins: options.allowedOrigins ?? [],
    },
    now,
    log,
    readiness,
    ...(guest?.signatures === undefined ? {} : { signatures: guest.signatures }),
    onRequest: (caller) => guest?.onRequest?.(caller),
  })
  server.listen(options.port, host)
  await once(server, 'listening')

  const { port } = server.address() as AddressInfo
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  guest?.listening?.(url)
  log.info({ url, world: options.worldWsUrl, signed: secret !== '' }, 'sidecar is listening')
  return {
    url,
    mcpUrl: `${url}/mcp`,
    port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      await Promise.all(doors.map(async (door) => door.close?.()))
      await guest?.close()
      await access.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function checkOptions({ host, requireHmac, tokens }: SidecarOptions, secret: string): void {
  if (secret === '' && requireHmac === true) {
    throw new SidecarConfigError('an HMAC secret is required but none is set: set hmac-secret')
  }
  if (secret === '' && Object.keys(tokens ?? {}).length === 0 && !isLoopback(host)) {
    throw new SidecarConfigError(
      `refusing to listen on ${host || 'all addresses'} without an HMAC secret: set hmac-secret or bind to 127.0.0.1`,
    )
  }
}
