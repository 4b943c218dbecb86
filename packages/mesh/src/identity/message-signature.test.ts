import { createHash, createPublicKey, verify } from 'node:crypto'
import type { RawRequest } from '@clawstead/skills'
import { httpbis } from 'http-message-signatures'
import { describe, expect, test } from 'vitest'
import { publicKeyToSpki } from './encodings.js'
import type { Identity } from './identity.js'
import { signMessage } from './sign-message.js'
import { BASE_URL, NOW_MS, newIdentity, outcome, SKILL, testNode, withHeaders } from './testing/node.js'

const URL_CALLED = `${BASE_URL}/${SKILL}`
const BODY = JSON.stringify({ method: SKILL, params: { query: 'coffee' } })

async function messageRequest(
  options: Partial<Parameters<typeof signMessage>[0]> = {},
  changes: Partial<RawRequest> = {},
): Promise<RawRequest> {
  const { body = BODY, url = URL_CALLED } = options
  const headers = await signMessage({
    identity: newIdentity('laptop'),
    method: 'POST',
    url,
    body,
    nowMs: NOW_MS,
    ...options,
  })
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const { host, pathname, search } = new URL(url)
  return {
    method: 'POST',
    path: pathname,
    query: search.slice(1),
    headers: { ...lower, host },
    body: Buffer.from(body),
    ...changes,
  }
}

async function outcomeOf(request: RawRequest, options: Parameters<typeof testNode>[0] = {}): Promise<string> {
  return outcome((await testNode(options)).verifier.verify(request))
}

/** Signs with the library alone, so that each part can be left out. */
async function handSigned(
  identity: Identity,
  { fields, params, values = {} }: { fields: string[]; params: string[]; values?: Record<string, string | Date> },
): Promise<RawRequest> {
  const digest = createHash('sha256').update(BODY).digest('base64')
  const { headers } = await httpbis.signMessage(
    {
      fields,
      params,
      paramValues: { created: new Date(NOW_MS), nonce: 'nonce-of-16-chars', tag: 'nullblock-mcp', ...values },
      key: {
        id: identity.publicKeyText,
        alg: 'ed25519',
        sign: (data) => Promise.resolve(Buffer.from(identity.sign(data), 'base64url')),
      },
    },
    {
      method: 'POST',
      url: URL_CALLED,
      headers: { 'content-digest': `sha-256=:${digest}:`, 'x-agent-id': identity.agentId },
    },
  )
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return {
    method: 'POST',
    path: `/mcp/${SKILL}`,
    headers: { ...lower, host: '127.0.0.1:9003' },
    body: Buffer.from(BODY),
  }
}

const FIELDS = ['@method', '@target-uri', 'content-digest', 'x-agent-id']
const PARAMS = ['created', 'nonce', 'keyid', 'alg', 'tag']

describe('a request signed as RFC 9421 has it', () => {
  test('[MSG1] is whom it says, wherever an audience is asked for', async () => {
    const identity = newIdentity('laptop')
    const { verifier } = await testNode({ policy: { requiresAudience: true } })
    const request = await messageRequest({ identity, nonce: 'nonce-of-16-chars' })
    const verdict = verifier.verify(request)
    expect(verdict).toMatchObject({
      signed: {
        meshId: identity.agentId,
        call: {
          method: SKILL,
          params: { query: 'coffee' },
          nonce: 'nonce-of-16-chars',
          timestamp: String(NOW_MS),
          message: { body: BODY },
        },
      },
    })
    expect(outcome(verifier.verify(request))).toMatch(/^409/)
  })

  test('[MSG1] what others sign with the same library is taken, and the library takes ours', async () => {
    const identity = newIdentity()
    expect(await outcomeOf(await handSigned(identity, { fields: FIELDS, params: PARAMS }))).toBe('signed')
    const request = await messageRequest({ identity, nowMs: Date.now() })
    const key = createPublicKey({ key: publicKeyToSpki(identity.publicKey), format: 'der', type: 'spki' })
    const verdict = await httpbis.verifyMessage(
      {
        keyLookup: () =>
          Promise.resolve({ verify: (data, signature) => Promise.resolve(verify(null, data, key, signature)) }),
      },
      { method: 'POST', url: URL_CALLED, headers: request.headers as Record<string, string> },
    )
    expect(verdict).toBe(true)
  })

  test('[MSG2] any part changed spoils it', async () => {
    const request = await messageRequest()
    const bad = /^401 bad signature: it must cover the signature base/
    expect(await outcomeOf({ ...request, path: '/mcp/skill/goplaces/search' })).toMatch(bad)
    expect(await outcomeOf({ ...request, query: 'x=1' })).toMatch(bad)
    expect(await outcomeOf({ ...request, method: 'PUT' })).toMatch(bad)
    expect(await outcomeOf({ ...request, body: Buffer.from(BODY.replace('coffee', 'tea')) })).toBe(
      '400 bad Content-Digest: expected sha-256 of the body',
    )
    const digest = createHash('sha256').update('{}').digest('base64')
    const other = withHeaders({ ...request, body: Buffer.from('{}') }, { 'content-digest': `sha-256=:${digest}:` })
    expect(await outcomeOf(other)).toMatch(bad)
  })

  test('[MSG3] for another host it is not taken here', async () => {
    const elsewhere = await messageRequest({ url: `http://10.0.0.1:9003/mcp/${SKILL}` })
    expect(await outcomeOf(elsewhere)).toBe('401 wrong audience: this host is none of the URLs of this node')
    expect(await outcomeOf(withHeaders(elsewhere, { host: '127.0.0.1:9003' }))).toMatch(/^401 bad signature/)
  })

  test.each(FIELDS)('[MSG4] %s must be covered', async (field) => {
    const fields = FIELDS.filter((name) => name !== field)
    expect(await outcomeOf(await handSigned(newIdentity(), { fields, params: PARAMS }))).toBe(
      `401 signature does not cover ${field}`,
    )
  })

  test.each([
    ['created', '401 missing created in Signature-Input'],
    ['nonce', '401 missing nonce in Signature-Input'],
    ['keyid', '401 missing keyid in Signature-Input'],
    ['alg', '400 bad Signature-Input: alg must be "ed25519"'],
  ])('[MSG4] %s must be said', async (param, expected) => {
    const params = PARAMS.filter((name) => name !== param)
    expect(await outcomeOf(await handSigned(newIdentity(), { fields: FIELDS, params }))).toBe(expected)
  })

  test('[MSG4] times count as elsewhere', async () => {
    const signed = (values: Record<string, string | Date>, params = PARAMS): Promise<RawRequest> =>
      handSigned(newIdentity(), { fields: FIELDS, params, values })
    expect(await outcomeOf(await signed({ created: new Date(NOW_MS - 301_000) }))).toMatch(/^401 stale signature/)
    const expired = await signed({ expires: new Date(NOW_MS - 1_000) }, [...PARAMS, 'expires'])
    expect(await outcomeOf(expired)).toBe('401 stale signature: it has expired')
    expect(await outcomeOf(await signed({ nonce: 'short' }))).toMatch(/^400 bad nonce/)
    expect(await outcomeOf(await signed({ alg: 'hmac-sha256' }))).toMatch(/^400 bad Signature-Input: alg/)
  })

  test('[MSG5] signatures with another tag are none of ours', async () => {
    const request = await handSigned(newIdentity(), { fields: FIELDS, params: PARAMS, values: { tag: 'web-bot-auth' } })
    expect(await outcomeOf({ ...request, path: '/mcp' })).toBe('unsigned')
  })

  test('[MSG5] a method that is not the path is refused here too', async () => {
    const body = JSON.stringify({ method: 'goplaces/delete', params: {} })
    expect(await outcomeOf(await messageRequest({ body }))).toMatch(/^400 method: a signed call must carry/)
  })

  test('[MSG6] the key is that of keyid, of X-PubKey or of the keyring, and always one', async () => {
    const [identity, other] = [newIdentity('laptop'), newIdentity()]
    const request = await messageRequest({ identity })
    expect(await outcomeOf(withHeaders(request, { 'x-pubkey': other.publicKeyText }))).toBe(
      '400 keyid and X-PubKey are not the same key',
    )
    expect(await outcomeOf(withHeaders(request, { 'x-pubkey': identity.publicKeyText }))).toBe('signed')
    const byId = await handSigned(newIdentity(), { fields: FIELDS, params: PARAMS, values: { keyid: 'c'.repeat(64) } })
    expect(await outcomeOf(byId)).toBe('401 keyid: expected a public key as base64url, or send X-PubKey')
    const known = newIdentity()
    const { verifier, keyring } = await testNode()
    await keyring.trust({ publicKey: known.publicKeyText })
    const named = await handSigned(known, { fields: FIELDS, params: PARAMS, values: { keyid: known.agentId } })
    expect(outcome(verifier.verify(named))).toBe('signed')
  })

  test.each([
    [{ signature: undefined }, /^401 missing Signature mesh/],
    [{ signature: 'mesh=:YQ==:' }, /^400 bad Signature mesh: expected 64 bytes/],
    [{ signature: '((' }, /^400 bad Signature or Signature-Input: not a dictionary/],
    [{ 'signature-input': 'mesh="x";tag="nullblock-mcp"' }, /^400 bad Signature-Input: expected one list/],
    [
      { 'signature-input': 'mesh=("@method";req);tag="nullblock-mcp"' },
      /^400 bad Signature-Input: at most 16 components/,
    ],
    [{ 'x-agent-id': undefined }, /^401 missing X-Agent-ID/],
  ])('[MSG7] malformed headers are named: %j', async (headers, expected) => {
    expect(await outcomeOf(withHeaders(await messageRequest(), headers))).toMatch(expected)
  })

  test('[MSG7] a component that the request lacks is named', async () => {
    const request = await messageRequest()
    const input = String(request.headers['signature-input']).replace('"x-agent-id"', '"x-agent-id" "x-missing"')
    expect(await outcomeOf(withHeaders(request, { 'signature-input': input }))).toBe(
      '400 bad Signature-Input: a covered component is not part of the request',
    )
  })
})
