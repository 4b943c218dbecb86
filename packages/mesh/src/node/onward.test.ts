import { defineSkill, type Skill, WAY_KEY } from '@clawstead/skills'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { signCall, signMessage } from '../identity/index.js'
import { startScriptedRemote } from '../remotes/testing/scripted-remote.js'
import { startTestNode, type TestNode, testIdentity, testSkills } from './testing/test-node.js'

const COFFEE = { query: 'coffee', location: 'Denver, CO' }
const HELLO = { text: 'hello' }
const SEARCH = '/mcp/goplaces/search'
const TOKEN = 'a-token-of-ann'

async function mcpClient({ url }: TestNode, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 't', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }))
  onTestFinished(() => client.close())
  return client
}

/** A skill that does nothing but call another. */
const callsOn = (name: string, next: string): Skill =>
  defineSkill({
    name,
    version: '1.0.0',
    author: 'tests',
    description: `Calls ${next}.`,
    input: z.strictObject({}),
    output: z.object({ said: z.unknown() }),
    dependencies: [next],
    run: async (_, { call }) => ({ said: await call(next, {}) }),
  })

test('[NODE14] a call that passed through this node is refused, and the signature covers its way', async () => {
  const { post, identity, url } = await startTestNode()
  const sender = testIdentity('sender')
  const loop = `loop: the call has already passed through this node, ${identity.agentId}`
  const refused = { success: false, data: null, error: loop }
  const params = { ...COFFEE, _meta: { [WAY_KEY]: [identity.agentId, sender.agentId] } }
  expect(await post(SEARCH, params)).toMatchObject({ status: 403, body: refused })

  const sign = (signed: object) =>
    signCall({ identity: sender, method: 'goplaces/search', params: signed as never, url: `${url}${SEARCH}` })
  const { headers, body } = sign(params)
  expect(await post(SEARCH, body, headers)).toMatchObject({ status: 403, body: refused })
  const text = JSON.stringify(params)
  const message = await signMessage({ identity: sender, method: 'POST', url: `${url}${SEARCH}`, body: text })
  expect(await post(SEARCH, text, message)).toMatchObject({ status: 403, body: refused })

  const taken = sign(params)
  const without = JSON.stringify({ ...(JSON.parse(taken.body) as object), params: COFFEE })
  expect((await post(SEARCH, without, taken.headers)).status).toBe(401)
  const other = sign({ ...COFFEE, _meta: { [WAY_KEY]: [testIdentity().agentId] } })
  expect(await post(SEARCH, other.body, other.headers)).toMatchObject({
    status: 400,
    body: { error: '_meta["io.nullblock/path"]: the last one must be who signed the call' },
  })
  const direct = sign({ ...COFFEE, _meta: { [WAY_KEY]: [sender.agentId] } })
  expect((await post(SEARCH, direct.body, direct.headers)).status).toBe(200)
})

test('[NODE14] clients of the Model Context Protocol are held to the same', async () => {
  const node = await startTestNode()
  const client = await mcpClient(node)
  const call = (nodes: unknown) =>
    client.callTool({ name: 'goplaces_search', arguments: COFFEE, _meta: { [WAY_KEY]: nodes } })
  const { agentId } = node.identity
  const loop = await call([agentId, testIdentity().agentId])
  expect(loop.isError).toBe(true)
  expect(JSON.stringify(loop.content)).toContain('forbidden')
  expect(JSON.stringify(loop.content)).toContain(`loop: the call has already passed through this node, ${agentId}`)
  expect(JSON.stringify((await call('x')).content)).toContain('bad_input')
  expect((await call([testIdentity().agentId])).isError).not.toBe(true)
})

test.each([
  ['', (name: string) => name],
  ['there=', (name: string) => `there/${name.replace('/', '_')}`],
])('[REMOTE11] two nodes whose skills call each other stop at the first return (%j)', async (spoken, nameOf) => {
  const [ping, pong] = ['demo/ping', 'demo/pong']
  const first = await startTestNode({ skills: [], dialAllow: ['127.0.0.1'] })
  const second = await startTestNode({ skills: [], dialAllow: ['127.0.0.1'] })
  first.registry.register(relay(first, ping, nameOf(pong)))
  second.registry.register(relay(second, pong, nameOf(ping)))
  await second.node.remotes.add(`${spoken}${first.url}/mcp`)
  await first.node.remotes.add(`${spoken}${second.url}/mcp`)
  const { status, text } = await first.post(`/mcp/${ping}`, {})
  expect([status, text]).toEqual([200, expect.stringContaining('loop: the call has already passed through')])
  const outcomes = (node: TestNode) => node.audits.map(({ skill, outcome }) => [skill, outcome])
  expect(outcomes(first)).toEqual([
    [nameOf(pong), 'failed'],
    [ping, 'failed'],
  ])
  expect(outcomes(second)).toEqual([
    [nameOf(ping), 'failed'],
    [pong, 'failed'],
  ])
})

/** Calls another skill without needing it to be there from the beginning. */
function relay({ registry }: TestNode, name: string, next: string): Skill {
  return defineSkill({
    name,
    version: '1.0.0',
    author: 'tests',
    description: `Calls ${next}.`,
    input: z.strictObject({}),
    output: z.object({ said: z.unknown() }),
    run: async (_, { caller, way }) => ({
      said: await registry.call({ skill: next, input: {}, caller, door: 'test', way }),
    }),
  })
}

test('[DEPUTY1] every call this node makes for somebody is on record with who that was, and nothing of theirs goes along', async () => {
  const remote = await startScriptedRemote()
  const node = await startTestNode({ dialAllow: ['127.0.0.1'], tokens: { ann: TOKEN } })
  const { post, audits, identity } = node
  await node.node.remotes.add(remote.url)
  const bearer = { authorization: `Bearer ${TOKEN}`, cookie: 'session=mine', 'x-agent-id': 'somebody' }
  const bob = testIdentity('bob')
  const signed = signCall({ identity: bob, method: 'echo/say', params: HELLO })

  expect((await post('/mcp/echo/say', HELLO, bearer)).status).toBe(200)
  const client = await mcpClient(node, bearer)
  expect((await client.callTool({ name: 'echo_say', arguments: HELLO })).structuredContent).toEqual(HELLO)
  expect((await post('/mcp/echo/say', signed.body, signed.headers)).status).toBe(200)
  expect((await post('/mcp/echo/say', HELLO)).status).toBe(200)

  const said = audits.map(({ skill, origin, caller, door, onBehalfOf }) => [skill, origin, caller, door, onBehalfOf])
  expect(said).toEqual([
    ['echo/say', 'remote', 'token:ann', 'mesh', 'token:ann'],
    ['echo/say', 'remote', 'token:ann', 'mcp', 'token:ann'],
    ['echo/say', 'remote', `mesh:${bob.agentId}`, 'mesh', `mesh:${bob.agentId}`],
    ['echo/say', 'remote', 'default', 'mesh', 'default'],
  ])
  const calls = remote.received.filter(({ method }) => method === 'POST')
  expect(calls).toHaveLength(4)
  for (const { headers } of calls) {
    expect([headers['authorization'], headers['cookie']]).toEqual([undefined, undefined])
    expect(headers['x-agent-id']).toBe(identity.agentId)
  }
  expect(JSON.stringify([audits, remote.received])).not.toContain(TOKEN)
})

test('[DEPUTY2] a list of delegates says for whom remote skills are called, also from within a skill', async () => {
  const remote = await startScriptedRemote()
  const known = testIdentity('known')
  const node = await startTestNode({
    skills: [...testSkills, callsOn('local/relay', 'echo/say')],
    dialAllow: ['127.0.0.1'],
    tokens: { ann: TOKEN, eve: 'another-token' },
    policy: {
      admits: 'open',
      requiresAudience: false,
      callersByRemoteSkill: new Map([
        ['echo/*', new Set(['token:ann'])],
        ['*', new Set([`mesh:${known.agentId}`])],
      ]),
    },
  })
  const { post, get } = node
  await node.node.remotes.add(remote.url)
  const as = (token: string) => ({ authorization: `Bearer ${token}` })
  const refusal = { success: false, data: null, error: 'echo/say may be called by those on its list only' }

  expect((await post('/mcp/echo/say', HELLO, as(TOKEN))).status).toBe(200)
  const signed = signCall({ identity: known, method: 'echo/say', params: HELLO })
  expect((await post('/mcp/echo/say', signed.body, signed.headers)).status).toBe(200)
  expect(await post('/mcp/echo/say', HELLO, as('another-token'))).toMatchObject({ status: 403, body: refusal })
  expect(await post('/mcp/echo/say', HELLO)).toMatchObject({ status: 403, body: refusal })
  expect(await post('/mcp/local/relay', {}, as('another-token'))).toMatchObject({ status: 403, body: refusal })
  // What is this node's own is nobody else's business.
  expect((await post(SEARCH, COFFEE)).status).toBe(200)
  expect(remote.requests.filter((line) => line.startsWith('POST'))).toHaveLength(2)

  const namesFor = async (headers: Record<string, string>) =>
    ((await get('/mcp/info', headers)).body as { skills: { name: string }[] }).skills.map(({ name }) => name)
  expect(await namesFor(as(TOKEN))).toContain('echo/say')
  expect(await namesFor({})).not.toContain('echo/say')
})
