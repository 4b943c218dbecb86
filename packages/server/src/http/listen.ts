import { createServer, type IncomingMessage, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { WebSocketServer } from 'ws'
import type { Gateway } from '../gateway/gateway.js'
import type { GatewayLimits } from '../gateway/limits.js'
import type { Logger } from '../log.js'
import { type AccessLists, checkAccess } from './access.js'
import { AGENT_SOCKET_PATH } from './paths.js'

/** Connections kept free for the page and the health routes, beside those of agents. */
const HTTP_CONNECTIONS_MAX = 512

export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly app: Hono
  readonly gateway: Gateway
  readonly access: AccessLists
  readonly limits: Pick<GatewayLimits, 'frameBytesMax' | 'connectionsMax'>
  readonly log: Logger
}

export interface Listening {
  readonly port: number
  /** Takes no new connections; those that are open go on. */
  stop(): void
  /** Ends what is still open and frees the port. */
  close(): Promise<void>
}

/** One listener for the page, the health routes and the agents' sockets. Rejects with the system's own error. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { host, port, app, gateway, access, limits, log } = options
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: limits.frameBytesMax,
    clientTracking: false,
  })
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const server = createServer((request, response) => void answer(request, response))
  server.maxConnections = limits.connectionsMax + HTTP_CONNECTIONS_MAX
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', (error) => log.debug({ err: error }, 'a socket failed'))
    const refusal = refuseUpgrade(request, access)
    if (refusal !== undefined) {
      log.warn({ path: request.url, reason: refusal.reason }, 'an upgrade was refused')
      refuse(socket, refusal.status, refusal.reason)
      return
    }
    sockets.handleUpgrade(request, socket, head, (ws) => gateway.accept(ws, request.socket.remoteAddress ?? ''))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  server.on('error', (error) => log.error({ err: error }, 'the listener failed'))
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopped ??= new Promise((resolve) => server.close(() => resolve()))
    return stopped
  }
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => void stop(),
    async close() {
      const done = stop()
      server.closeAllConnections()
      await done
    },
  }
}

function refuseUpgrade(request: IncomingMessage, access: AccessLists): { status: number; reason: string } | undefined {
  const path = (request.url ?? '').split('?', 1)[0]
  const verdict = checkAccess(request.headers, access)
  if (!verdict.ok) return { status: 403, reason: verdict.reason }
  return path === AGENT_SOCKET_PATH ? undefined : { status: 404, reason: 'no socket at this path' }
}

function refuse(socket: Duplex, status: number, reason: string): void {
  const body = `${reason}\n`
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'connection: close',
    'content-type: text/plain; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
