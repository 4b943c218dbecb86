import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { createGuardedFetch, type DialPolicy, type GuardedFetch } from './guarded-fetch.js'

const open: { close(): unknown }[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map(async (thing) => thing.close()))
})

async function listen(listener: RequestListener): Promise<{ readonly port: number; readonly requests: string[] }> {
  const requests: string[] = []
  const server: Server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${JSON.stringify(request.headers['x-secret'] ?? '')}`)
    listener(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push({
    close() {
      server.close()
      server.closeAllConnections()
    },
  })
  return { port: (server.address() as AddressInfo).port, requests }
}

function dialler(policy: DialPolicy = {}): GuardedFetch {
  const guarded = createGuardedFetch(policy)
  open.push(guarded)
  return guarded
}

const names =
  (addressesByName: Readonly<Record<string, readonly string[]>>): NonNullable<DialPolicy['resolve']> =>
  async (hostname) =>
    (addressesByName[hostname] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

const refusal = (rule: string, message: string): object =>
  expect.objectContaining({ name: 'DialError', rule, message }) as object

const REFUSED: readonly (readonly [string, string, string, string])[] = [
  ['DIAL1', 'ftp://example.com/', 'scheme', 'ftp: is not dialled: only https, or http to an allowed host'],
  ['DIAL1', 'file:///etc/passwd', 'scheme', 'file: is not dialled: only https, or http to an allowed host'],
  ['DIAL1', '/mcp/info', 'scheme', '"/mcp/info" is no absolute URL'],
  ['DIAL2', 'https://a:b@example.com/', 'userinfo', 'example.com: a URL must not hold a user name or password'],
  ['DIAL3', 'https://1.1.1.1:22/', 'port', '1.1.1.1: port 22 is not dialled unless 1.1.1.1:22 is allowed'],
  ['DIAL3', 'https://1.1.1.1:6379/', 'port', '1.1.1.1: port 6379 is not dialled unless 1.1.1.1:6379 is allowed'],
  ['DIAL6', 'http://1.1.1.1/', 'https_only', '1.1.1.1 must be dialled with https: it is not on the allow list'],
  ['DIAL4', 'https://127.0.0.1/', 'address', '127.0.0.1 is a loopback address and not on the allow list'],
  ['DIAL4', 'https://2130706433/', 'address', '127.0.0.1 is a loopback address and not on the allow list'],
  ['DIAL4', 'https://0x7f.1/', 'address', '127.0.0.1 is a loopback address and not on the allow list'],
  ['DIAL4', 'https://0177.0.0.1/', 'address', '127.0.0.1 is a loopback address and not on the allow list'],
  ['DIAL4', 'https://127.0.0.1./', 'address', '127.0.0.1 is a loopback address and not on the allow list'],
  ['DIAL4', 'https://①②⑦.0.0.1/', 'address', '127.0.0.1 is a loopback address and not on the allow list'],
  ['DIAL4', 'https://[::1]/', 'address', '::1 is a loopback address and not on the allow list'],
  ['DIAL4', 'https://[::ffff:127.0.0.1]/', 'address', '::ffff:7f00:1 is a loopback address and not on the allow list'],
  ['DIAL4', 'https://0/', 'address', '0.0.0.0 is a reserved address and not on the allow list'],
  ['DIAL4', 'https://192.168.1.1/', 'address', '192.168.1.1 is a private address and not on the allow list'],
  ['DIAL7', 'http://169.254.169.254/latest', 'metadata', '169.254.169.254 is a metadata service'],
  ['DIAL7', 'http://[::ffff:169.254.169.254]/', 'metadata', '::ffff:a9fe:a9fe is a metadata service'],
  ['DIAL7', 'https://metadata.google.internal/', 'metadata', 'metadata.google.internal is a metadata service'],
  ['DIAL7', 'https://METADATA.google.internal./', 'metadata', 'metadata.google.internal is a metadata service'],
]

for (const [rule, url, code, message] of REFUSED) {
  test(`[${rule}] ${url} is refused`, async () => {
    const resolve = names({ 'metadata.google.internal': ['1.1.1.1'] })
    await expect(dialler({ resolve })(url)).rejects.toEqual(refusal(code, message))
  })
}

test('[DIAL4] a name that points inside is refused when it is dialled, also if only one of its addresses does', async () => {
  const inside = await listen((_, response) => response.end('secret'))
  const resolve = names({ 'rebind.test': ['127.0.0.1'], 'mixed.test': ['127.0.0.1', '1.1.1.1'], 'v6.test': ['::1'] })
  const guarded = dialler({ resolve })
  await expect(guarded(`https://rebind.test:${inside.port}/`)).rejects.toEqual(
    refusal('address', 'rebind.test (127.0.0.1) is a loopback address and not on the allow list'),
  )
  await expect(guarded(`https://mixed.test.:${inside.port}/`)).rejects.toEqual(
    refusal('address', 'mixed.test (127.0.0.1) is a loopback address and not on the allow list'),
  )
  await expect(guarded(`https://v6.test:${inside.port}/`)).rejects.toEqual(
    refusal('address', 'v6.test (::1) is a loopback address and not on the allow list'),
  )
  expect(inside.requests).toEqual([])
})

test('[DIAL4] a name is looked up for each connection: pointing inside later does not help', async () => {
  const inside = await listen((_, response) => {
    response.setHeader('connection', 'close')
    response.end('yes')
  })
  const answers = [['127.0.0.1'], ['169.254.169.254']]
  const resolve = async (): Promise<{ address: string; family: number }[]> =>
    (answers.shift() ?? []).map((address) => ({ address, family: 4 }))
  const guarded = dialler({ resolve, allow: ['twice.test'] })
  expect(await (await guarded(`http://twice.test:${inside.port}/`)).text()).toBe('yes')
  await expect(guarded(`http://twice.test:${inside.port}/`)).rejects.toEqual(
    refusal('metadata', 'twice.test (169.254.169.254) is a metadata service'),
  )
})

test('[DIAL5] an entry opens a host, a host with its port, or a range; and no more than that', async () => {
  const inside = await listen((_, response) => response.end('yes'))
  const other = await listen((_, response) => response.end('other'))
  const resolve = names({ 'node.test': ['127.0.0.1'], 'link.test': ['169.254.1.1'], 'plain.test': ['1.1.1.1'] })
  for (const allow of ['127.0.0.1', `127.0.0.1:${inside.port}`, '127.0.0.0/8']) {
    expect(await (await dialler({ allow: [allow] })(`http://127.0.0.1:${inside.port}/`)).text()).toBe('yes')
  }
  for (const allow of ['node.test', `node.test:${inside.port}`, '127.0.0.0/8']) {
    expect(await (await dialler({ allow: [allow], resolve })(`http://node.test:${inside.port}/`)).text()).toBe('yes')
  }
  await expect(dialler({ allow: [`127.0.0.1:${inside.port}`] })(`http://127.0.0.1:${other.port}/`)).rejects.toEqual(
    refusal('address', '127.0.0.1 is a loopback address and not on the allow list'),
  )
  await expect(dialler({ allow: ['link.test'], resolve })('http://link.test/')).rejects.toEqual(
    refusal('address', 'link.test (169.254.1.1) is a link-local address and not on the allow list'),
  )
  await expect(dialler({ resolve })('http://plain.test/')).rejects.toEqual(
    refusal('https_only', 'plain.test (1.1.1.1) must be dialled with https: it is not on the allow list'),
  )
  await expect(dialler({ allow: ['169.254.0.0/16'] })('http://169.254.169.254/')).rejects.toEqual(
    refusal('metadata', '169.254.169.254 is a metadata service'),
  )
  expect(other.requests).toEqual([])
})

for (const entry of ['a b', 'http://x', 'x/y', 'x:99999', 'u@x', '']) {
  test(`[DIAL5] ${JSON.stringify(entry)} is no entry`, () => {
    expect(() => createGuardedFetch({ allow: [entry] })).toThrow(JSON.stringify(entry))
  })
}

test('[DIAL8] a redirect is checked like any other URL', async () => {
  const inside = await listen((_, response) => response.end('secret'))
  const outside = await listen((request, response) => {
    const to = request.url === '/name' ? `https://inside.test:${inside.port}/` : `https://127.0.0.1:${inside.port}/`
    response.writeHead(302, { location: to }).end()
  })
  const resolve = names({ 'inside.test': ['127.0.0.1'] })
  const guarded = dialler({ allow: [`127.0.0.1:${outside.port}`], resolve })
  await expect(guarded(`http://127.0.0.1:${outside.port}/literal`)).rejects.toEqual(
    refusal('address', '127.0.0.1 is a loopback address and not on the allow list'),
  )
  await expect(guarded(`http://127.0.0.1:${outside.port}/name`)).rejects.toEqual(
    refusal('address', 'inside.test (127.0.0.1) is a loopback address and not on the allow list'),
  )
  expect(inside.requests).toEqual([])
})

test('[DIAL8] three redirects are followed, a fourth is refused; the caller may ask for none', async () => {
  const server = await listen((request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) response.end('there')
    else response.writeHead(307, { location: `/${left - 1}` }).end()
  })
  const base = `http://127.0.0.1:${server.port}`
  const guarded = dialler({ allow: ['127.0.0.1'] })
  expect(await (await guarded(`${base}/3`)).text()).toBe('there')
  await expect(guarded(`${base}/4`)).rejects.toEqual(refusal('redirect', `${base}/4 redirects more than 3 times`))
  await expect(guarded(`${base}/1`, { redirect: 'error' })).rejects.toEqual(refusal('redirect', `${base}/1 redirects`))
  expect((await guarded(`${base}/1`, { redirect: 'manual' })).status).toBe(307)
})

test('[DIAL9] a POST follows its redirect within its origin only, and never loses its body', async () => {
  const other = await listen((_, response) => response.end('other'))
  const bodies: string[] = []
  const server = await listen((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString())
      if (request.url === '/same') response.writeHead(307, { location: '/there' }).end()
      else if (request.url === '/cross') response.writeHead(307, { location: `http://127.0.0.1:${other.port}/` }).end()
      else if (request.url === '/get') response.writeHead(302, { location: '/there' }).end()
      else response.end('done')
    })
  })
  const base = `http://127.0.0.1:${server.port}`
  const guarded = dialler({ allow: ['127.0.0.1'] })
  const post = { method: 'POST', body: 'x' }
  expect(await (await guarded(`${base}/same`, post)).text()).toBe('done')
  expect(bodies).toEqual(['x', 'x'])
  await expect(guarded(`${base}/cross`, post)).rejects.toEqual(
    refusal('redirect', `${base} redirects a POST to another origin`),
  )
  await expect(guarded(`${base}/get`, post)).rejects.toEqual(
    refusal('redirect', `${base} answers a POST with 302, which would drop its body`),
  )
  expect(other.requests).toEqual([])
})

test('[DIAL10] another origin does not get the headers; credentials are sent only where the policy says so', async () => {
  const other = await listen((_, response) => response.writeHead(200, { 'set-cookie': 'a=b' }).end('other'))
  const server = await listen((_, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${other.port}/` }).end(),
  )
  const guarded = dialler({ allow: ['127.0.0.1'] })
  const response = await guarded(`http://127.0.0.1:${server.port}/`, { headers: { 'x-secret': 'key' } })
  expect([server.requests, other.requests]).toEqual([['GET / "key"'], ['GET / ""']])
  expect(response.headers.get('set-cookie')).toBeNull()
  for (const name of ['authorization', 'cookie', 'proxy-authorization']) {
    await expect(guarded(`http://127.0.0.1:${other.port}/`, { headers: { [name]: 'x' } })).rejects.toEqual(
      refusal('credentials', `http://127.0.0.1:${other.port}/: the header ${name} is not sent there`),
    )
  }
  const trusted = dialler({ allow: ['127.0.0.1'], sendsCredentials: true })
  const answer = await trusted(`http://127.0.0.1:${other.port}/`, { headers: { authorization: 'Bearer x' } })
  expect(answer.status).toBe(200)
})

test('[DIAL11] an answer beyond the limit ends in an error, declared, streamed or packed', async () => {
  const server = await listen((request, response) => {
    if (request.url?.startsWith('/declared') === true) response.end('x'.repeat(2_000))
    else if (request.url === '/packed') {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(2_000)))
    } else {
      response.write('x'.repeat(900))
      response.end('x'.repeat(900))
    }
  })
  const base = `http://127.0.0.1:${server.port}`
  const guarded = dialler({ allow: ['127.0.0.1'], bytesMax: 1_000 })
  await expect(guarded(`${base}/declared?token=1`)).rejects.toEqual(
    refusal('size', `${base}/declared answers with more than 1000 bytes`),
  )
  for (const path of ['/packed', '/streamed']) {
    const response = await guarded(base + path)
    await expect(response.text()).rejects.toEqual(refusal('size', `${base}${path} answers with more than 1000 bytes`))
  }
})

test('[DIAL12] silence before or within the answer ends at the time limit', async () => {
  const server = await listen((request, response) => {
    if (request.url === '/half') response.write('half')
  })
  const base = `http://127.0.0.1:${server.port}`
  const guarded = dialler({ allow: ['127.0.0.1'], timeoutMs: 50 })
  const late = (path: string): object => refusal('timeout', `${base}${path} did not answer within 50 ms`)
  // Somebody who would wait for longer makes no difference.
  const { signal } = new AbortController()
  await expect(guarded(`${base}/silent`, { signal })).rejects.toEqual(late('/silent'))
  await expect(guarded(`${base}/silent`)).rejects.toEqual(late('/silent'))
  const response = await guarded(`${base}/half`)
  await expect(response.text()).rejects.toEqual(late('/half'))
})

test('[DIAL12] an event stream may outlive the limit where the policy says so', async () => {
  const resume: (() => void)[] = []
  const server = await listen((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
    resume.push(() => response.end('data: 2\n\n'))
  })
  const guarded = dialler({ allow: ['127.0.0.1'], timeoutMs: 40, keepsStreams: true })
  const response = await guarded(`http://127.0.0.1:${server.port}/`)
  const limitIsOver = new Promise((resolve) => setTimeout(resolve, 60))
  await limitIsOver
  resume[0]?.()
  expect(await response.text()).toBe('data: 1\n\ndata: 2\n\n')
})

test('[DIAL12] the caller may stop waiting, with its own reason', async () => {
  const abort = new AbortController()
  const server = await listen(() => abort.abort(new Error('enough')))
  const guarded = dialler({ allow: ['127.0.0.1'] })
  await expect(guarded(`http://127.0.0.1:${server.port}/`, { signal: abort.signal })).rejects.toThrow('enough')
})

test('[DIAL13] nobody there, and a name without an address, are unreachable', async () => {
  const server = await listen((_, response) => response.end())
  await Promise.all(open.splice(0).map(async (thing) => thing.close()))
  const guarded = dialler({ allow: ['127.0.0.1'], resolve: names({}) })
  await expect(guarded(`http://127.0.0.1:${server.port}/x?token=1`)).rejects.toEqual(
    refusal('unreachable', `http://127.0.0.1:${server.port}/x: ECONNREFUSED`),
  )
  await expect(guarded('https://nowhere.test/')).rejects.toEqual(refusal('unreachable', 'nowhere.test has no address'))
})

test('[DIAL14] a Request object is dialled like its parts', async () => {
  const server = await listen((request, response) => request.pipe(response))
  const guarded = dialler({ allow: ['127.0.0.1'] })
  const request = new Request(`http://127.0.0.1:${server.port}/`, { method: 'POST', body: 'echo' })
  expect(await (await guarded(request)).text()).toBe('echo')
})
