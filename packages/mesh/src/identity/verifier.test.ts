import { generateKeyPairSync } from 'node:crypto'
import type { RawRequest } from '@clawstead/skills'
import { canonicalJson } from '@clawstead/skills'
import { describe, expect, test } from 'vitest'
import { agentIdOf } from './agent-id.js'
import { publicKeyToPem, publicKeyToSpki } from './encodings.js'
import { identityOf } from './identity.js'
import { signReply } from './reply.js'
import { signedText } from './signed-text.js'
import { BASE_URL, NOW_MS, newIdentity, outcome, SKILL, signedRequest, testNode, withHeaders } from './testing/node.js'
import type { VerifiedCall } from './verifier.js'

const NONCE = 'nonce-of-16-chars'

async function outcomeOf(request: RawRequest, options: Parameters<typeof testNode>[0] = {}): Promise<string> {
  return outcome((await testNode(options)).verifier.verify(request))
}

function withBody(request: RawRequest, change: (body: Record<string, unknown>) => unknown): RawRequest {
  const body = JSON.parse(Buffer.from(request.body).toString()) as Record<string, unknown>
  return { ...request, body: Buffer.from(JSON.stringify(change(body))) }
}

describe('a signed call', () => {
  test('[SIG1] is whom it says, and hands on what was verified', async () => {
    const identity = newIdentity('laptop')
    const { verifier } = await testNode()
    const request = signedRequest({ identity, nonce: NONCE, id: 7 })
    const verdict = verifier.verify(request)
    const timestamp = String(NOW_MS)
    const params = { query: 'coffee', location: 'Denver, CO' }
    const call: VerifiedCall = {
      agentId: identity.agentId,
      publicKey: identity.publicKeyText,
      machineContext: 'laptop',
      method: SKILL,
      params,
      paramsText: '{"location":"Denver, CO","query":"coffee"}',
      body: { id: 7, method: SKILL, params, nonce: NONCE, timestamp },
      nonce: NONCE,
      timestamp,
      signature: identity.sign(`${SKILL}{"location":"Denver, CO","query":"coffee"}${NONCE}${timestamp}`),
    }
    expect(verdict).toEqual({ signed: { meshId: identity.agentId, isKnown: false, rights: [], call } })
  })

  test('[SIG2] with any part changed it does not fit', async () => {
    const request = signedRequest()
    const changed = [
      withBody(request, (body) => ({ ...body, params: { query: 'tea', location: 'Denver, CO' } })),
      withBody(withHeaders(request, { 'x-nonce': NONCE }), (body) => ({ ...body, nonce: NONCE })),
      withBody(withHeaders(request, { 'x-timestamp': `${NOW_MS + 1}` }), (body) => ({
        ...body,
        timestamp: `${NOW_MS + 1}`,
      })),
    ]
    for (const one of changed) expect(await outcomeOf(one)).toMatch(/^401 bad signature: it must cover method/)
  })

  test('[SIG2] the refusal has the digest of what should have been signed', async () => {
    const request = withHeaders(signedRequest(), { 'x-signature': Buffer.alloc(64, 1).toString('base64url') })
    expect(await outcomeOf(request)).toMatch(/ here with SHA-256 [0-9a-f]{64}$/)
  })

  test('[SIG3] a bare input is signed with the name of its path', async () => {
    const identity = newIdentity()
    const params = { query: 'coffee' }
    const timestamp = String(NOW_MS)
    const sign = (method: string): string =>
      identity.sign(signedText({ method, paramsText: canonicalJson(params), nonce: NONCE, timestamp }))
    const headers = {
      'x-agent-id': identity.agentId,
      'x-pubkey': identity.publicKeyText,
      'x-nonce': NONCE,
      'x-timestamp': timestamp,
    }
    const request = { method: 'POST', path: `/mcp/skill/${SKILL}`, body: Buffer.from(JSON.stringify(params)) }
    expect(await outcomeOf({ ...request, headers: { ...headers, 'x-signature': sign(SKILL) } })).toBe('signed')
    expect(await outcomeOf({ ...request, headers: { ...headers, 'x-signature': sign('goplaces/other') } })).toMatch(
      /^401 bad/,
    )
  })

  test.each(['search', 'skill', 'goplaces/other'])('[SIG4] the name %s does not bind the skill', async (method) => {
    expect(await outcomeOf(signedRequest({ method }))).toBe(
      `400 method: a signed call must carry the full name of the skill it is sent to, ${SKILL}`,
    )
  })

  test('[SIG4] a call signed for one skill is not taken by another', async () => {
    expect(await outcomeOf(signedRequest({}, { path: '/mcp/goplaces/delete' }))).toMatch(
      /^400 method: a signed call must/,
    )
  })

  test('[SIG5] JSON-RPC is signed by the same formula', async () => {
    const call = { method: 'tools/call', params: { name: 'goplaces_search', arguments: {} }, extra: { jsonrpc: '2.0' } }
    for (const path of ['/mcp', '/mcp/jsonrpc']) expect(await outcomeOf(signedRequest(call, { path }))).toBe('signed')
  })

  test('[SIG6] a GET signs the name of its path', async () => {
    const identity = newIdentity('laptop')
    const request = withHeaders(signedRequest({ identity, method: 'info', params: {} }), {})
    const info = { ...request, method: 'GET', path: '/mcp/info', body: Buffer.alloc(0) }
    expect(await outcomeOf(info)).toBe('signed')
    expect(await outcomeOf({ ...info, path: '/mcp/status' })).toMatch(/^401 bad signature/)
    expect(await outcomeOf({ ...info, method: 'DELETE' })).toBe(
      '400 DELETE without a body cannot be signed this way: use RFC 9421',
    )
  })

  test.each([
    ['[1]', '400 body: a signed call is one JSON object'],
    ['{"method":"goplaces/search","params":[]}', '400 params: expected an object'],
    [
      '{"method":"goplaces/search","query":"tea"}',
      '400 query: the input of a signed call with a method belongs in params',
    ],
    ['{"a":1,"a":2}', '400 bad JSON: the key "a" is there twice, at character 8'],
    ['{', '400 bad JSON: expected a key, at character 2'],
  ])('[SIG7] the body %s is refused', async (body, expected) => {
    expect(await outcomeOf({ ...signedRequest(), body: Buffer.from(body) })).toBe(expected)
  })

  test('[SIG7] a method must leave no doubt where the params begin', async () => {
    expect(await outcomeOf(signedRequest({ method: 'a{}' }, { path: '/mcp' }))).toBe(
      '400 method: expected 1 to 256 of A-Z a-z 0-9 . _ $ / -',
    )
    const numbered = withBody(signedRequest({}, { path: '/mcp' }), (body) => ({ ...body, method: 1 }))
    expect(await outcomeOf(numbered)).toBe('400 method: expected a text')
  })
})

test('[SIG8] an answer that a node signed does not pass for a call that it makes', async () => {
  const identity = newIdentity('node')
  const body = { success: true, data: {} }
  const headers = signReply({ identity, method: SKILL, body, nonce: NONCE, nowMs: NOW_MS })
  const reflected = { ...signedRequest(), headers, body: Buffer.from(JSON.stringify(body)) }
  expect(await outcomeOf(reflected)).toBe(
    '400 params: with success and data they look like an answer, and need an audience',
  )
  expect(await outcomeOf(signedRequest({ params: body, url: BASE_URL }))).toBe('signed')
})

describe('the three headers', () => {
  test('[HEAD1] all or none', async () => {
    const request = signedRequest()
    const hint = 'of X-Agent-ID, X-PubKey and X-Signature send all or none'
    expect(await outcomeOf(withHeaders(request, { 'x-signature': undefined }))).toBe(`401 missing X-Signature: ${hint}`)
    expect(await outcomeOf(withHeaders(request, { 'x-pubkey': undefined }))).toBe(`401 missing X-PubKey: ${hint}`)
    expect(await outcomeOf(withHeaders(request, { 'x-agent-id': undefined }))).toBe(`401 missing X-Agent-ID: ${hint}`)
    expect(await outcomeOf({ ...request, headers: { 'x-agent-id': 'somebody' } })).toBe(
      `401 missing X-PubKey and X-Signature: ${hint}`,
    )
    expect(await outcomeOf({ ...request, headers: {} })).toBe('unsigned')
  })

  test('[HEAD2] values left as an example prints them claim nothing', async () => {
    const headers = { 'x-agent-id': '7a5f8b...', 'x-signature': '...', 'x-pubkey': '...' }
    expect(await outcomeOf({ ...signedRequest(), headers })).toBe('unsigned')
  })

  test('[HEAD3] the shared secret has the same names and no key', async () => {
    const headers = { 'x-agent-id': 'bot', 'x-ts': String(NOW_MS), 'x-signature': 'ab'.repeat(32) }
    expect(await outcomeOf({ ...signedRequest(), headers })).toBe('unsigned')
    expect(await outcomeOf({ ...signedRequest({}, { path: '/mcp' }), headers: { 'x-agent-id': 'bot' } })).toBe(
      'unsigned',
    )
  })

  test('[HEAD4] keys and signatures are read in each spelling', async () => {
    const identity = newIdentity('laptop')
    const raw = Buffer.from(identity.publicKey)
    const keys = [
      raw.toString('base64'),
      raw.toString('hex'),
      publicKeyToSpki(raw).toString('base64'),
      publicKeyToPem(raw).replaceAll('\n', '\\n'),
    ]
    for (const key of keys)
      expect(await outcomeOf(withHeaders(signedRequest({ identity }), { 'x-pubkey': key }))).toBe('signed')
    for (const encoding of ['base64', 'hex'] as const) {
      const request = signedRequest({ identity })
      const signature = Buffer.from(String(request.headers['x-signature']), 'base64url').toString(encoding)
      expect(await outcomeOf(withHeaders(request, { 'x-signature': signature }))).toBe('signed')
    }
  })

  test.each([
    ['x-pubkey', 'abc', '400 bad X-PubKey: expected an Ed25519 key as base64url, base64, hex or PEM'],
    ['x-signature', 'abc', '400 bad X-Signature: expected 64 bytes as base64url, base64 or hex'],
    ['x-agent-id', 'abc', '400 bad X-Agent-ID: expected 64 hex digits'],
    ['x-machine-context', 'a b', '400 bad X-Machine-Context: expected at most 128 visible ASCII characters'],
  ])('[HEAD5] a malformed %s is named', async (name, value, expected) => {
    expect(await outcomeOf(withHeaders(signedRequest(), { [name]: value }))).toBe(expected)
  })

  test('[ED3] a key under which one signature fits everything is refused', async () => {
    const key = Buffer.concat([Buffer.of(1), Buffer.alloc(31)])
    const headers = {
      'x-agent-id': agentIdOf(key, ''),
      'x-machine-context': undefined,
      'x-pubkey': key.toString('base64url'),
      'x-signature': Buffer.concat([key, Buffer.alloc(32)]).toString('base64url'),
    }
    expect(await outcomeOf(withHeaders(signedRequest(), headers))).toBe('401 key refused: it is a point of small order')
  })

  test('[AID3] the agent id is computed again, with the context sent, or none, or the one that is known', async () => {
    const mismatch = /^401 X-Agent-ID does not belong to X-PubKey/
    const identity = newIdentity('laptop')
    const request = signedRequest({ identity })
    expect(await outcomeOf(withHeaders(request, { 'x-machine-context': 'other' }))).toMatch(mismatch)
    expect(await outcomeOf(withHeaders(request, { 'x-machine-context': undefined }))).toMatch(mismatch)
    const plain = { 'x-machine-context': undefined, 'x-agent-id': agentIdOf(identity.publicKey, '') }
    expect(await outcomeOf(withHeaders(request, plain))).toBe('signed')
    const { verifier, keyring } = await testNode()
    await keyring.trust({ publicKey: identity.publicKeyText, machineContext: 'laptop' })
    expect(outcome(verifier.verify(withHeaders(request, { 'x-machine-context': undefined })))).toBe('signed')
  })

  test('[AID3] one key on several machines has an id on each, whichever called last', async () => {
    const { verifier } = await testNode()
    const { privateKey } = generateKeyPairSync('ed25519')
    const [laptop, server] = [identityOf(privateKey, 'laptop'), identityOf(privateKey, 'server')]
    for (const identity of [laptop, server, laptop, server]) {
      const other = identity === laptop ? server : laptop
      const stolen = withHeaders(signedRequest({ identity }), { 'x-agent-id': other.agentId })
      expect(outcome(verifier.verify(stolen))).toMatch(/^401 X-Agent-ID does not belong to X-PubKey/)
      expect(verifier.verify(signedRequest({ identity }))).toMatchObject({ signed: { meshId: identity.agentId } })
    }
  })
})

describe('nonce and timestamp', () => {
  const onlyBody = { 'x-nonce': undefined, 'x-timestamp': undefined }

  test('[CARRY1] in headers, in the body, or in both', async () => {
    const request = signedRequest()
    expect(await outcomeOf(withHeaders(request, onlyBody))).toBe('signed')
    const bare = withBody(request, ({ method, params }) => ({ method, params }))
    expect(await outcomeOf(bare)).toBe('signed')
    expect(await outcomeOf(withHeaders(bare, { 'x-timestamp': undefined, 'x-ts': String(NOW_MS) }))).toBe('signed')
    const numeric = withBody(request, (body) => ({ ...body, timestamp: NOW_MS }))
    expect(await outcomeOf(withHeaders(numeric, { 'x-timestamp': undefined }))).toBe('signed')
  })

  test('[CARRY2] where they are twice they must agree', async () => {
    const request = signedRequest()
    expect(await outcomeOf(withHeaders(request, { 'x-nonce': NONCE }))).toBe(
      '400 nonce differs between headers and body',
    )
    const differs = '400 timestamp differs between headers and body'
    expect(await outcomeOf(withHeaders(request, { 'x-timestamp': `${NOW_MS + 1}` }))).toBe(differs)
    expect(await outcomeOf(withHeaders(request, { 'x-ts': `${NOW_MS + 1}` }))).toBe(differs)
    expect(await outcomeOf(withBody(request, (body) => ({ ...body, nonce: {} })))).toMatch(/^400 nonce differs/)
  })

  test('[CARRY3] what is missing is named', async () => {
    const request = withBody(signedRequest(), ({ method, params }) => ({ method, params }))
    expect(await outcomeOf(withHeaders(request, { 'x-nonce': undefined }))).toBe(
      '401 missing nonce: send X-Nonce or the body member nonce',
    )
    expect(await outcomeOf(withHeaders(request, { 'x-timestamp': undefined }))).toBe(
      '401 missing timestamp: send X-Timestamp or the body member timestamp',
    )
  })

  test.each(['short', 'a'.repeat(129), 'has spaces in it here', 'umlaut-ü-umlaut-ü'])(
    '[CARRY4] the nonce %s',
    async (nonce) => {
      expect(await outcomeOf(withHeaders(signedRequest({ nonce }), onlyBody))).toBe(
        '400 bad nonce: expected 16 to 128 of A-Z a-z 0-9 _ -',
      )
    },
  )

  test('[CARRY5] thirteen digits, and a hint for seconds', async () => {
    const stamped = (timestamp: string): RawRequest =>
      withBody(withHeaders(signedRequest(), onlyBody), (body) => ({ ...body, timestamp }))
    expect(await outcomeOf(stamped('1790000000'))).toBe(
      '400 bad timestamp: expected milliseconds, 13 digits; this looks like seconds',
    )
    for (const bad of ['17900000000000', '179000000000x', '-179000000000', '']) {
      expect(await outcomeOf(stamped(bad))).toBe('400 bad timestamp: expected unix time in milliseconds, 13 digits')
    }
  })

  test('[FRESH1] five minutes either way, to the millisecond', async () => {
    const at = (offMs: number): Promise<string> => outcomeOf(signedRequest({ nowMs: NOW_MS + offMs }))
    expect([await at(-300_000), await at(300_000)]).toEqual(['signed', 'signed'])
    expect(await at(-300_001)).toBe('401 stale signature: its timestamp is too old, more than 300 s off')
    expect(await at(300_001)).toBe('401 stale signature: its timestamp is too far ahead, more than 300 s off')
    const late = withHeaders(signedRequest({ nowMs: NOW_MS - 300_001 }), onlyBody)
    expect(await outcomeOf(late)).toMatch(/^401 stale/)
  })

  test('[CARRY6] a node may take calls without a nonce; then no signature comes twice', async () => {
    const identity = newIdentity('laptop')
    const params = {}
    const signature = identity.sign(
      signedText({ method: SKILL, paramsText: '{}', nonce: '', timestamp: String(NOW_MS) }),
    )
    const request = withBody(
      withHeaders(signedRequest({ identity, params }), { 'x-nonce': undefined, 'x-signature': signature }),
      (body) => ({ method: body['method'], params }),
    )
    expect(await outcomeOf(request)).toMatch(/^401 missing nonce/)
    const { verifier } = await testNode({ policy: { allowsNonceless: true } })
    expect(outcome(verifier.verify(request))).toBe('signed')
    expect(outcome(verifier.verify(request))).toMatch(/^409 /)
  })
})
