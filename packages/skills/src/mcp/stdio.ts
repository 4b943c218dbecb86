import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Caller } from '../caller.js'
import { createMcpServer } from './server.js'
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
  const handle = serveStdio(() => createMcpServer(surface, caller), {
    transport: new StdioServerTransport(input, output),
    onerror: (error) => surface.onError?.(error),
  })
  return { ended, close: () => handle.close() }
}
