import { describe, expect, test } from 'vitest'
import { signCall, verifyReply } from '../identity/index.js'
import { startTestNode, testIdentity } from './testing/test-node.js'

const COFFEE = { query: 'coffee', location: 'Denver, CO' }
const FOUND = { places: ['coffee in Denver, CO'], radius: 500 }
const failure = (error: string) => ({ success: false, data: null, error })

describe('calls', () => {
  test('[NODE1] an envelope, a bare input, the short method and the alias give the same answer', async () => {
    const { post } = await startTestNode()
    const answers = await Promise.all([
      post('/mcp/goplaces/search', { method: 'goplaces/search', params: COFFEE }),
      post('/mcp/goplaces/search', COFFEE),
      post('/mcp/goplaces/search', { method: 'skill', params: COFFEE }),
      post('/mcp/goplaces/search', { method: 'search', params: COFFEE }),
      post('/mcp/skill/goplaces/search', { method: 'goplaces/search', params: COFFEE }),
      post('/mcp/goplaces%2Fsearch', COFFEE),
    ])
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({ status: 200, body: { success: true, data: FOUND } })
  })

  test('[NODE2] the body is JSON whatever its content type says', async () => {
    const { post } = await startTestNode()
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await post('/mcp/goplaces/search', COFFEE, form)).body).toEqual({ success: true, data: FOUND })
  })

  test('[NODE3] an id is echoed; who speaks JSON-RPC reads a result as well', async () => {
    const { post } = await startTestNode()
    const call = { method: 'goplaces/search', params: COFFEE, id: 'x' }
    expect((await post('/mcp/goplaces/search', call)).body).toEqual({ success: true, data: FOUND, id: 'x' })
    expect((await post('/mcp/goplaces/search', { ...call, jsonrpc: '2.0' })).body).toEqual({
      success: true,
      data: FOUND,
      id: 'x',
      jsonrpc: '2.0',
      result: FOUND,
    })
    expect((await post('/mcp/goplaces/search', { ...call, jsonrpc: '2.0', params: {} })).body).toEqual({
      ...failure('/query: expected string, received undefined'),
      id: 'x',
      jsonrpc: '2.0',
      error_detail: { code: -32602, message: '/query: expected string, received undefined', data: { status: 400 } },
    })
  })

  test.each([
    [400, '/mcp/goplaces/search', '{', 'bad JSON: expected a key, at character 2'],
    [400, '/mcp/goplaces/search', '[]', 'body: one call at a time, not a list of them'],
    [400, '/mcp/goplaces/search', '3', 'body: must be a JSON object'],
    [400, '/mcp/goplaces/search', '{"a":1,"a":2}', 'bad JSON: the key "a" is there twice, at character 8'],
    [
      400,
      '/mcp/goplaces/search',
      { method: 'goplaces/search', params: [1] },
      'params: must be an object with the names of the inputs',
    ],
    [
      400,
      '/mcp/goplaces/search',
      { method: 'other/skill', params: {} },
      'method: must name the skill of the path, "goplaces/search"',
    ],
    [400, '/mcp/goplaces/search', { method: 'skill', id: {} }, 'id: must be a string, a number or null'],
    [400, '/mcp/goplaces/search', { method: 'skill', jsonrpc: '1.0' }, 'jsonrpc: must be "2.0"'],
    [400, '/mcp/goplaces/search', { ...COFFEE, radius: '5' }, '/radius: expected number, received string'],
    [400, '/mcp/a/b/c/d/e', {}, "path: a skill's name has at most 4 segments"],
    [400, '/mcp/a//b', {}, 'path: "" is no segment of a skill\'s name'],
    [404, '/mcp/goplaces/nope', {}, 'no skill goplaces/nope'],
    [401, '/mcp/goplaces/details', { place: 'x' }, 'goplaces/details only takes signed calls'],
    [403, '/mcp/admin/stop', {}, 'admin/stop needs the right op'],
    [200, '/mcp/test/fail', { how: 'business' }, 'no such place'],
    [500, '/mcp/test/fail', { how: 'output' }, 'skill returned invalid output'],
    [504, '/mcp/test/fail', { how: 'slow' }, 'test/fail took longer than 20 ms'],
  ])('[NODE4] %i for %s %j', async (status, path, body, error) => {
    const { post } = await startTestNode()
    const answer = await post(path, body)
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body: failure(error) })
  })

  test('[NODE4] 500 tells no more than where to look', async () => {
    const { post } = await startTestNode()
    const { status, body } = await post('/mcp/test/fail', { how: 'throw' })
    expect({ status, body }).toEqual({
      status: 500,
      body: failure(expect.stringMatching(/^internal error \(reference [0-9a-f]{8}\)$/)),
    })
  })

  test('[NODE4] 405 says what is allowed, 413 what is too long, in the envelope', async () => {
    const { get, post } = await startTestNode()
    const wrong = await get('/mcp/goplaces/search')
    expect([wrong.status, wrong.headers.get('allow'), wrong.body]).toEqual([
      405,
      'POST',
      failure('method not allowed here'),
    ])
    const long = await post('/mcp/goplaces/search', `"${'x'.repeat(1024 * 1024)}"`)
    expect([long.status, long.body]).toEqual([413, failure('body: longer than 1048576 bytes')])
  })

  test('[NODE5] a switched off skill is 503 and says why', async () => {
    const { post, registry } = await startTestNode()
    registry.setAvailability('goplaces/search', 'it is closed')
    const { status, body } = await post('/mcp/goplaces/search', COFFEE)
    expect({ status, body }).toEqual({ status: 503, body: failure('goplaces/search is not available: it is closed') })
  })

  test('[NODE6] a call that passed too many nodes is refused', async () => {
    const { post } = await startTestNode()
    expect((await post('/mcp/goplaces/search', COFFEE, { 'x-mesh-hops': '4' })).status).toBe(200)
    for (const hops of ['5', 'x', '-1']) {
      expect((await post('/mcp/goplaces/search', COFFEE, { 'x-mesh-hops': hops })).status).toBe(403)
    }
  })

  test('[NODE7] too many calls of one caller are 429 with the time to wait', async () => {
    const { post } = await startTestNode({ callsPerSecondMax: 0.1, now: () => 1_700_000_000_000 })
    expect((await post('/mcp/goplaces/search', COFFEE)).status).toBe(200)
    const { status, headers, body } = await post('/mcp/goplaces/search', COFFEE)
    expect([status, headers.get('retry-after'), body]).toEqual([
      429,
      '10',
      failure('too many calls, try again in 10 s'),
    ])
  })

  test('[NODE8] what a foreign page sends is refused in the envelope', async () => {
    const { post } = await startTestNode()
    const { status, body } = await post('/mcp/goplaces/search', COFFEE, { origin: 'https://evil.example' })
    expect({ status, body }).toEqual({ status: 403, body: failure('foreign origin') })
  })
})

describe('signed calls and answers', () => {
  test('[NODE9] a signed call gets through and its answer proves who gave it', async () => {
    const { post, identity, audits } = await startTestNode()
    const caller = testIdentity('caller')
    const { headers, body, nonce } = signedDetails(caller)
    const answer = await post('/mcp/goplaces/details', body, headers)
    expect(answer.body).toEqual({ success: true, data: { place: 'x' } })
    expect(
      verifyReply({
        headers: answer.headers,
        method: 'goplaces/details',
        body: answer.body,
        nonce,
        publicKey: identity.publicKey,
        nowMs: Date.now(),
      }),
    ).toEqual({ ok: true })
    expect(audits.at(-1)).toMatchObject({ caller: `mesh:${caller.agentId}`, door: 'mesh', outcome: 'ok' })
  })

  test('[NODE9] refusals of the door are signed as well, under the nonce that was sent', async () => {
    const { post, identity } = await startTestNode()
    const nonce = 'abcdefghijklmnop'
    const { headers, body } = await post('/mcp/goplaces/nope', {}, { 'x-nonce': nonce })
    const reply = { headers, method: 'goplaces/nope', body, nonce, publicKey: identity.publicKey, nowMs: Date.now() }
    expect(verifyReply(reply)).toEqual({ ok: true })
  })

  test('[NODE10] answers go out unsigned where that is set', async () => {
    const { post } = await startTestNode({ signsReplies: false })
    expect((await post('/mcp/goplaces/search', COFFEE)).headers.get('x-signature')).toBeNull()
  })

  test('[NODE11] a bearer token does in place of a signature', async () => {
    const { post } = await startTestNode({ tokens: { ann: 'token-of-ann' } })
    const { status } = await post('/mcp/goplaces/details', { place: 'x' }, { authorization: 'Bearer token-of-ann' })
    expect(status).toBe(200)
  })

  test('[NODE12] a signed call is told apart from a replay, a stranger and a forger, in the envelope', async () => {
    const { post } = await startTestNode()
    const { headers, body } = signedDetails(testIdentity('caller'))
    expect((await post('/mcp/goplaces/details', body, headers)).status).toBe(200)
    const again = await post('/mcp/goplaces/details', body, headers)
    expect({ status: again.status, body: again.body }).toMatchObject({
      status: 409,
      body: { success: false, data: null },
    })
    const forged = signedDetails(testIdentity('caller'))
    const other = await post('/mcp/goplaces/details', forged.body.replace('"x"', '"y"'), forged.headers)
    expect({ status: other.status, body: other.body }).toMatchObject({
      status: 401,
      body: { success: false, data: null },
    })
  })

  test('[NODE13] where proof is asked for, calls need it and the public documents do not', async () => {
    let passedMs = 0
    const { post, get, keyring } = await startTestNode({ requiresProof: true, now: () => Date.now() + passedMs })
    expect((await post('/mcp/goplaces/search', COFFEE)).body).toEqual(failure('missing bearer token'))
    const statuses = ['info', 'goplaces/info', 'discover', 'server-card'].map(
      async (path) => (await get(`/mcp/${path}`)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200])
    expect((await get('/mcp/status')).status).toBe(401)
    const friend = testIdentity('friend')
    const refused = signedDetails(friend)
    expect((await post('/mcp/goplaces/details', refused.body, refused.headers)).status).toBe(401)
    await keyring.trust({ publicKey: friend.publicKeyText, machineContext: friend.machineContext })
    // A running node looks at the file of its keyring once a second.
    passedMs = 2_000
    const known = signedDetails(friend)
    expect((await post('/mcp/goplaces/details', known.body, known.headers)).status).toBe(200)
  })
})

function signedDetails(identity: ReturnType<typeof testIdentity>): {
  headers: Record<string, string>
  body: string
  nonce: string
} {
  const signed = signCall({ identity, method: 'goplaces/details', params: { place: 'x' } })
  return { headers: { ...signed.headers }, body: signed.body, nonce: signed.headers['x-nonce'] ?? '' }
}
