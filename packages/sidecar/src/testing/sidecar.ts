import { type RunningSidecar, type SidecarOptions, startSidecar } from '../start.js'
import { send } from './recordings.js'

export const silentLog = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

export function startTestSidecar(options: Partial<SidecarOptions> = {}): Promise<RunningSidecar> {
  return startSidecar({
    host: '127.0.0.1',
    port: 0,
    worldWsUrl: 'ws://127.0.0.1:1/v1/ws',
    maxSessions: 8,
    log: silentLog,
    ...options,
  })
}

export type ToolAnswer = {
  readonly result?: Record<string, unknown>
  readonly error?: { code: number; message: string }
}

/** Call a tool as the agent of a key. */
export async function callTool(url: string, key: string, name: string, args?: unknown): Promise<ToolAnswer> {
  const params = { name: `voxelcraft.${name}`, ...(args === undefined ? {} : { arguments: args }) }
  const body = { jsonrpc: '2.0', id: 1, method: 'call_tool', params }
  const answered = await send(url, { method: 'POST', path: '/mcp', headers: { 'x-agent-id': key }, body })
  return JSON.parse(answered.body) as ToolAnswer
}

export async function toolResult(
  url: string,
  key: string,
  name: string,
  args?: unknown,
): Promise<Record<string, unknown>> {
  const { result, error } = await callTool(url, key, name, args)
  if (result === undefined) throw new Error(`${name}: ${error?.message}`)
  return result
}
