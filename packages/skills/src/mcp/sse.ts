import { randomUUID } from 'node:crypto'
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server'
import type { DoorAnswer, DoorRequest } from '../door.js'
import { plainText } from '../door.js'
import { MCP_SESSIONS_MAX, STREAM_BACKLOG_MAX, STREAM_KEEP_ALIVE_MS } from '../limits.js'
import { parseBody } from './dialect.js'
import { createMcpServer } from './server.js'
import type { McpSurface } from './surface.js'

export const MESSAGES_PATH = '/mcp/messages'

/**
 * Clients of revision 2024-11-05 open one stream first. It names an address for messages, and carries every answer.
 */
export class SseStreams {
  readonly #surface: McpSurface
  readonly #transportById = new Map<string, SseTransport>()

  constructor(surface: McpSurface) {
    this.#surface = surface
  }

  async open({ caller }: DoorRequest): Promise<DoorAnswer> {
    if (this.#transportById.size >= MCP_SESSIONS_MAX) return plainText(503, 'too many open streams, try again later')
    const id = randomUUID()
    const transport = new SseTransport(caller.identity)
    const server = createMcpServer(this.#surface, caller)
    this.#transportById.set(id, transport)
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- not an EventTarget
    transport.onclose = () => this.#transportById.delete(id)
    await server.connect(transport)
    transport.write('endpoint', `${MESSAGES_PATH}?sessionId=${id}`)
    return {
      status: 200,
      contentType: 'text/event-stream',
      headers: { 'cache-control': 'no-cache, no-transform' },
      body: transport.stream,
    }
  }

  /** A message for an open stream; its answer goes there. */
  take({ query = '', body, caller }: DoorRequest): DoorAnswer {
    const transport = this.#transportById.get(new URLSearchParams(query).get('sessionId') ?? '')
    if (transport === undefined || transport.identity !== caller.identity) {
      return plainText(404, 'no such stream: open one with GET /mcp')
    }
    let message: JSONRPCMessage
    try {
      message = parseJSONRPCMessage(parseBody(body))
    } catch {
      return plainText(400, 'not a JSON-RPC message')
    }
    transport.onmessage?.(message)
    return plainText(202, 'Accepted')
  }

  get size(): number {
    return this.#transportById.size
  }

  skillsChanged(): void {
    for (const transport of this.#transportById.values()) {
      void transport.send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
      void transport.send({ jsonrpc: '2.0', method: 'notifications/prompts/list_changed' })
    }
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#transportById.values()).map((transport) => transport.close()))
  }
}

class SseTransport implements Transport {
  readonly identity: string
  readonly stream: ReadableStream<Uint8Array>
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: NonNullable<Transport['onmessage']>
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  /** Proxies cut a stream on which nothing is ever said. */
  readonly #keepAlive = setInterval(() => this.#enqueue(': keep-alive\n\n'), STREAM_KEEP_ALIVE_MS)

  constructor(identity: string) {
    this.identity = identity
    this.stream = new ReadableStream({
      start: (controller) => {
        this.#controller = controller
      },
      cancel: () => this.#end(),
    })
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    this.write('message', JSON.stringify(message))
  }

  async close(): Promise<void> {
    this.#controller?.close()
    this.#end()
  }

  write(event: string, data: string): void {
    this.#enqueue(`event: ${event}\ndata: ${data}\n\n`)
  }

  #enqueue(text: string): void {
    this.#controller?.enqueue(new TextEncoder().encode(text))
    // Whoever asks and never reads the answers must not fill our memory.
    if ((this.#controller?.desiredSize ?? 0) < -STREAM_BACKLOG_MAX) void this.close()
  }

  #end(): void {
    clearInterval(this.#keepAlive)
    if (this.#controller === undefined) return
    this.#controller = undefined
    this.onclose?.()
  }
}
