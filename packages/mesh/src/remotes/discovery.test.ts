import { expect, test } from 'vitest'
import { openRemotes } from './testing/open-remotes.js'
import { type ScriptedRemote, startScriptedRemote, testIdentity } from './testing/scripted-remote.js'

/** Nodes that know each other as the names say: `{ a: 'b', b: 'a c' }`. */
async function nodes<Name extends string>(peersByName: Readonly<Record<Name, string>>) {
  const names = Object.keys(peersByName) as Name[]
  const started = await Promise.all(names.map(async (name) => [name, await startScriptedRemote([])] as const))
  const byName = Object.fromEntries(started) as Record<Name, ScriptedRemote>
  for (const name of names) {
    byName[name].peers = peersByName[name].split(' ').flatMap((peer) => byName[peer as Name]?.url ?? [])
  }
  return byName
}

test('[PEERS1] peers of peers are listed with who named them, two steps far, and not called', async () => {
  const { a, b, c, d } = await nodes({ a: 'b', b: 'c', c: 'd', d: '' })
  const { remotes, registry } = await openRemotes()
  await remotes.add(a.url)
  const found = await remotes.discover()
  expect(new Set(found.map(({ url, via, state, agentId }) => `${url} ${via} ${state} ${agentId}`))).toEqual(
    new Set([`${b.url} ${a.url} listed ${b.identity.agentId}`, `${c.url} ${b.url} listed ${c.identity.agentId}`]),
  )
  expect(remotes.list()).toHaveLength(3)
  expect(d.requests).toEqual([])
  expect([registry.all(), b.requests]).toEqual([[], ['GET /mcp/info', 'GET /mcp/discover']])
})

test('[PEERS2] a ring comes to an end: each address is looked at once, each node counted once', async () => {
  const identity = testIdentity('self')
  const { a, b, own } = await nodes({ a: 'a b own', b: 'a b own', own: 'a' })
  own.identity = identity
  a.peers = [...a.peers, `${b.url}/`, `${a.url}/namespace`, 'nonsense', 'file:///etc/passwd']
  a.answer = ({ path }) =>
    path === '/mcp/namespace/info'
      ? { body: { name: 'n', pubkey: a.identity.publicKeyText, machine_context: 'remote' } }
      : undefined
  const { remotes } = await openRemotes({ identity })
  await remotes.add(a.url)
  expect((await remotes.discover()).map(({ url }) => url)).toEqual([b.url])
  expect(b.requests).toEqual(['GET /mcp/info', 'GET /mcp/discover'])
  expect(own.requests).toEqual(['GET /mcp/info'])
})

test('[PEERS2] a node that claims the key of another without signing does not hide it', async () => {
  const { a, b, liar } = await nodes({ a: 'liar b', b: '', liar: '' })
  liar.answer = () => ({ body: { name: 'liar', pubkey: b.identity.publicKeyText }, isSigned: false })
  const { remotes } = await openRemotes()
  await remotes.add(a.url)
  const found = await remotes.discover()
  expect(new Map(found.map(({ url, agentId }) => [url, agentId]))).toEqual(
    new Map([
      [liar.url, undefined],
      [b.url, b.identity.agentId],
    ]),
  )
})

test('[PEERS2] own addresses are not dialled at all', async () => {
  const { a, own } = await nodes({ a: 'own', own: '' })
  const { remotes } = await openRemotes({ ownUrls: () => [own.url] })
  await remotes.add(a.url)
  expect([await remotes.discover(), own.requests]).toEqual([[], []])
})

test('[PEERS3] at most 16 addresses of one host are looked at, however many are named', async () => {
  const { a, b } = await nodes({ a: '', b: '' })
  a.peers = Array.from({ length: 100 }, (_, index) => `${b.url}/${index}`)
  const { remotes } = await openRemotes()
  await remotes.add(a.url)
  await remotes.discover()
  expect(b.requests).toHaveLength(16)
})

test('[PEERS3] at most 64 addresses are looked at', async () => {
  const { a } = await nodes({ a: '' })
  a.peers = Array.from({ length: 300 }, (_, index) => `https://host-${index}.test/mcp`)
  const looked: string[] = []
  const { remotes } = await openRemotes({
    guard: {
      allow: ['127.0.0.1'],
      resolve: async (hostname) => {
        looked.push(hostname)
        return []
      },
    },
  })
  await remotes.add(a.url)
  await remotes.discover()
  expect(new Set(looked).size).toBe(64)
})

test('[PEERS4] what a peer names is dialled by the same rules: no inner address, no credentials', async () => {
  const { a, b } = await nodes({ a: '', b: '' })
  const { port } = new URL(b.url)
  a.peers = [`http://localhost:${port}/mcp`, 'http://169.254.169.254/mcp', b.url]
  const { remotes } = await openRemotes({ guard: { allow: [new URL(a.url).host] } })
  await remotes.add(a.url)
  expect([await remotes.discover(), b.requests]).toEqual([[], []])
  const sent = a.received.map(({ headers }) =>
    Object.keys(headers).filter((name) => /x-(sig|agent|pub)|auth|cookie/.test(name)),
  )
  expect(sent).toEqual([[], []])
})

test('[PEERS5] a policy may admit a peer; then it is a remote like any other', async () => {
  const { a, b } = await nodes({ a: 'b', b: '' })
  const { remotes } = await openRemotes({ policy: { admits: ({ agentId }) => agentId === b.identity.agentId } })
  await remotes.add(a.url)
  expect(await remotes.discover()).toEqual([])
  expect(remotes.list().map(({ url, state }) => [url, state])).toEqual([
    [a.url, 'enabled'],
    [b.url, 'enabled'],
  ])
})
