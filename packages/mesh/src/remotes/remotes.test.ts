import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineSkill, WAY_KEY } from '@clawstead/skills'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { AUDIENCE_KEY } from '../identity/index.js'
import { CALLER, openRemotes } from './testing/open-remotes.js'
import { echoSkill, startScriptedRemote } from './testing/scripted-remote.js'

const POST = 'POST /mcp/echo/say'
const HELLO = { text: 'hello' }

test('[REMOTE1] the skills of a remote are called like any other: signed, checked both ways, sent once', async () => {
  const remote = await startScriptedRemote()
  const { remotes, registry, call, refusal } = await openRemotes()
  const state = await remotes.add(`${remote.url}/`)
  expect(state).toEqual({
    url: remote.url,
    kind: 'mesh',
    state: 'enabled',
    isOffered: true,
    name: 'scripted',
    version: '1.0.0',
    agentId: remote.identity.agentId,
    publicKey: remote.identity.publicKeyText,
    lastSeenMs: expect.any(Number) as number,
    failures: 0,
    disabledSinceMs: undefined,
    nextProbeMs: undefined,
    drift: [],
    skills: 1,
  })
  expect(await call('echo/say', HELLO)).toEqual(HELLO)
  const { origin, via, version, timeoutMs, description } = registry.find('echo_say', 'mcp') ?? {}
  expect({ origin, via, version, timeoutMs, description }).toEqual({
    origin: 'remote',
    via: remote.url,
    version: '1.1',
    timeoutMs: 2_000,
    description: 'Says it again.',
  })
  const sent = remote.received.at(-1)
  const { params, method } = (sent?.body ?? {}) as { params?: unknown; method?: string }
  const meta = { [AUDIENCE_KEY]: `${remote.url}/echo/say`, [WAY_KEY]: [sent?.headers['x-agent-id']] }
  expect([method, params]).toEqual(['echo/say', { ...HELLO, _meta: meta }])
  expect(sent?.headers['x-mesh-hops']).toBe('1')
  expect(sent?.headers['x-signature']).toEqual(expect.any(String))
  expect(await refusal('echo/say', { text: 1 })).toBe('bad_input: text: must be string')
  expect(remote.requests.filter((line) => line === POST)).toHaveLength(1)
})

test('[REMOTE1] what it returns must be what it promised; a broken promise is not counted against it', async () => {
  const remote = await startScriptedRemote()
  const { remotes, refusal } = await openRemotes()
  await remotes.add(remote.url)
  remote.answer = ({ method }) => (method === 'POST' ? { body: { success: true, data: { text: 5 } } } : undefined)
  for (let count = 0; count < 4; count += 1) {
    expect(await refusal('echo/say', HELLO)).toBe('bad_output: skill returned invalid output')
  }
  expect(remotes.list().map(({ state, failures }) => [state, failures])).toEqual([['enabled', 0]])
})

test('[REMOTE2] a skill of this machine wins; of two remotes the first keeps the name, and both are named', async () => {
  const [first, second] = [await startScriptedRemote(), await startScriptedRemote()]
  const { remotes, registry, warnings, call } = await openRemotes()
  await remotes.add(first.url)
  await remotes.add(second.url)
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain(first.url)
  expect(warnings[0]).toContain(second.url)
  expect(remotes.list().map(({ skills }) => skills)).toEqual([1, 0])
  const local = defineSkill({
    name: 'echo/say',
    version: '1.0.0',
    author: 'here',
    description: 'Says it here.',
    input: z.object({}),
    output: z.object({ here: z.boolean() }),
    run: () => ({ here: true }),
  })
  registry.register(local)
  await remotes.refresh()
  expect(await call('echo/say', {})).toEqual({ here: true })
  expect(remotes.list().map(({ skills }) => skills)).toEqual([0, 0])
  await remotes.remove(first.url)
  expect(registry.find('echo/say', 'mesh')).toBe(local)
})

test('[REMOTE3] what a remote has from elsewhere, and what breaks a rule, is left out', async () => {
  const bad = echoSkill({ name: 'info/evil' })
  const far = echoSkill({ name: 'far/away', via: 'http://elsewhere.test/mcp' })
  const odd = echoSkill({ name: 'odd/schema', schema: { inputSchema: { type: 'nothing' } } })
  const remote = await startScriptedRemote([bad, far, odd, echoSkill()])
  const { remotes, registry, warnings } = await openRemotes()
  await remotes.add(remote.url)
  expect(registry.all().map(({ name }) => name)).toEqual(['echo/say'])
  expect(warnings).toEqual([
    'info/evil: name: must not start with info, which is an address of the mesh itself',
    expect.stringMatching(/^odd\/schema: inputs: schema #\/type: /),
  ])
})

test('[REMOTE4] a 404 is believed for a minute without asking again, and is no failure', async () => {
  const remote = await startScriptedRemote()
  const { remotes, clock, call, refusal, failures } = await openRemotes()
  await remotes.add(remote.url)
  remote.answer = ({ method }) => (method === 'POST' ? { status: 404, body: 'not here' } : undefined)
  const posts = (): number => remote.requests.filter((line) => line === POST).length
  expect(await refusal('echo/say', HELLO)).toBe(`not_found: echo/say not found at ${remote.url}`)
  remote.answer = () => undefined
  const cached = (seconds: number): string =>
    `not_found: echo/say not found at ${remote.url} (cached, retry in ${seconds}s)`
  expect(await refusal('echo/say', HELLO)).toBe(cached(60))
  clock.advance(59_999)
  expect(await refusal('echo/say', HELLO)).toBe(cached(1))
  expect(posts()).toBe(1)
  expect(remotes.negativeCache()).toEqual([
    { url: remote.url, what: 'echo/say', untilMs: expect.any(Number) as number },
  ])
  clock.advance(1)
  expect(await call('echo/say', HELLO)).toEqual(HELLO)
  expect(posts()).toBe(2)
  expect(remotes.negativeCache()).toEqual([])
  expect(await failures()).toEqual([])
})

test('[REMOTE4] an info that is not there is not asked for again within the minute', async () => {
  const remote = await startScriptedRemote()
  remote.answer = () => ({ status: 404, body: '' })
  const { remotes, clock } = await openRemotes()
  expect((await remotes.add(remote.url)).state).toBe('new')
  await remotes.refresh()
  expect(remote.requests).toEqual(['GET /mcp/info'])
  remote.answer = () => undefined
  clock.advance(60_000)
  await remotes.refresh()
  expect(remotes.list().map(({ state, failures }) => [state, failures])).toEqual([['enabled', 0]])
})

test('[REMOTE10] asking is tried twice, telling once', async () => {
  const remote = await startScriptedRemote()
  const { remotes, refusal, failures } = await openRemotes()
  let asked = 0
  remote.answer = ({ path }) => {
    if (path !== '/mcp/info') return 'cut'
    asked += 1
    return asked === 1 ? 'cut' : undefined
  }
  expect((await remotes.add(remote.url)).state).toBe('enabled')
  await refusal('echo/say', HELLO)
  expect(remote.requests).toEqual(['GET /mcp/info', 'GET /mcp/info', POST])
  expect(await failures()).toHaveLength(1)
})

test('[REMOTE11] a call that has passed four nodes goes no further', async () => {
  const remote = await startScriptedRemote()
  const { remotes, registry } = await openRemotes()
  await remotes.add(remote.url)
  const call = (hops: number, nodes: readonly string[] = []) =>
    registry.call({ skill: 'echo/say', input: HELLO, caller: CALLER, door: 'test', way: { hops, nodes } })
  expect(await call(3)).toEqual(HELLO)
  expect(remote.received.at(-1)?.headers['x-mesh-hops']).toBe('4')
  await expect(call(4)).rejects.toMatchObject({
    code: 'failed',
    message: 'the call has passed through 4 nodes and goes no further',
  })
  // Nor back to where it was: that is known before anything is sent.
  const sent = remote.requests.length
  await expect(call(1, [remote.identity.agentId])).rejects.toMatchObject({
    code: 'failed',
    message: `loop: the call has already passed through ${remote.url}`,
  })
  expect(remote.requests).toHaveLength(sent)
})

test('[REMOTE12] nothing is dialled that the guard does not allow', async () => {
  const remote = await startScriptedRemote()
  const { remotes, failures } = await openRemotes({ guard: {} })
  const state = await remotes.add(remote.url)
  expect([state.state, state.failures]).toEqual(['new', 1])
  expect(remote.requests).toEqual([])
  expect((await failures())[0]?.['reason']).toBe('address: 127.0.0.1 is a loopback address and not on the allow list')
})

test('[REMOTE13] what was added by hand is in a file, and a running node follows it', async () => {
  const remote = await startScriptedRemote()
  const { remotes, directory, clock } = await openRemotes()
  const { openRemoteList } = await import('./remote-list.js')
  const list = openRemoteList(directory, { debug() {}, info() {}, warn() {}, error() {} })
  await list.change((known) => ({ ...known, remotes: [{ url: remote.url, kind: 'mesh' }] }))
  await remotes.look()
  expect(remotes.list().map(({ url, state }) => [url, state])).toEqual([[remote.url, 'enabled']])
  remote.answer = () => 'cut'
  for (let count = 0; count < 3; count += 1) await remotes.refresh()
  expect(remotes.list()[0]?.state).toBe('disabled')
  remote.answer = () => undefined
  await list.change((known) => ({ ...known, enabled_at: { [remote.url]: 5 } }))
  clock.advance(1_000)
  await expect.poll(() => remotes.list()[0]?.state).toBe('enabled')
  await list.change(() => ({ remotes: [], enabled_at: {} }))
  await remotes.look()
  expect(remotes.list()).toEqual([])
  expect(await readFile(join(directory, 'remotes.json'), 'utf8')).toBe(
    '{\n  "remotes": [],\n  "enabled_at": {},\n  "version": 1\n}\n',
  )
})

for (const [text, problem] of [
  ['ftp://x', '"ftp://x" is no http or https URL'],
  ['nonsense', '"nonsense" is no http or https URL'],
  ['http://a:b@x/mcp', "http://x/mcp: a remote's URL has no user name, query or fragment"],
  ['http://x/mcp?a=1', "http://x/mcp: a remote's URL has no user name, query or fragment"],
  ['In Fo=http://x/mcp', 'name "In Fo": lower-case'],
  ['info=http://x/mcp', 'name "info": must not start with info'],
] as const) {
  test(`[REMOTE13] ${text} is refused`, async () => {
    const { remotes } = await openRemotes()
    await expect(remotes.add(text)).rejects.toThrow(problem)
    expect(remotes.list()).toEqual([])
  })
}
