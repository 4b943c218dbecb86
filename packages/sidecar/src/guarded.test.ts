import { createHash } from 'node:crypto'
import { signWithNonce } from '@clawstead/skills'
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, test } from 'vitest'
import type { RunningSidecar, SidecarOptions } from './start.js'
import { silentLog, startTestSidecar } from './testing/sidecar.js'

/** With a secret, every way in needs it. */

let running: RunningSidecar[] = []
let clients: Client[] = []
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await Promise.all(running.map((sidecar) => sidecar.close()))
  running = []
  clients = []
})
async function start(options: Partial<SidecarOptions>): Promise<RunningSidecar> {
  const sidecar = await startTestSidecar(options)
  running.push(sidecar)
  return sidecar
}

const SECRET = 'topsecret'
const TOKEN = 'a-token-of-enough-length'
const MCP = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
const rpc = (method: string, params: object = {}): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const info = { name: 't', version: '1' }
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': info,
}
const handshake = rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: info })
const modern = { ...MCP, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }

const listening = { ...modern, 'mcp-method': 'subscriptions/listen' }
const listen = rpc('subscriptions/listen', {
  _meta: envelope,
  notifications: { resourceSubscriptions: ['clawstead://wake'] },
})

/** Every route of every dialect. */
const WAYS_IN: readonly [string, string, string, Record<string, string>, string | undefined][] = [
  ['sidecar initialize', 'POST', '/mcp', {}, rpc('initialize')],
  ['sidecar list_tools', 'POST', '/mcp', {}, rpc('list_tools')],
  ['sidecar call_tool', 'POST', '/mcp', {}, rpc('call_tool', { name: 'voxelcraft.look' })],
  ['sidecar wait_for', 'POST', '/mcp', {}, rpc('call_tool', { name: 'voxelcraft.wait_for', arguments: { any: [] } })],
  ['no dialect at all', 'POST', '/mcp', {}, 'garbage'],
  ['2025-11-25 handshake', 'POST', '/mcp', MCP, handshake],
  ['2025-11-25 without session', 'POST', '/mcp', MCP, rpc('tools/list')],
  ['2025-11-25 in a session', 'POST', '/mcp', { ...MCP, 'mcp-session-id': 'x' }, rpc('tools/list')],
  ['2025-11-25 stream', 'GET', '/mcp', { ...MCP, 'mcp-session-id': 'x' }, undefined],
  ['2025-11-25 end', 'DELETE', '/mcp', { 'mcp-session-id': 'x' }, undefined],
  ['2026-07-28', 'POST', '/mcp', modern, rpc('tools/list', { _meta: envelope })],
  ['2025-11-25 subscription', 'POST', '/mcp', MCP, rpc('resources/subscribe', { uri: 'clawstead://wake' })],
  ['2026-07-28 subscription', 'POST', '/mcp', listening, listen],
  ['2024-11-05 stream', 'GET', '/mcp', { accept: 'text/event-stream' }, undefined],
  ['2024-11-05 message', 'POST', '/mcp/messages?sessionId=x', MCP, handshake],
  ['plain GET', 'GET', '/mcp', {}, undefined],
  ['own path, old', 'POST', '/mcp/jsonrpc', MCP, handshake],
  ['own path, new', 'POST', '/mcp/jsonrpc', modern, rpc('tools/list', { _meta: envelope })],
  ['own path, stream', 'GET', '/mcp/jsonrpc', { accept: 'text/event-stream' }, undefined],
]

describe.each(WAYS_IN)('%s', (_name, method, path, headers, body) => {
  const knock = async (options: Partial<SidecarOptions>, extra: Record<string, string>): Promise<Response> => {
    const { url } = await start(options)
    const stop = AbortSignal.timeout(10_000)
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...extra },
      signal: stop,
      ...(body === undefined ? {} : { body }),
    })
    await response.body?.cancel()
    return response
  }

  test('[GUARD1] is closed without a signature', async () => {
    expect((await knock({ hmacSecret: SECRET }, { 'x-agent-id': 'a' })).status).toBe(401)
  })

  test('[GUARD2] is closed with a signature of another secret, or an unknown token', async () => {
    const now = Date.now()
    const parts = { timestamp: String(now), method, path: '/mcp', body: Buffer.from(body ?? '') }
    const signature = signWithNonce('wrong', parts, { agentId: 'a', nonce: 'n' })
    const signed = { 'x-agent-id': 'a', 'x-ts': String(now), 'x-nonce': 'n', 'x-signature': signature }
    expect((await knock({ hmacSecret: SECRET, now: () => now }, signed)).status).toBe(401)
    const tokens = { tokens: { ann: TOKEN }, hmacSecret: SECRET }
    expect((await knock(tokens, { authorization: 'Bearer nope' })).status).toBe(401)
  })

  test('[GUARD3] is open with a token', async () => {
    const options = { hmacSecret: SECRET, tokens: { ann: TOKEN } }
    expect((await knock(options, { authorization: `Bearer ${TOKEN}` })).status).not.toBe(401)
  })
})

/** Signs each request as the signature rules say. */
function signingFetch(agentId: string): typeof fetch {
  let count = 0
  return async (input, init) => {
    const request = new Request(input, init)
    const body = Buffer.from(await request.clone().arrayBuffer())
    const [timestamp, nonce] = [String(Date.now()), createHash('sha256').update(`${count++}`).digest('hex')]
    const parts = { timestamp, method: request.method, path: new URL(request.url).pathname, body }
    request.headers.set('x-agent-id', agentId)
    request.headers.set('x-ts', timestamp)
    request.headers.set('x-nonce', nonce)
    request.headers.set('x-signature', signWithNonce(SECRET, parts, { agentId, nonce }))
    return fetch(request)
  }
}

describe.each(['2026-07-28', '2025-11-25', '2024-11-05'] as const)('a client of %s', (revision) => {
  const connect = async (url: string, options: object): Promise<Client> => {
    const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy'
    const client = new Client(info, { versionNegotiation: { mode } })
    const address = new URL(url)
    const Transport = revision === '2024-11-05' ? SSEClientTransport : StreamableHTTPClientTransport
    await client.connect(new Transport(address, options))
    clients.push(client)
    return client
  }

  test('[GUARD4] comes in with signed requests', async () => {
    const { mcpUrl } = await start({ hmacSecret: SECRET, allowLegacyHmac: false })
    const client = await connect(mcpUrl, { fetch: signingFetch('signer') })
    expect((await client.listTools()).tools).toHaveLength(16)
    await expect(connect(mcpUrl, { requestInit: { headers: { 'x-agent-id': 'signer' } } })).rejects.toThrow(
      /401|missing x-ts/,
    )
  })

  test('[GUARD5] comes in with a bearer token, under the name of the token', async () => {
    const records: object[] = []
    const log = { ...silentLog, debug: (fields: object) => records.push(fields) }
    const { mcpUrl } = await start({ hmacSecret: SECRET, tokens: { ann: TOKEN }, log })
    const headers = { authorization: `Bearer ${TOKEN}`, 'x-agent-id': 'somebody-else' }
    const client = await connect(mcpUrl, { requestInit: { headers } })
    const { structuredContent } = await client.callTool({ name: 'voxelcraft_get_status', arguments: {} })
    expect(structuredContent).toMatchObject({ connected: false })
    expect(records).toContainEqual(
      expect.objectContaining({ skill: 'voxelcraft/get_status', caller: 'token:ann', door: 'mcp' }),
    )
  })
})

test('[GUARD6] beyond loopback a token is needed even without a secret', async () => {
  const { port } = await start({ host: '0.0.0.0', tokens: { ann: TOKEN } })
  const ask = (headers: Record<string, string>): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', headers, body: rpc('list_tools') })
  expect([(await ask({})).status, (await ask({ authorization: `Bearer ${TOKEN}` })).status]).toEqual([401, 200])
  expect((await ask({})).headers.get('www-authenticate')).toBe('Bearer')
})

test('[GUARD7] on loopback without a secret a token only says who calls', async () => {
  const { url } = await start({ tokens: { ann: TOKEN } })
  const ask = async (headers: Record<string, string>): Promise<number> =>
    (await fetch(`${url}/mcp`, { method: 'POST', headers, body: rpc('list_tools') })).status
  expect([
    await ask({}),
    await ask({ authorization: `Bearer ${TOKEN}` }),
    await ask({ authorization: 'Bearer x' }),
  ]).toEqual([200, 200, 401])
})
