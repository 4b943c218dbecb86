import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server'
import type { Caller } from '../caller.js'
import type { Door, DoorAnswer, DoorRequest } from '../door.js'
import { parseBody, speaksMcp } from './dialect.js'
import { ListenBus } from './listen.js'
import { createMcpServer } from './server.js'
import { McpSessions, type McpSessionsOptions } from './sessions.js'
import { MESSAGES_PATH, SseStreams } from './sse.js'
import type { McpSurface } from './surface.js'
import { authInfoOf, headerOf, toDoorAnswer, toWebRequest } from './web.js'

/** With a slash behind it the path belongs to this protocol alone: the sidecar's dialect has no such address. */
const SHARED_PATHS: readonly string[] = ['/mcp', '/mcp/']
/** The same without the sidecar's dialect beside it. */
const OWN_PATH = '/mcp/jsonrpc'
const SESSION_METHODS: readonly string[] = ['POST', 'GET', 'DELETE']

export type McpDoorOptions = McpSurface & Partial<McpSessionsOptions>

/**
 * The Model Context Protocol: revision 2026-07-28, where every request stands alone, and the ones before it, which open
 * with a handshake. One surface serves them all.
 */
export function createMcpDoor({ now = Date.now, sessionsMax, ...surface }: McpDoorOptions): Door {
  const sessions = new McpSessions(surface, { now, ...(sessionsMax === undefined ? {} : { sessionsMax }) })
  const streams = new SseStreams(surface)
  const bus = new ListenBus(surface.resources ?? [])
  const current = createMcpHandler(({ authInfo }) => createMcpServer(surface, authInfo?.extra?.caller as Caller), {
    legacy: 'reject',
    bus,
    onerror: (error) => surface.onError?.(error),
  })
  const stopListening = surface.registry.onChange(() => {
    current.notify.toolsChanged()
    current.notify.promptsChanged()
    sessions.skillsChanged()
    streams.skillsChanged()
  })

  async function post(request: DoorRequest): Promise<DoorAnswer> {
    const parsedBody = parseBody(request.body)
    const webRequest = toWebRequest(request)
    if (await isLegacyRequest(webRequest, parsedBody)) return sessions.answer(request, parsedBody)
    const options = { authInfo: authInfoOf(request.caller), ...(parsedBody === undefined ? {} : { parsedBody }) }
    const answer = bus.runFor(request.caller, parsedBody, () => current.fetch(webRequest, options))
    return toDoorAnswer(await answer)
  }

  return {
    name: 'mcp',
    serves({ method, path }) {
      if (path === MESSAGES_PATH) return method === 'POST'
      return (SHARED_PATHS.includes(path) || path === OWN_PATH) && SESSION_METHODS.includes(method)
    },
    takes: (request) => !SHARED_PATHS.includes(request.path) || request.method !== 'POST' || speaksMcp(request),
    async answer(request) {
      if (request.path === MESSAGES_PATH) return streams.take(request)
      if (request.method === 'POST') return post(request)
      if (headerOf(request, 'mcp-session-id') !== undefined) return sessions.answer(request, undefined)
      return opensStream(request) ? streams.open(request) : { status: 405, headers: { allow: 'POST' }, body: '' }
    },
    liveClients: () => sessions.size + streams.size,
    async close() {
      stopListening()
      await Promise.all([sessions.close(), streams.close(), current.close()])
    },
  }
}

/** Only clients of 2024-11-05 ask for a stream out of nowhere; later ones name their version or a session. */
function opensStream(request: DoorRequest): boolean {
  const isPlain = headerOf(request, 'mcp-protocol-version') === undefined
  return request.method === 'GET' && isPlain && headerOf(request, 'accept')?.includes('text/event-stream') === true
}
