import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { signCall, signMessage } from '../identity/index.js'
import { startTestNode, testIdentity } from './testing/test-node.js'

const COFFEE = { query: 'coffee', location: 'Denver' }
const FOUND = { places: ['coffee in Denver'], radius: 500 }

test.each(['/mcp/', '/mcp/jsonrpc/'])('[NODE15] %s is the same to every revision of MCP', async (path) => {
  const { url } = await startTestNode()
  for (const mode of ['legacy', { pin: '2026-07-28' }] as const) {
    const client = new Client({ name: 't', version: '1' }, { versionNegotiation: { mode } })
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}${path}`)))
    onTestFinished(() => client.close())
    const { structuredContent } = await client.callTool({ name: 'goplaces_search', arguments: COFFEE })
    expect(structuredContent).toEqual(FOUND)
  }
})

test('[NODE15] so it is to streams of 2024-11-05 and to methods nobody takes; the sidecar has no such address', async () => {
  const { url } = await startTestNode()
  const call = { id: 1, method: 'call_tool', params: { name: 'goplaces.search', arguments: COFFEE } }
  const missing = await fetch(`${url}/mcp/`, { method: 'POST', body: JSON.stringify(call) })
  expect([missing.status, await missing.text()]).toEqual([404, '404 page not found\n'])
  const stop = new AbortController()
  const stream = await fetch(`${url}/mcp/`, { headers: { accept: 'text/event-stream' }, signal: stop.signal })
  expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  stop.abort()
  const put = await fetch(`${url}/mcp/`, { method: 'PUT' })
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST, DELETE'])
})

test('[NODE15] the addresses of the mesh are the same with a slash behind them', async () => {
  const { url, post, get } = await startTestNode()
  for (const path of ['info', 'discover', 'server-card', 'goplaces/info', 'goplaces/search/info']) {
    const [plain, slashed] = [await get(`/mcp/${path}`), await get(`/mcp/${path}/`)]
    expect([slashed.status, slashed.body]).toEqual([200, plain.body])
  }
  expect(await post('/mcp/goplaces/search/', COFFEE)).toMatchObject({ status: 200, body: { data: FOUND } })

  const target = `${url}/mcp/goplaces/search/`
  const identity = testIdentity('caller')
  const { headers, body } = signCall({ identity, method: 'goplaces/search', params: COFFEE, url: target })
  expect(await post('/mcp/goplaces/search/', body, headers)).toMatchObject({ status: 200, body: { data: FOUND } })
  const text = JSON.stringify(COFFEE)
  const message = await signMessage({ identity, method: 'POST', url: target, body: text })
  expect((await post('/mcp/goplaces/search/', text, message)).status).toBe(200)
  // What was signed is the path as it is sent.
  const other = await signMessage({ identity, method: 'POST', url: target, body: text })
  expect((await post('/mcp/goplaces/search', text, other)).status).toBe(401)

  expect(await post('/mcp/goplaces/search//', COFFEE)).toMatchObject({
    status: 400,
    body: { error: 'path: "" is no segment of a skill\'s name' },
  })
})
