import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { isInitializeRequest, McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import { onTestFinished } from 'vitest'
import { z } from 'zod'

export type ForeignServer = {
  readonly url: string
  /** Methods of the requests that came, and how often a session was opened. */
  readonly methods: string[]
  /** Every session is gone, as after a restart. */
  forgetSessions(): void
  /** Answers of the server while set: a status and nothing else. */
  trouble: number | undefined
  /** Answers 401 to requests without this. */
  wants: { readonly header: string; readonly value: string } | undefined
  /** Headers of the requests that came. */
  readonly headers: Readonly<Record<string, string>>[]
  /** What `say` and `fail` answer in place of their own words. */
  says: string | undefined
  /** What its tools say about themselves. */
  description: string
  version: string
}

/** The reference server of the Model Context Protocol with sessions, as it is deployed everywhere: revision 2025-11-25. */
export async function startForeignServer(): Promise<ForeignServer> {
  const transportById = new Map<string, WebStandardStreamableHTTPServerTransport>()

  async function open(): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void transportById.set(id, transport),
    })
    await toolServer(foreign).connect(transport)
    return transport
  }

  async function respond(request: Request): Promise<Response> {
    if (foreign.trouble !== undefined) return new Response('', { status: foreign.trouble })
    const { wants } = foreign
    foreign.headers.push(Object.fromEntries(request.headers))
    if (wants !== undefined && request.headers.get(wants.header) !== wants.value) {
      return new Response('', { status: 401 })
    }
    const body = request.method === 'POST' ? ((await request.clone().json()) as { method?: string }) : undefined
    foreign.methods.push(body?.method ?? request.method)
    const id = request.headers.get('mcp-session-id')
    const known = id === null ? undefined : transportById.get(id)
    if (known !== undefined) return known.handleRequest(request)
    if (id !== null) return Response.json(rpcError(-32_001, 'Session not found'), { status: 404 })
    if (body !== undefined && isInitializeRequest(body)) return (await open()).handleRequest(request)
    return Response.json(rpcError(-32_000, 'no session'), { status: 400 })
  }

  const server = createServer((incoming, response) => {
    const url = `http://${incoming.headers.host}${incoming.url}`
    void (async () => {
      const answer = await respond(toRequest(url, incoming))
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      response.flushHeaders()
      if (answer.body === null) response.end()
      else
        Readable.fromWeb(answer.body as never)
          .on('error', () => response.end())
          .pipe(response)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    await Promise.all(Array.from(transportById.values(), (transport) => transport.close()))
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
  const foreign: ForeignServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    methods: [],
    forgetSessions: () => transportById.clear(),
    trouble: undefined,
    wants: undefined,
    headers: [],
    says: undefined,
    description: 'Adds two numbers.',
    version: '2.0.1',
  }
  return foreign
}

function toolServer(foreign: ForeignServer): McpServer {
  const { description, version } = foreign
  const server = new McpServer({ name: 'foreign', version })
  server.registerTool(
    'Add.Numbers',
    {
      description,
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      outputSchema: z.object({ sum: z.number() }),
      annotations: { readOnlyHint: true },
    },
    ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }], structuredContent: { sum: a + b } }),
  )
  server.registerTool('say', { description: 'Says hello.' }, () => ({
    content: [{ type: 'text', text: foreign.says ?? 'hello' }],
  }))
  server.registerTool(
    'repeat',
    { description: 'Says it again.', inputSchema: z.object({ text: z.string() }) },
    ({ text }) => ({ content: [{ type: 'text', text }] }),
  )
  server.registerTool('fail', { description: 'Fails.' }, () => ({
    isError: true,
    content: [{ type: 'text', text: foreign.says ?? 'no such\u0000 thing' }],
  }))
  return server
}

function toRequest(url: string, incoming: IncomingMessage): Request {
  const { method = 'GET', headers } = incoming
  const body = method === 'POST' ? Readable.toWeb(incoming) : null
  const init = { method, headers: headers as Record<string, string>, body, duplex: 'half' }
  return new Request(url, init as unknown as RequestInit)
}

const rpcError = (code: number, message: string): object => ({ jsonrpc: '2.0', error: { code, message }, id: null })
