import { functionList, identifyCaller } from '@clawstead/skills'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { signCall } from '../identity/index.js'
import { startTestNode, type TestNode, testIdentity } from './testing/test-node.js'

const INPUT = { query: 'coffee', location: 'Denver, CO' }
const OUTPUT = { places: ['coffee in Denver, CO'], radius: 500 }
const REVISIONS = ['legacy', { pin: '2026-07-28' }] as const

async function connect(
  node: TestNode,
  mode: (typeof REVISIONS)[number],
  headers: Record<string, string> = {},
): Promise<Client> {
  const client = new Client({ name: 't', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${node.url}/mcp`), { requestInit: { headers } }))
  onTestFinished(() => client.close())
  return client
}

const sidecarCall = (name: string, input: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'call_tool',
  params: { name, arguments: input },
})

test('[DOORS1] one skill gives one result through every door, and leaves one shape of record', async () => {
  const node = await startTestNode()
  const { post, audits, registry } = node
  const results: unknown[] = []
  results.push(((await post('/mcp/goplaces/search', INPUT)).body as { data: unknown }).data)
  results.push(((await post('/mcp', sidecarCall('goplaces.search', INPUT))).body as { result: unknown }).result)
  for (const revision of REVISIONS) {
    const client = await connect(node, revision)
    results.push((await client.callTool({ name: 'goplaces_search', arguments: INPUT })).structuredContent)
  }
  const caller = nobody()
  const [listed] = functionList(registry, caller).filter(({ name }) => name === 'goplaces_search')
  const skill = registry.find(listed?.name ?? '', 'operator')
  results.push(await registry.call({ skill: skill?.name ?? '', input: INPUT, caller, door: 'operator' }))

  expect(results).toEqual([OUTPUT, OUTPUT, OUTPUT, OUTPUT, OUTPUT])
  expect(audits).toEqual(
    ['mesh', 'sidecar', 'mcp', 'mcp', 'operator'].map((door) => ({
      atMs: expect.any(Number),
      durationMs: expect.any(Number),
      skill: 'goplaces/search',
      version: '1.2.0',
      origin: 'builtin',
      caller: 'default',
      door,
      outcome: 'ok',
    })),
  )
})

test('[DOORS2] a skill for operators is neither listed nor callable through any door without the right', async () => {
  const node = await startTestNode()
  const { post, get, registry, audits } = node
  const lists: string[] = [
    (await get('/mcp/info')).text,
    (await get('/mcp/discover')).text,
    (await get('/.well-known/agent-card.json')).text,
    (await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'list_tools' })).text,
    JSON.stringify(functionList(registry, nobody())),
  ]
  expect((await post('/mcp/admin/stop', {})).status).toBe(403)
  expect((await post('/mcp', sidecarCall('admin.stop', {}))).text).toContain('needs the right op')
  for (const revision of REVISIONS) {
    const client = await connect(node, revision)
    lists.push(JSON.stringify(await client.listTools()), JSON.stringify(await client.listResources()))
    expect((await client.callTool({ name: 'admin_stop', arguments: {} })).isError).toBe(true)
    await expect(client.readResource({ uri: 'skill://admin-stop/SKILL.md' })).rejects.toThrow('not found')
  }
  await expect(
    registry.call({ skill: 'admin/stop', input: {}, caller: nobody(), door: 'operator' }),
  ).rejects.toMatchObject({ code: 'forbidden' })
  for (const list of lists) expect(list).not.toMatch(/admin.stop/)
  expect(audits.filter(({ skill, outcome }) => skill === 'admin/stop' && outcome === 'ok')).toEqual([])
})

test('[DOORS3] a skill that wants signatures says how to get in, and lets a token in, through MCP and the sidecar', async () => {
  const node = await startTestNode({ tokens: { ann: 'token-of-ann' } })
  const bearer = { authorization: 'Bearer token-of-ann' }
  for (const revision of REVISIONS) {
    const refused = await (await connect(node, revision)).callTool({
      name: 'goplaces_details',
      arguments: { place: 'x' },
    })
    expect(JSON.parse((refused.content as { text: string }[])[0]?.text ?? '')).toEqual({
      error: {
        code: 'signature_required',
        message: 'goplaces/details only takes signed calls',
        next: 'Sign the call with a key of your own, or send a bearer token of this node.',
      },
    })
    const client = await connect(node, revision, bearer)
    const answer = await client.callTool({ name: 'goplaces_details', arguments: { place: 'x' } })
    expect(answer.structuredContent).toEqual({ place: 'x' })
  }
  const call = sidecarCall('goplaces.details', { place: 'x' })
  expect((await node.post('/mcp', call)).text).toContain('only takes signed calls')
  expect((await node.post('/mcp', call, bearer)).body).toMatchObject({ result: { place: 'x' } })
  const { method, params } = call
  const signed = signCall({ identity: testIdentity('caller'), method, params })
  const body = JSON.stringify({ ...(JSON.parse(signed.body) as object), jsonrpc: '2.0', id: 1 })
  expect((await node.post('/mcp', body, { ...signed.headers })).body).toMatchObject({ result: { place: 'x' } })
})

test('[POLICY3] a skill with a list of agents takes those on it, and nobody else, through every door', async () => {
  const friend = testIdentity('friend')
  const agentIdsBySkill = new Map([['goplaces/search', new Set([friend.agentId])]])
  const node = await startTestNode({
    tokens: { ann: 'token-of-ann' },
    policy: { admits: 'open', requiresAudience: false, agentIdsBySkill },
  })
  const { post, get, registry } = node
  const bearer = { authorization: 'Bearer token-of-ann' }
  const refusal = 'goplaces/search may be called by those on its list only'
  expect(await post('/mcp/goplaces/search', INPUT)).toMatchObject({ status: 403, body: { error: refusal } })
  expect(await post('/mcp/goplaces/search', INPUT, bearer)).toMatchObject({ status: 403, body: { error: refusal } })
  const call = sidecarCall('goplaces.search', INPUT)
  expect((await post('/mcp', call, bearer)).text).toContain(refusal)
  for (const revision of REVISIONS) {
    const client = await connect(node, revision, bearer)
    expect((await client.callTool({ name: 'goplaces_search', arguments: INPUT })).isError).toBe(true)
    const lists = [await client.listTools(), await client.listPrompts()]
    expect(JSON.stringify(lists)).not.toContain('goplaces_search')
  }
  await expect(
    registry.call({ skill: 'goplaces/search', input: INPUT, caller: nobody(), door: 'operator' }),
  ).rejects.toMatchObject({ code: 'forbidden' })
  expect((await get('/mcp/info')).text).not.toContain('goplaces/search')

  const signed = signCall({ identity: friend, method: 'goplaces/search', params: INPUT })
  expect((await post('/mcp/goplaces/search', signed.body, signed.headers)).body).toMatchObject({ data: OUTPUT })
  const rpc = signCall({ identity: friend, method: call.method, params: call.params, id: 1, extra: { jsonrpc: '2.0' } })
  expect((await post('/mcp', rpc.body, rpc.headers)).body).toMatchObject({ result: OUTPUT })
})

test('[DOORS4] tools say which skill they are, and its file can be read and checked', async () => {
  const node = await startTestNode()
  for (const revision of REVISIONS) {
    const client = await connect(node, revision)
    const { tools } = await client.listTools()
    const info = (await node.get('/mcp/goplaces/search/info')).body as { schema_hash: string }
    expect(tools[0]?._meta).toEqual({
      'io.nullblock/skill': {
        name: 'goplaces/search',
        version: '1.2.0',
        agent_id: node.identity.agentId,
        schema_hash: info.schema_hash,
      },
    })
    const { contents } = await client.readResource({ uri: 'skill://goplaces-search/SKILL.md' })
    expect((contents[0] as { text: string }).text).toContain('name: goplaces/search')
    const read = await client.readResource({ uri: 'mesh://status' })
    expect(JSON.parse((read.contents[0] as { text: string }).text)).toMatchObject({ health: 'ok' })
  }
})

function nobody() {
  const identified = identifyCaller({})
  if (!identified.ok) throw new Error(identified.message)
  return identified.caller
}
