import { randomUUID } from 'node:crypto'
import {
  isInitializeRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { DoorAnswer, DoorRequest } from '../door.js'
import { MCP_SESSION_IDLE_MS, MCP_SESSIONS_MAX } from '../limits.js'
import { createMcpServer, tellSkillsChanged } from './server.js'
import type { McpSurface } from './surface.js'
import { authInfoOf, headerOf, rpcRefusal, takesAnything, toDoorAnswer, toWebRequest } from './web.js'

const SESSION_NOT_FOUND = -32001

type McpSession = {
  readonly server: Server
  readonly transport: WebStandardStreamableHTTPServerTransport
  /** Who opened it; to everybody else it does not exist. */
  readonly identity: string
  usedMs: number
  answersUnderWay: number
}

export type McpSessionsOptions = {
  readonly now: () => number
  readonly sessionsMax?: number
}

/**
 * Clients of the revisions up to 2025-11-25: a handshake opens a session, whose id is a cookie and never an identity.
 * Requests without a session are answered on their own.
 */
export class McpSessions {
  readonly #surface: McpSurface
  readonly #now: () => number
  readonly #sessionsMax: number
  /** In order of use: a used session moves to the end. */
  readonly #sessionById = new Map<string, McpSession>()

  constructor(surface: McpSurface, { now, sessionsMax = MCP_SESSIONS_MAX }: McpSessionsOptions) {
    this.#surface = surface
    this.#now = now
    this.#sessionsMax = sessionsMax
  }

  get size(): number {
    return this.#sessionById.size
  }

  async answer(request: DoorRequest, parsedBody: unknown): Promise<DoorAnswer> {
    const id = headerOf(request, 'mcp-session-id')
    if (id !== undefined) return this.#answerInSession(id, request, parsedBody)
    if (opensSession(parsedBody)) return this.#open(request, parsedBody)
    return this.#answerAlone(request, parsedBody)
  }

  skillsChanged(): void {
    for (const { server } of this.#sessionById.values()) {
      void tellSkillsChanged(server)
    }
  }

  async close(): Promise<void> {
    const sessions = Array.from(this.#sessionById.values())
    this.#sessionById.clear()
    await Promise.all(sessions.map(({ server }) => server.close()))
  }

  async #answerInSession(id: string, request: DoorRequest, parsedBody: unknown): Promise<DoorAnswer> {
    const session = this.#sessionById.get(id)
    if (session === undefined || session.identity !== request.caller.identity) {
      return rpcRefusal(404, SESSION_NOT_FOUND, 'Session not found: initialize again')
    }
    this.#sessionById.delete(id)
    this.#sessionById.set(id, session)
    session.usedMs = this.#now()
    session.answersUnderWay += 1
    const done = (): void => {
      session.answersUnderWay -= 1
    }
    const answer = await respond(session.transport, request, parsedBody)
    if (!(answer.body instanceof ReadableStream)) {
      done()
      return answer
    }
    return { ...answer, body: withEnd(answer.body, done) }
  }

  async #open(request: DoorRequest, parsedBody: unknown): Promise<DoorAnswer> {
    await this.#makeRoom()
    const { caller } = request
    const server = createMcpServer(this.#surface, caller)
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      enableJsonResponse: takesAnything(request),
      onsessioninitialized: (id) => {
        const { identity } = caller
        this.#sessionById.set(id, { server, transport, identity, usedMs: this.#now(), answersUnderWay: 0 })
      },
    })
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- not an EventTarget
    transport.onclose = () => {
      if (transport.sessionId !== undefined) this.#sessionById.delete(transport.sessionId)
    }
    await server.connect(transport)
    const answer = await respond(transport, request, parsedBody)
    // A handshake that was refused leaves nothing behind.
    if (transport.sessionId === undefined) await server.close()
    return answer
  }

  async #answerAlone(request: DoorRequest, parsedBody: unknown): Promise<DoorAnswer> {
    const server = createMcpServer(this.#surface, request.caller)
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
    })
    await server.connect(transport)
    request.signal?.addEventListener('abort', () => void server.close(), { once: true })
    try {
      return await respond(transport, request, parsedBody)
    } finally {
      await server.close()
    }
  }

  async #makeRoom(): Promise<void> {
    const idleSinceMs = this.#now() - MCP_SESSION_IDLE_MS
    for (const session of Array.from(this.#sessionById.values())) {
      if (session.answersUnderWay === 0 && session.usedMs < idleSinceMs) await session.server.close()
    }
    while (this.#sessionById.size >= this.#sessionsMax) {
      const [oldest] = this.#sessionById.values()
      if (oldest === undefined) return
      await oldest.server.close()
    }
  }
}

async function respond(
  transport: WebStandardStreamableHTTPServerTransport,
  request: DoorRequest,
  parsedBody: unknown,
): Promise<DoorAnswer> {
  const options = {
    authInfo: authInfoOf(request.caller),
    ...(parsedBody === undefined ? {} : { parsedBody }),
  }
  return toDoorAnswer(await transport.handleRequest(toWebRequest(request), options))
}

function opensSession(parsedBody: unknown): boolean {
  return Array.isArray(parsedBody) ? parsedBody.some(isInitializeRequest) : isInitializeRequest(parsedBody)
}

/** The same stream, and word when it is over, in whatever way. */
function withEnd(stream: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (!done) return controller.enqueue(value)
      onEnd()
      controller.close()
    },
    async cancel(reason) {
      onEnd()
      await reader.cancel(reason)
    },
  })
}
