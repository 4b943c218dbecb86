import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createGuardedFetch } from '@clawstead/skills'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSecrets } from '../secrets/index.js'
import { readRemoteText } from './remote-list.js'
import { readRemoteSecret, readRemoteSecrets, withSecret } from './remote-secret.js'
import { startForeignServer } from './testing/mcp-server.js'
import { openRemotes } from './testing/open-remotes.js'

const VALUE = 'hunter2-of-the-server'
const withKey = (environment: Record<string, string> = { KEY: VALUE }) => ({
  secrets: createSecrets({ environment, now: Date.now }),
})
const silent = { debug() {}, info() {}, warn() {}, error() {} }

describe('what is configured', () => {
  test('[SECRETR1] a reference is a bearer token, or the value of the header before it', () => {
    expect(readRemoteSecret('op://dev/github/token')).toEqual({
      header: 'authorization',
      reference: 'op://dev/github/token',
    })
    expect(readRemoteSecret('X-Api-Key=env://KEY')).toEqual({ header: 'x-api-key', reference: 'env://KEY' })
    const stage = 'aws-sm://prod/maps#key?stage=AWSPREVIOUS'
    expect(readRemoteSecret(stage)).toEqual({ header: 'authorization', reference: stage })
    expect(Object.fromEntries(readRemoteSecrets(['a=env://A', 'b=x-key=env://B']))).toEqual({
      a: { header: 'authorization', reference: 'env://A' },
      b: { header: 'x-key', reference: 'env://B' },
    })
  })

  test.each([['AIzaSyRealKey'], ['QUl6YVN5UmVhbEtleQ=='], ['x-api-key=AIzaSyRealKey']])(
    '[SECRETR2] a value in place of a reference is refused and not repeated',
    (text) => {
      expect(() => readRemoteSecret(text)).toThrow(/never written down itself/)
      expect(() => readRemoteSecret(text)).not.toThrow(/AIza|QUl6/)
    },
  )

  test.each([
    ['op://only/two', 'secret: op://only/two: must be op://vault/item[/section]/field'],
    ['host=env://KEY', 'secret.header: host is not for secrets'],
    ['Mcp-Session-Id=env://KEY', 'secret.header: mcp-session-id is not for secrets'],
    ['a b=env://KEY', 'secret.header: expected the name of an HTTP header'],
  ])('[SECRETR2] %s is refused', (text, problem) => {
    expect(() => readRemoteSecret(text)).toThrow(problem)
  })

  test('[SECRETR2] a secret is for a server with a name, said once', () => {
    expect(() => readRemoteText('https://x/mcp', 'env://KEY')).toThrow('a secret goes with an MCP server: NAME=URL')
    expect(() => readRemoteSecrets(['env://KEY'])).toThrow('expected NAME=[HEADER=]REFERENCE')
    expect(() => readRemoteSecrets(['a=env://A', 'a=env://B'])).toThrow('a is there twice')
  })

  test.each([
    [{ url: 'https://x/mcp', kind: 'mesh', secret: {} }, 'remotes[0].secret: expected an object, for kind mcp'],
    [{ url: 'https://x/mcp', kind: 'mcp', name: 'x', secret: 1 }, 'remotes[0].secret: expected an object'],
    [
      { url: 'https://x/mcp', kind: 'mcp', name: 'x', secret: { header: 'a' } },
      'remotes[0].secret.reference: expected',
    ],
    [
      { url: 'https://x/mcp', kind: 'mcp', name: 'x', secret: { header: 'te', reference: 'env://KEY' } },
      'remotes[0].secret.header: te is not for secrets',
    ],
  ])('[SECRETR2] a file that breaks a rule is refused with the field', async (entry, problem) => {
    const { directory } = await openRemotes()
    await writeFile(join(directory, 'remotes.json'), JSON.stringify({ version: 1, remotes: [entry] }))
    await expect(openRemotes({ directory })).rejects.toThrow(problem)
  })
})

describe('what is sent', () => {
  test('[SECRETR3] a server that wants a token gets it, from the settings or the file, and nobody sees it', async () => {
    const server = await startForeignServer()
    server.wants = { header: 'authorization', value: `Bearer ${VALUE}` }
    const { remotes, call, refusal, failures, warnings, directory } = await openRemotes({
      ...withKey(),
      secretTexts: ['sums=env://KEY'],
    })
    expect((await remotes.add(`sums=${server.url}`)).state).toBe('enabled')
    expect(await call('sums/add.numbers', { a: 1, b: 2 })).toEqual({ sum: 3 })
    // Neither in a result nor in an error does it come back.
    server.says = `your token is ${VALUE}`
    server.forgetSessions()
    expect(await call('sums/say', {})).toEqual({ content: [{ type: 'text', text: 'your token is [secret]' }] })
    expect(await refusal('sums/fail', {})).toBe('failed: your token is [secret]')
    const kept = await Promise.all(['pins.json'].map((file) => readFile(join(directory, file), 'utf8')))
    expect(JSON.stringify([kept, warnings, await failures(), remotes.list()])).not.toContain('hunter2')
  })

  test('[SECRETR3] a header of its own name, as the file says it; a new secret in the file counts at once', async () => {
    const server = await startForeignServer()
    server.wants = { header: 'x-api-key', value: VALUE }
    const { remotes, directory, warnings, call } = await openRemotes(withKey({ KEY: ` ${VALUE}\n`, OLD: 'retired' }))
    const { openRemoteList } = await import('./remote-list.js')
    const list = openRemoteList(directory, silent)
    const put = async (secret: string): Promise<void> => {
      await list.change((known) => ({ ...known, remotes: [readRemoteText(`sums=${server.url}`, secret)] }))
      await remotes.look()
    }
    await put('x-api-key=env://OLD')
    expect(remotes.list().map(({ state, failures }) => [state, failures])).toEqual([['new', 0]])
    expect(warnings).toEqual(['remote does not say what it offers'])
    await put('x-api-key=env://KEY')
    expect(remotes.list().map(({ state }) => state)).toEqual(['enabled'])
    expect(await call('sums/add.numbers', { a: 1, b: 2 })).toEqual({ sum: 3 })
  })

  test('[SECRETR4] a secret that cannot be read is our trouble, not the failure of the server', async () => {
    const server = await startForeignServer()
    const environment: Record<string, string> = { KEY: VALUE }
    let now = Date.now()
    const secrets = createSecrets({ environment, now: () => now })
    const { remotes, clock, call, refusal, failures, warnings } = await openRemotes({
      secrets,
      secretTexts: ['sums=env://KEY'],
    })
    await remotes.add(`sums=${server.url}`)
    delete environment['KEY']
    now += 6 * 60_000
    const sent = server.methods.length
    expect(await refusal('sums/say', {})).toBe(
      `unavailable: ${server.url}: what it wants to see before it answers cannot be read at the moment`,
    )
    environment['KEY'] = 'two\nlines'
    expect(await refusal('sums/say', {})).toContain('cannot be read at the moment')
    expect(warnings).toEqual(['the secret of a remote cannot be read', 'the secret of a remote cannot be read'])
    expect([server.methods.length, await failures(), remotes.list()[0]?.state]).toEqual([sent, [], 'enabled'])
    environment['KEY'] = VALUE
    now += 6 * 60_000
    expect(await call('sums/say', {})).toEqual({ content: [{ type: 'text', text: 'hello' }] })
    expect(clock.waitingMs()).toContain(5 * 60_000)
  })

  test('[SECRETR5] it is shown to no other origin: a redirect there is not followed', async () => {
    const other = await listening((_, response) => response.writeHead(200).end('{}'))
    const server = await listening((_, response) => response.writeHead(307, { location: `${other.url}/mcp` }).end())
    const { remotes, warnings } = await openRemotes({ ...withKey(), secretTexts: ['sums=x-api-key=env://KEY'] })
    expect((await remotes.add(`sums=${server.url}/mcp`)).state).toBe('new')
    expect(server.received.map((headers) => headers['x-api-key'])).toContain(VALUE)
    expect(other.received).toEqual([])
    expect(warnings).toEqual(['remote does not say what it offers'])
  })

  test('[SECRETR5] where a redirect to another origin is followed, the secret stays behind', async () => {
    const other = await listening((_, response) => response.writeHead(200).end('{}'))
    const server = await listening((_, response) => response.writeHead(302, { location: other.url }).end())
    const guarded = createGuardedFetch({ allow: ['127.0.0.1'], sendsCredentials: true })
    onTestFinished(() => guarded.close())
    const { secrets } = withKey()
    for (const header of ['authorization', 'x-api-key']) {
      const secret = { header, reference: 'env://KEY' }
      const shown = withSecret(guarded, { url: server.url, secret, secrets, log: silent })
      await shown(server.url)
      await shown(other.url)
      expect(server.received.at(-1)?.[header]).toContain(VALUE)
    }
    expect(other.received).toHaveLength(4)
    expect(JSON.stringify(other.received)).not.toContain(VALUE)
  })

  test('[SECRETR5] a server without a secret is sent none, and a reference in the input stays a text', async () => {
    const server = await startForeignServer()
    const { remotes, call } = await openRemotes({ ...withKey(), secretTexts: ['other=env://KEY'] })
    await remotes.add(`sums=${server.url}`)
    expect(await call('sums/repeat', { text: 'env://KEY' })).toEqual({
      content: [{ type: 'text', text: 'env://KEY' }],
    })
    expect(JSON.stringify(server.headers)).not.toContain('hunter2')
    expect(server.headers.some((headers) => 'authorization' in headers)).toBe(false)
  })
})

async function listening(answer: (headers: IncomingHttpHeaders, response: ServerResponse) => void) {
  const received: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    received.push(request.headers)
    request.resume()
    request.once('end', () => answer(request.headers, response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}
