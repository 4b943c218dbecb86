import { Hono } from 'hono'
import type { Gateway } from '../gateway/gateway.js'
import type { Host } from '../host/host.js'
import type { Logger } from '../log.js'
import type { McpDoor, PublicDocuments } from '../options.js'
import { type AccessLists, checkAccess } from './access.js'
import { createDocuments } from './documents.js'
import { securityHeaders } from './headers.js'
import { createMap, type MapBlocks } from './map.js'
import { metricsText } from './metrics.js'
import { createPage } from './page.js'
import { AGENT_SOCKET_PATH } from './paths.js'
import { joinLinesFor, type Status } from './status.js'

export interface AppOptions {
  readonly host: Host
  readonly gateway: Gateway
  readonly access: AccessLists
  readonly log: Logger
  readonly page: boolean
  readonly status: () => Promise<Status>
  readonly blocks: MapBlocks
  readonly mcpDoor: () => McpDoor | undefined
  readonly documents?: () => PublicDocuments | undefined
}

/** Everything the server answers over plain HTTP. */
export function createApp(options: AppOptions): Hono {
  const { host, gateway, access, log, page, status, blocks, mcpDoor, documents = () => undefined } = options
  const app = new Hono()
  app.use(securityHeaders)
  app.use(async (context, next) => {
    const verdict = checkAccess({ host: context.req.header('host'), origin: context.req.header('origin') }, access)
    if (verdict.ok) return next()
    log.warn({ path: context.req.path, reason: verdict.reason }, 'a request was refused')
    return context.text(`forbidden: ${verdict.reason}\n`, 403)
  })
  app.all('/healthz', (context) => context.text('ok'))
  app.get('/readyz', (context) => {
    const troubles = [...host.troubles(), ...gateway.troubles()]
    if (troubles.length > 0) return context.json({ ok: false, error: troubles.join('; ') }, 503)
    return context.json({ ok: true, tick: host.nextTick - 1 })
  })
  app.all('/metrics', (context) =>
    context.body(metricsText(host, gateway), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }),
  )
  app.get('/v1/status', async (context) => {
    // Whoever asks reaches the socket by the name they reached us by.
    const join = joinLinesFor(`ws://${context.req.header('host')}${AGENT_SOCKET_PATH}`, mcpDoor())
    return context.json({ ...(await status()), join }, 200, { 'cache-control': 'no-store' })
  })
  app.route('/v1/map', createMap(host, blocks))
  app.route('/mcp', createDocuments(documents))
  // A request for the agents' socket that does not ask for an upgrade.
  app.all(AGENT_SOCKET_PATH, (context) => context.text('Bad Request\n', 400))
  if (page) app.route('/', createPage())
  app.notFound((context) => context.text('404 page not found\n', 404))
  app.onError((error, context) => {
    log.error({ path: context.req.path, err: error }, 'a request failed')
    return context.text('internal error\n', 500)
  })
  return app
}
