import type { WorldsFile } from '@clawstead/protocol'
import type { LoadedCatalog } from './catalog/load-catalog.js'
import type { GatewayLimits } from './gateway/limits.js'
import type { HostClock } from './host/clock.js'
import type { Logger } from './log.js'

export interface ServerOptions {
  /** Address to listen on. */
  readonly host: string
  /** Port to listen on; 0 takes a free one. */
  readonly port: number
  /** Seed of the whole server; each world adds its own offset. */
  readonly seed: number
  /** Folder for what the server keeps. */
  readonly dataDir: string
  readonly catalog: LoadedCatalog
  /** The worlds to host: those of the catalog, or a choice of them. */
  readonly worlds: WorldsFile
  /** Every world one layer high, as clients of flat worlds expect. */
  readonly flat: boolean
  /** Whether `/` serves the page. */
  readonly page: boolean
  /** Host names this server may be asked by, beside loopback and the address it listens on. */
  readonly allowedHosts?: readonly string[]
  /** Origins of pages that may connect, beside the server's own. */
  readonly allowedOrigins?: readonly string[]
  readonly log: Logger
  /** Draws the order of agents within a tick; kept in the data folder when left out. */
  readonly secret?: string
  /** Whether everything is kept in the data folder and goes on from there; true unless said. */
  readonly keep?: boolean
  /** Whether each world runs in a thread of its own. Unless said, it does where there is a build to run. */
  readonly workers?: boolean
  readonly limits?: Partial<GatewayLimits>
  readonly clock?: HostClock
}

/** Where MCP clients get in, for the page to show. */
export interface McpDoor {
  readonly mcpUrl: string
  /** Requests must be signed, so that a line to paste that does not sign would only be refused. */
  readonly signed: boolean
}

/** Answers `GET /mcp/info` and its like; undefined where there is nothing to say. */
export type PublicDocuments = (request: {
  readonly path: string
  readonly query: string
  readonly headers: Record<string, string>
}) => Promise<PublicDocument | undefined>

export interface PublicDocument {
  readonly status: number
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer>
}

export interface RunningServer {
  /** `http://host:port` */
  readonly url: string
  /** `ws://host:port/v1/ws` */
  readonly wsUrl: string
  readonly port: number
  readonly worldIds: string[]
  /** Tells the page how MCP clients get in. The sidecar that answers there starts after this server. */
  announce(door: McpDoor): void
  /** From now on these are what `/mcp/info` and `/mcp/discover` say here. */
  publish(documents: PublicDocuments): void
  /** Stops ticks, says goodbye to every client and frees the port. Calling it again waits for the same end. */
  close(): Promise<void>
}
