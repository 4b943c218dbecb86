import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startScriptedServer } from '@clawstead/client/testing'
import { createHttpServer, type Door, plainText, ReplayStore, signPlain } from '@clawstead/skills'
import { afterEach, expect, test } from 'vitest'
import type { RunningSidecar, SidecarOptions } from './start.js'
import { readRecording, replay, send } from './testing/recordings.js'
import { silentLog, startTestSidecar } from './testing/sidecar.js'

const INITIALIZE = '{"jsonrpc":"2.0","id":1,"method":"initialize"}'
let running: RunningSidecar[] = []
afterEach(async () => {
  await Promise.all(running.map((sidecar) => sidecar.close()))
  running = []
})
async function start(options: Partial<SidecarOptions> = {}): Promise<RunningSidecar> {
  const sidecar = await startTestSidecar(options)
  running.push(sidecar)
  return sidecar
}

test('[RPC1] recorded envelopes are answered as recorded', async () => {
  const { url } = await start()
  for (const exchange of readRecording('envelope')) {
    const isList = JSON.stringify(exchange.request.body).includes('list_tools')
    if (isList) continue
    const { actual, recorded } = await replay(url, exchange)
    expect(actual).toEqual(recorded)
  }
})

test('[RPC2] list_tools names the seven tools in order, with the recorded schemas', async () => {
  const { url } = await start()
  const recorded = readRecording('envelope').find(({ request }) => JSON.stringify(request.body).includes('list_tools'))
  const { body } = await send(url, {
    method: 'POST',
    path: '/mcp',
    body: { jsonrpc: '2.0', id: 1, method: 'list_tools' },
  })
  const { result } = JSON.parse(body) as { result: { tools: { name: string; description: string }[] } }
  expect(result.tools.every(({ description }) => description.length > 40)).toBe(true)
  const withoutDescriptions = result.tools.map(({ description: _description, ...tool }) => tool)
  expect({ jsonrpc: '2.0', id: 1, result: { tools: withoutDescriptions } }).toEqual(recorded?.response.body)
})

test('[HTTP1] the recorded HTTP surface', async () => {
  const { url } = await start()
  for (const exchange of readRecording('http')) {
    const { actual, recorded } = await replay(url, exchange)
    expect(actual).toEqual(recorded)
  }
})

test('[HTTP2] a body of 4 MiB is read, one byte more is refused', async () => {
  const { url } = await start()
  const post = (bytes: number): ReturnType<typeof send> =>
    send(url, { method: 'POST', path: '/mcp', body: INITIALIZE.padEnd(bytes, ' ') })
  expect(await post(4 * 1024 * 1024)).toMatchObject({ status: 200 })
  expect(await post(4 * 1024 * 1024 + 1)).toMatchObject({ status: 400, body: 'bad jsonrpc request' })
})

test('[HTTP3] a foreign Host or Origin is refused before anything else', async () => {
  const { url, port } = await start()
  const origin = await send(url, {
    method: 'POST',
    path: '/mcp',
    headers: { origin: 'https://evil.example' },
    body: INITIALIZE,
  })
  expect(origin).toMatchObject({ status: 403, body: 'foreign origin' })
  const host = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { host: 'evil.example' }
    httpRequest({ host: '127.0.0.1', port, method: 'POST', path: '/mcp', headers }, ({ statusCode }) =>
      resolve(statusCode),
    )
      .on('error', reject)
      .end(INITIALIZE)
  })
  expect(host).toBe(403)
})

test('[AUTH7] the recorded signed requests', async () => {
  let now = 0
  const lenient = await start({ hmacSecret: 'topsecret', now: () => now })
  const strict = await start({ hmacSecret: 'topsecret', allowLegacyHmac: false, now: () => now })
  const exchanges = readRecording('auth')
  const strictFrom = exchanges.findIndex(({ request }) => request.headers?.['x-ts'] === '1794775979664')
  for (const [index, exchange] of exchanges.entries()) {
    now = exchange.now_ms ?? now
    const { actual, recorded } = await replay(index < strictFrom ? lenient.url : strict.url, exchange)
    expect(actual).toEqual(recorded)
  }
})

test('[AUTH8] with a secret, health and readiness stay open', async () => {
  const { url } = await start({ hmacSecret: 'topsecret' })
  expect(await send(url, { method: 'GET', path: '/healthz' })).toMatchObject({ status: 200, body: 'ok' })
  expect((await send(url, { method: 'GET', path: '/readyz' })).status).toBe(503)
})

test('[REPLAY3] the same request a second time is 409, and another session may use the same bytes', async () => {
  const now = 1_700_000_000_000
  const { url } = await start({ hmacSecret: 's', now: () => now })
  const parts = { timestamp: String(now), method: 'POST', path: '/mcp', body: Buffer.from(INITIALIZE) }
  const signature = signPlain('s', parts)
  const as = async (agent: string): Promise<{ status: number; body: string }> => {
    const headers = { 'x-agent-id': agent, 'x-ts': String(now), 'x-signature': signature }
    return send(url, { method: 'POST', path: '/mcp', headers, body: INITIALIZE })
  }
  expect((await as('a1')).status).toBe(200)
  expect(await as('a1')).toMatchObject({ status: 409, body: 'replayed request' })
  expect((await as('a2')).status).toBe(200)
})

test('[REPLAY2] a full store answers 429 and says when to come back', async () => {
  const now = 1_700_000_000_000
  const server = createHttpServer({
    doors: [{ name: 'open', serves: () => true, takes: () => true, answer: async () => plainText(200, 'in') }],
    hmac: { secret: 's', allowLegacy: true },
    hosts: { boundHost: '127.0.0.1', allowedHosts: [], allowedOrigins: [] },
    now: () => now,
    log: silentLog,
    readiness: async () => ({ isReady: true, details: {} }),
    replays: new ReplayStore(1),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const post = (body: string): Promise<Response> => {
    const parts = { timestamp: String(now), method: 'POST', path: '/mcp', body: Buffer.from(body) }
    const headers = { 'x-agent-id': 'a', 'x-ts': String(now), 'x-signature': signPlain('s', parts) }
    return fetch(`${url}/mcp`, { method: 'POST', headers, body })
  }
  expect((await post('1')).status).toBe(200)
  const refused = await post('2')
  expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([
    429,
    '600',
    'too many signed requests, try again later',
  ])
  expect((await post('1')).status).toBe(409)
  server.closeAllConnections()
  server.close()
})

test('[WHO2] a header that pretends to be proven is refused', async () => {
  const { url } = await start()
  const headers = { 'x-agent-id': 'token:root' }
  expect(await send(url, { method: 'POST', path: '/mcp', headers, body: INITIALIZE })).toMatchObject({
    status: 400,
    body: 'bad x-agent-id: must not start with token:',
  })
})

test('[READY1] ready means the world can be reached; nobody joins for it', async () => {
  const world = await startScriptedServer()
  const { url } = await start({ worldWsUrl: world.url })
  const ready = await send(url, { method: 'GET', path: '/readyz' })
  expect({ ...ready, body: JSON.parse(ready.body) as unknown }).toEqual({
    status: 200,
    contentType: 'application/json',
    body: { ok: true, connected: true, last_obs_tick: 0 },
  })
  const peer = await world.connection()
  const heard = await Promise.race([peer.next(), peer.closed.then(() => 'nothing')])
  expect(heard).toBe('nothing')
  await world.close()
  const away = await send(url, { method: 'GET', path: '/readyz' })
  expect(away.status).toBe(503)
  expect(JSON.parse(away.body)).toEqual({
    ok: false,
    error: expect.stringMatching(/^world server not reachable: .*ECONNREFUSED/),
  })
})

test('[START1] off loopback a secret is needed, and where one is required too', async () => {
  for (const host of ['0.0.0.0', '', '::', 'example.com']) {
    await expect(startTestSidecar({ host })).rejects.toThrow('without an HMAC secret')
  }
  await expect(startTestSidecar({ requireHmac: true })).rejects.toThrow('an HMAC secret is required but none is set')
  await expect(startTestSidecar({ hmacSecret: '', requireHmac: true })).rejects.toThrow('an HMAC secret is required')
  await expect(startTestSidecar({ worldWsUrl: 'http://x' })).rejects.toThrow(
    'world-ws-url must be a ws:// or wss:// URL',
  )
})

test('[START2] a port that is taken is an error, not a crash', async () => {
  const { port } = await start()
  await expect(startTestSidecar({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test("[DOOR11] further dialects are asked before the sidecar's own", async () => {
  const door: Door = {
    name: 'other',
    serves: ({ path }) => path === '/mcp' || path === '/mcp/extra',
    takes: ({ headers }) => headers['x-dialect'] === 'other',
    answer: async ({ caller }) => ({ status: 200, contentType: 'text/plain', body: `hello ${caller.identity}` }),
  }
  const { url } = await start({ guest: async () => ({ doors: [door], close: async () => undefined }) })
  const other = { method: 'POST', path: '/mcp', headers: { 'x-dialect': 'other' }, body: '' }
  expect(await send(url, other)).toMatchObject({ status: 200, body: 'hello default' })
  expect(await send(url, { ...other, method: 'DELETE', path: '/mcp/extra' })).toMatchObject({ status: 200 })
  expect(await send(url, { method: 'POST', path: '/mcp', body: INITIALIZE })).toMatchObject({
    status: 200,
    contentType: 'application/json',
  })
})
