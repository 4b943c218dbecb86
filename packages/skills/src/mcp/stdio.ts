import type { Readable, Writable } from 'node:stream'
import type { Server } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Caller } from '../caller.js'
import { createMcpServer } from './server.js'
import { tellingTransport } from './stdio-listen.js'
import type { McpSurface } from './surface.js'

export type StdioStreams = { readonly input: Readable; readonly output: Writable }
export type StdioService = {
  /** Resolves when the client has closed its end. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

/** One client over a pair of pipes, in any revision. Whoever started the process is the caller. */
export function serveMcpStdio(surface: McpSurface, caller: Caller, { input, output }: StdioStreams): StdioService {
  const ended = new Promise<void>((resolve) => {
    input.once('end', resolve)
    input.once('close', resolve)
  })
  let server: Server | undefined
  const wire = new StdioServerTransport(input, output)
  const create = (): Server => {
    server = createMcpServer(surface, caller)
    return server
  }
  const handle = serveStdio(create, {
    transport: tellingTransport(wire, surface, { caller, server: () => server }),
    onerror: (error) => surface.onError?.(error),
  })
  return { ended, close: () => handle.close() }
}
