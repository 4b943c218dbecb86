import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type Caller, identifyCaller } from '../caller.js'
import type { Door, DoorAnswer, DoorRequest } from '../door.js'
import { createRegistry } from '../registry.js'
import { defineSkill } from '../skill.js'
import { textOf } from '../testing/door-fetch.js'
import { createMcpDoor } from './mcp-door.js'

const ping = defineSkill({
  name: 'test/ping',
  version: '1.0.0',
  author: 'tests',
  description: 'For tests.',
  input: z.object({}),
  output: z.object({ ok: z.boolean() }),
  run: () => ({ ok: true }),
})
let nowMs = 0
let door: Door
beforeEach(() => {
  nowMs = 0
  const surface = { serverName: 'tests', serverVersion: '1.0.0', instructions: '' }
  door = createMcpDoor({ ...surface, registry: createRegistry({ skills: [ping] }), sessionsMax: 2, now: () => nowMs })
})
afterEach(() => door.close?.())

function callerOf(agentId: string): Caller {
  const identified = identifyCaller({ agentId })
  if (!identified.ok) throw new Error(identified.message)
  return identified.caller
}

type Parts = {
  readonly method?: string
  readonly path?: string
  readonly query?: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
  readonly agentId?: string
}
const MCP_ACCEPT = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
function requestOf({
  method = 'POST',
  path = '/mcp',
  query,
  headers = {},
  body = '',
  agentId = 'a',
}: Parts): DoorRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const bytes = new TextEncoder().encode(text)
  return { method, path, headers, body: bytes, caller: callerOf(agentId), ...(query === undefined ? {} : { query }) }
}
const send = (parts: Parts): Promise<DoorAnswer> => door.answer(requestOf(parts))
const rpc = (method: string, params: object = {}): object => ({ jsonrpc: '2.0', id: 1, method, params })
const handshake = rpc('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 't', version: '1' },
})
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
}
async function open(agentId = 'a'): Promise<string> {
  const answer = await send({ headers: MCP_ACCEPT, body: handshake, agentId })
  if (typeof answer.body !== 'string') await new Response(answer.body).text()
  return answer.headers?.['mcp-session-id'] ?? ''
}

test('[ROUTE1] what marks a request as MCP, and what leaves it to the sidecar', () => {
  const takes = (parts: Parts): boolean => door.takes(requestOf(parts))
  const mcp: Parts[] = [
    { headers: { 'mcp-protocol-version': '2025-11-25' }, body: rpc('list_tools') },
    { body: rpc('list_tools', { _meta: envelope }) },
    { body: handshake },
    { headers: MCP_ACCEPT, body: rpc('tools/list') },
    { headers: { 'mcp-session-id': 'x' }, body: rpc('ping') },
    { headers: MCP_ACCEPT, body: 'not json' },
    { path: '/mcp/jsonrpc', body: rpc('list_tools') },
    { method: 'GET' },
  ]
  const sidecar: Parts[] = [
    { body: rpc('list_tools') },
    { headers: MCP_ACCEPT, body: rpc('call_tool') },
    { headers: MCP_ACCEPT, body: rpc('initialize', { client: 'openclaw', version: '1' }) },
    { body: rpc('initialize', { protocolVersion: 5 }) },
    { body: rpc('tools/list') },
    { body: rpc('ping') },
    { body: 'not json' },
    { body: '"protocolVersion"' },
  ]
  expect(mcp.map(takes)).toEqual(mcp.map(() => true))
  expect(sidecar.map(takes)).toEqual(sidecar.map(() => false))
})

test('[ROUTE2] the door serves its paths and methods only', () => {
  const serves = (method: string, path: string): boolean => door.serves({ method, path })
  expect(['POST', 'GET', 'DELETE'].map((method) => serves(method, '/mcp'))).toEqual([true, true, true])
  expect([serves('PUT', '/mcp'), serves('POST', '/mcp//'), serves('GET', '/mcp/messages')]).toEqual([
    false,
    false,
    false,
  ])
  expect(['POST', 'GET', 'DELETE'].map((method) => serves(method, '/mcp/'))).toEqual([true, true, true])
  expect([serves('POST', '/mcp/jsonrpc'), serves('POST', '/mcp/messages')]).toEqual([true, true])
})

test('[ROUTE3] plain HTTP tools are answered in JSON without handshake', async () => {
  const body = rpc('tools/call', { name: 'test_ping', arguments: {} })
  for (const headers of [{}, { accept: '*/*', 'content-type': 'application/x-www-form-urlencoded' }]) {
    const answer = await send({ path: '/mcp/jsonrpc', headers, body })
    expect([answer.status, answer.contentType]).toEqual([200, 'application/json'])
    expect(JSON.parse(textOf(answer))).toMatchObject({ id: 1, result: { structuredContent: { ok: true } } })
  }
})

test('[ROUTE4] what no client of the protocol sends is refused as the protocol says', async () => {
  const status = async (parts: Parts): Promise<unknown> => {
    const answer = await send(parts)
    const { error } = JSON.parse(textOf(answer)) as { error?: { code: number } }
    return [answer.status, error?.code]
  }
  expect(await status({ path: '/mcp/jsonrpc', headers: MCP_ACCEPT, body: 'not json' })).toEqual([400, -32700])
  expect(
    await status({ path: '/mcp/jsonrpc', headers: { ...MCP_ACCEPT, accept: 'text/html' }, body: rpc('ping') }),
  ).toEqual([406, -32000])
  expect(
    await status({ path: '/mcp/jsonrpc', headers: { ...MCP_ACCEPT, 'content-type': 'text/plain' }, body: rpc('ping') }),
  ).toEqual([415, -32000])
  const modern = { ...MCP_ACCEPT, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'initialize' }
  expect(await status({ headers: modern, body: rpc('initialize', { _meta: envelope }) })).toEqual([404, -32601])
  const mismatch = { ...MCP_ACCEPT, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' }
  expect(await status({ headers: mismatch, body: rpc('tools/list', { _meta: envelope }) })).toEqual([400, -32020])
})

test('[SESSION1] a handshake opens a session, DELETE ends it, an unknown one is 404', async () => {
  const id = await open()
  const headers = { ...MCP_ACCEPT, 'mcp-session-id': id }
  expect((await send({ headers, body: rpc('ping') })).status).toBe(200)
  expect((await send({ method: 'DELETE', headers })).status).toBe(200)
  const gone = await send({ headers, body: rpc('ping') })
  expect([gone.status, JSON.parse(textOf(gone))]).toMatchObject([404, { error: { code: -32001 } }])
})

test('[SESSION2] a session belongs to whoever opened it', async () => {
  const headers = { ...MCP_ACCEPT, 'mcp-session-id': await open('a') }
  expect((await send({ headers, body: rpc('ping'), agentId: 'b' })).status).toBe(404)
  expect((await send({ method: 'GET', headers, agentId: 'b' })).status).toBe(404)
  expect((await send({ headers, body: rpc('ping'), agentId: 'a' })).status).toBe(200)
})

test('[SESSION3] at the limit the least recently used session ends', async () => {
  const [first, second] = [await open(), await open()]
  const isOpen = async (id: string): Promise<boolean> =>
    (await send({ headers: { ...MCP_ACCEPT, 'mcp-session-id': id }, body: rpc('ping') })).status === 200
  expect(await isOpen(first)).toBe(true)
  const third = await open()
  expect([await isOpen(first), await isOpen(second), await isOpen(third)]).toEqual([true, false, true])
})

test('[SESSION4] an idle session makes room, one that streams does not', async () => {
  const [idle, streaming] = [await open(), await open()]
  const stream = await send({ method: 'GET', headers: { ...MCP_ACCEPT, 'mcp-session-id': streaming } })
  nowMs += 31 * 60_000
  await open()
  const status = async (id: string): Promise<number> =>
    (await send({ headers: { ...MCP_ACCEPT, 'mcp-session-id': id }, body: rpc('ping') })).status
  expect([await status(idle), await status(streaming)]).toEqual([404, 200])
  if (stream.body instanceof ReadableStream) await stream.body.cancel()
})

test('[SESSION5] a refused handshake leaves no session behind', async () => {
  const answer = await send({ headers: { ...MCP_ACCEPT, accept: 'text/html' }, path: '/mcp/jsonrpc', body: handshake })
  expect([answer.status, answer.headers?.['mcp-session-id']]).toEqual([406, undefined])
})

test('[SSE1] a stream out of nowhere names where messages go; other GETs are not allowed', async () => {
  const answer = await send({ method: 'GET', headers: { accept: 'text/event-stream' } })
  expect([answer.status, answer.contentType]).toEqual([200, 'text/event-stream'])
  if (!(answer.body instanceof ReadableStream)) throw new Error('no stream')
  const reader = answer.body.getReader()
  const first = new TextDecoder().decode((await reader.read()).value)
  expect(first).toMatch(/^event: endpoint\ndata: \/mcp\/messages\?sessionId=[0-9a-f-]{36}\n\n$/)
  const query = first.split('?')[1]?.trim() ?? ''
  expect(await send({ path: '/mcp/messages', query, body: handshake })).toMatchObject({ status: 202 })
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('"protocolVersion":"2025-11-25"')
  expect(await send({ path: '/mcp/messages', query, body: '{}' })).toMatchObject({ status: 400 })
  expect(await send({ path: '/mcp/messages', query, body: handshake, agentId: 'b' })).toMatchObject({ status: 404 })
  await reader.cancel()
  expect(await send({ path: '/mcp/messages', query, body: handshake })).toMatchObject({ status: 404 })
  const plain = { status: 405, headers: { allow: 'POST' }, body: '' }
  expect(await send({ method: 'GET' })).toEqual(plain)
  expect(await send({ method: 'DELETE' })).toEqual(plain)
  expect(await send({ method: 'GET', headers: { ...MCP_ACCEPT, 'mcp-protocol-version': '2026-07-28' } })).toEqual(plain)
})

test('[SSE2] a stream whose answers nobody reads ends', async () => {
  const answer = await send({ method: 'GET', headers: { accept: 'text/event-stream' } })
  if (!(answer.body instanceof ReadableStream)) throw new Error('no stream')
  const reader = answer.body.getReader()
  const query =
    new TextDecoder()
      .decode((await reader.read()).value)
      .split('?')[1]
      ?.trim() ?? ''
  let status = 202
  for (let count = 0; status === 202 && count < 3000; count++) {
    ;({ status } = await send({ path: '/mcp/messages', query, body: { jsonrpc: '2.0', id: count, method: 'ping' } }))
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(status).toBe(404)
})
