import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { TestClient } from '../src/testing/test-client.js'
import { startTestServer, type TestServer } from '../src/testing/test-server.js'

let server: TestServer
afterEach(() => server.close())

const get = (path: string, init?: RequestInit): Promise<Response> => fetch(`${server.url}${path}`, init)

test('[HTTP1] the page comes with its files and a policy that lets in nothing else', async () => {
  server = await startTestServer()
  const page = await get('/')
  const html = await page.text()
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const policy = page.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(page.headers.get('x-content-type-options')).toBe('nosniff')
  expect(html).not.toMatch(/<script(?![^>]* src=)|<style|style="|\son\w+="|https?:\/\//)
  const assets = [...html.matchAll(/(?:src|href)="(\/page\/[^"]+)"/g)].map((match) => match[1] ?? '')
  expect(new Set(assets).size).toBe(5)
  for (const asset of assets) expect([asset, (await get(asset)).status]).toEqual([asset, 200])
  const etag = page.headers.get('etag') as string
  expect((await get('/', { headers: { 'if-none-match': etag } })).status).toBe(304)
})

test('[HTTP2] without the page, / is unknown like any other path', async () => {
  server = await startTestServer({ page: false })
  for (const path of ['/', '/page/page.js', '/nope', '/v1/ws/', '/../package.json', '/page/..%2f..%2fpackage.json']) {
    const answer = await get(path)
    expect([path, answer.status, await answer.text()]).toEqual([path, 404, '404 page not found\n'])
  }
})

test('[HTTP3] health, and a socket path without an upgrade', async () => {
  server = await startTestServer()
  expect(await (await get('/healthz')).text()).toBe('ok')
  expect(await (await get('/healthz', { method: 'POST' })).text()).toBe('ok')
  const plain = await get('/v1/ws')
  expect([plain.status, await plain.text()]).toEqual([400, 'Bad Request\n'])
})

test('[HTTP4] ready means that every world ticks', async () => {
  server = await startTestServer({ worldIds: ['OVERWORLD', 'CITY_HUB'] })
  const ready = await get('/readyz')
  expect([ready.status, await ready.json()]).toEqual([200, { ok: true, tick: 0 }])
})

test('[HTTP5] the metrics have the names dashboards know', async () => {
  server = await startTestServer()
  await server.join()
  const answer = await get('/metrics')
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const lines = (await answer.text()).split('\n')
  expect(lines).toContain('voxelcraft_world_tick{world="world_1"} 2')
  expect(lines).toContain('voxelcraft_world_agents{world="world_1"} 1')
  expect(lines).toContain('voxelcraft_world_clients{world="world_1"} 1')
  expect(lines).toContain('voxelcraft_world_queue_depth{world="world_1",queue="inbox"} 0')
  expect(lines).toContain('clawstead_tick_seconds_count{world="world_1"} 2')
  expect(lines).toContain('clawstead_log_seconds_count{world="world_1"} 0')
  expect(lines).toContain('clawstead_world_behind_ticks{world="world_1"} 0')
  expect(lines).toContain('clawstead_observations_every{world="world_1"} 1')
  expect(lines).toContain('clawstead_world_stalled{world="world_1"} 0')
  expect(lines).toContain('clawstead_outbox_frames{of="worst"} 0')
  expect(lines.filter((line) => line.startsWith('clawstead_tick_part_seconds_total')).length).toBeGreaterThan(5)
  for (const line of lines)
    expect(line).toMatch(/^$|^# (HELP|TYPE) \w+ .+$|^\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [\d.]+$/)
})

test('[HTTP6] the status says what runs, who is there and how to join', async () => {
  server = await startTestServer()
  const { obs } = await server.join({ agent_name: '<b>ann</b>' })
  const answer = await get('/v1/status')
  const status = (await answer.json()) as Record<string, unknown> & { worlds: object[] }
  expect(status).toMatchObject({
    name: 'Clawstead',
    ready: true,
    troubles: [],
    tick: 1,
    tick_rate_hz: 5,
    clients: 1,
    agents_total: 1,
    worlds: [{ world_id: 'world_1', height: 1, tick: 1, agents: 1, clients: 1 }],
    agents: [
      {
        agent_id: 'A1',
        name: '<b>ann</b>',
        world_id: 'world_1',
        pos: (obs.self as { pos: unknown }).pos,
        connected: true,
      },
    ],
  })
})

test('[HTTP7] how MCP clients join is shown once it is known, and no line that would be refused', async () => {
  server = await startTestServer()
  const lines = async (): Promise<string[]> => {
    const { join } = (await (await get('/v1/status')).json()) as { join: { text: string }[] }
    return join.map((line) => line.text)
  }
  const mcpUrl = 'http://127.0.0.1:8090/mcp'
  expect(await lines()).toEqual([server.wsUrl])
  server.announce({ mcpUrl, signed: false })
  expect(await lines()).toEqual([
    mcpUrl,
    `claude mcp add --transport http clawstead ${mcpUrl}`,
    expect.stringMatching(/^curl -s http:\/\/127\.0\.0\.1:8090\/mcp /),
    server.wsUrl,
  ])
  server.announce({ mcpUrl, signed: true })
  expect(await lines()).toEqual([mcpUrl, server.wsUrl])
})

test('[SEC1] a foreign Host is refused on every door', async () => {
  server = await startTestServer()
  const headers = { host: 'evil.example' }
  const { request } = await import('node:http')
  const status = await new Promise((resolve, reject) => {
    request(`${server.url}/v1/status`, { headers }, (response) => resolve(response.statusCode))
      .on('error', reject)
      .end()
  })
  expect(status).toBe(403)
  await expect(new TestClient(server.wsUrl, { headers }).open()).rejects.toThrow('403')
})

test('[SEC2] a page of another origin may not connect unless it is listed', async () => {
  server = await startTestServer({ allowedOrigins: ['https://friend.example'] })
  await expect(server.connect({ origin: 'http://evil.example' })).rejects.toThrow('403')
  await server.connect({ origin: 'https://friend.example' })
  await server.connect({ origin: server.url })
  expect((await get('/v1/status', { headers: { origin: 'http://evil.example' } })).status).toBe(403)
})

test('a socket at another path is not found', async () => {
  server = await startTestServer()
  await expect(new TestClient(`ws://127.0.0.1:${server.port}/v1/wss`).open()).rejects.toThrow('404')
  await new TestClient(`${server.wsUrl}?shard_id=3`).open() // unknown query parameters are ignored
})

test('[RUN1] a port in use is passed up with its code, and nothing stays behind', async () => {
  server = await startTestServer()
  await expect(startTestServer({ port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('[RUN2] closing says goodbye to every client, frees the port and can be asked for twice', async () => {
  server = await startTestServer()
  const { client } = await server.join()
  const greeting = await server.connect()
  const { port } = server
  const stopping = server.shutDown()
  expect(await client.closed).toEqual({ code: 1001, reason: 'server stopping' })
  expect(await greeting.closed).toEqual({ code: 1001, reason: 'server stopping' })
  await Promise.all([stopping, server.shutDown()])
  const another = createServer()
  await new Promise<void>((resolve) => another.listen(port, '127.0.0.1', resolve))
  expect((another.address() as AddressInfo).port).toBe(port)
  another.close()
})
