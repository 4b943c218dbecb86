import { canonicalJson, defineSkill } from '@clawstead/skills'
import { flattenedVerify, importSPKI } from 'jose'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { signCall, verifyReply } from '../identity/index.js'
import { startTestNode, testIdentity } from './testing/test-node.js'

const NONCE = 'abcdefghijklmnop'

describe('info', () => {
  test('[INFO1] a node says who it is and what it offers, flat and once more under data', async () => {
    const { get, identity, url } = await startTestNode()
    const { status, body, headers } = await get('/mcp/info')
    const { data, success, ...flat } = body as Record<string, unknown>
    expect(status).toBe(200)
    expect(success).toBe(true)
    expect(data).toEqual(flat)
    expect(flat).toEqual({
      name: 'test node',
      version: '0.1.0',
      author: 'clawstead',
      description: 'A node of the skill mesh.',
      dependencies: [],
      protocol: 'nullblock-mcp/1.4',
      pubkey: identity.publicKeyText,
      pubkey_pem: identity.publicKeyPem,
      agent_id: identity.agentId,
      machine_context: 'node',
      rotations: [],
      endpoints: {
        info: `${url}/mcp/info`,
        discover: `${url}/mcp/discover`,
        status: `${url}/mcp/status`,
        skill: `${url}/mcp/{skill}`,
        server_card: `${url}/mcp/server-card`,
      },
      mcp: { url: `${url}/mcp`, versions: expect.arrayContaining(['2026-07-28', '2025-11-25']) },
      schema: {
        'goplaces/search': expect.objectContaining({
          inputs: {
            query: { type: 'string' },
            location: { type: 'string' },
            radius: expect.objectContaining({ type: 'integer', optional: true, default: 500 }),
          },
        }),
        'goplaces/details': expect.anything(),
        'test/fail': expect.anything(),
      },
      skills: [
        {
          name: 'goplaces/search',
          version: '1.2.0',
          endpoint: `${url}/mcp/goplaces/search`,
          signature_required: false,
          timeout_ms: 30_000,
          schema_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
        expect.objectContaining({ name: 'goplaces/details', signature_required: true }),
        expect.objectContaining({ name: 'test/fail', timeout_ms: 20 }),
      ],
    })
    expect(headers.get('cache-control')).toBe('max-age=30')
  })

  test('[INFO2] the text is canonical and signed, with and without a nonce of the reader', async () => {
    const { get, identity } = await startTestNode()
    for (const sent of [{}, { 'x-nonce': NONCE }]) {
      const { text, body, headers } = await get('/mcp/info', sent)
      expect(text).toBe(canonicalJson(body))
      const nonce = headers.get('x-nonce') ?? ''
      const reply = { headers, method: 'info', body, nonce, publicKey: identity.publicKey, nowMs: Date.now() }
      expect(verifyReply(reply)).toEqual({ ok: true })
    }
    expect((await get('/mcp/info', { 'x-nonce': NONCE })).headers.get('x-nonce')).toBe(NONCE)
  })

  test('[INFO3] who has it already is told so; a change of the registry makes it new', async () => {
    const { get, registry } = await startTestNode()
    const etag = (await get('/mcp/info')).headers.get('etag') ?? ''
    expect((await get('/mcp/info', { 'if-none-match': etag })).status).toBe(304)
    registry.setAvailability('goplaces/search', 'it is closed')
    const changed = await get('/mcp/info', { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({ skills: [{ name: 'goplaces/search', disabled: 'it is closed' }, {}, {}] })
  })

  test('[INFO4] one skill, and one namespace with its highest version', async () => {
    const { get } = await startTestNode()
    expect((await get('/mcp/goplaces/search/info')).body).toMatchObject({
      name: 'goplaces/search',
      version: '1.2.0',
      author: 'Sage',
      signature_required: false,
      schema: { inputs: {}, outputs: {}, inputSchema: {}, outputSchema: {} },
      skills: [{ name: 'goplaces/search' }],
    })
    expect((await get('/mcp/goplaces/info')).body).toMatchObject({
      name: 'goplaces',
      version: '1.10.0',
      skills: [{ name: 'goplaces/search' }, { name: 'goplaces/details' }],
    })
    const { status, body } = await get('/mcp/nowhere/info')
    expect({ status, body }).toEqual({
      status: 404,
      body: { success: false, data: null, error: 'no skill or namespace nowhere' },
    })
  })

  test('[INFO5] a skill for operators shows itself to operators only, in every document', async () => {
    const operator = testIdentity('operator')
    let passedMs = 0
    const { get, post, keyring } = await startTestNode({ now: () => Date.now() + passedMs })
    await keyring.trust({ publicKey: operator.publicKeyText, machineContext: 'operator', rights: ['op'] })
    passedMs = 2_000
    for (const path of ['/mcp/info', '/mcp/discover', '/.well-known/agent-card.json']) {
      expect((await get(path)).text).not.toContain('admin')
    }
    expect((await get('/mcp/admin/stop/info')).status).toBe(404)
    const signed = signCall({ identity: operator, method: 'info', params: {} })
    const { body } = await post('/mcp/info', signed.body, { ...signed.headers })
    expect(body).toMatchObject({ success: true, data: { schema: { 'admin/stop': expect.anything() } } })
  })

  test('[INFO6] asked for like a skill, it answers like one', async () => {
    const { post } = await startTestNode()
    const { body } = await post('/mcp/goplaces/info', { method: 'goplaces/info', id: 7 })
    expect(body).toMatchObject({ success: true, id: 7, data: { name: 'goplaces' } })
    expect((await post('/mcp/discover', {})).body).toMatchObject({
      success: true,
      data: expect.arrayContaining([expect.stringMatching(/mcp$/)]),
    })
    expect((await post('/mcp/status', '')).body).toMatchObject({ success: true, data: { health: 'ok' } })
    expect((await post('/mcp/status', { method: 'other' })).status).toBe(400)
  })

  test('[INFO7] a skill whose name ends in info can be called', async () => {
    const skill = defineSkill({
      name: 'book/info',
      version: '1.0.0',
      author: 'tests',
      description: 'About a book.',
      input: z.strictObject({}),
      output: z.object({ title: z.string() }),
      run: () => ({ title: 'x' }),
    })
    const { post, get } = await startTestNode({ skills: [skill] })
    expect((await post('/mcp/book/info', {})).body).toEqual({ success: true, data: { title: 'x' } })
    expect((await get('/mcp/book/info')).body).toMatchObject({ name: 'book' })
    expect((await get('/mcp/book/info/info')).body).toMatchObject({ name: 'book/info' })
  })
})

describe('discover', () => {
  test('[DISCOVER1] a bare list of addresses: own base, then own namespaces', async () => {
    const { get, url } = await startTestNode()
    const own = [`${url}/mcp`, `${url}/mcp/goplaces`, `${url}/mcp/test`]
    expect((await get('/mcp/discover')).body).toEqual(own)
    expect((await get('/mcp/discover?envelope=1')).body).toEqual({ success: true, data: own })
    for (const address of own) expect((await get(`${new URL(address).pathname}/info`)).status).toBe(200)
  })

  test('[DISCOVER2] addresses come from the settings, never from who asks', async () => {
    const { get } = await startTestNode({ publicUrl: 'https://node.example.org/' })
    const { text } = await get('/mcp/discover', { 'x-forwarded-host': 'evil.example' })
    expect(JSON.parse(text)).toContain('https://node.example.org/mcp/goplaces')
    expect(text).not.toContain('evil')
  })

  test('[DISCOVER3] the full form says who answers where', async () => {
    const { get, url, identity } = await startTestNode()
    const { body } = await get('/mcp/discover?format=full')
    expect((body as unknown[])[0]).toEqual({
      url: `${url}/mcp`,
      agent_id: identity.agentId,
      pubkey: identity.publicKeyText,
      version: '0.1.0',
      state: 'own',
      last_seen: null,
      failures: 0,
      via: null,
    })
  })
})

describe('status', () => {
  test('[STATUS1] health and use, flat and once more under data', async () => {
    const { get, post } = await startTestNode()
    const signed = signCall({ identity: testIdentity('caller'), method: 'goplaces/details', params: { place: 'x' } })
    await post('/mcp/goplaces/details', signed.body, { ...signed.headers })
    const { data, success, ...flat } = (await get('/mcp/status')).body as Record<string, unknown>
    expect(success).toBe(true)
    expect(data).toEqual(flat)
    expect(flat).toEqual({
      health: 'ok',
      uptime: expect.any(Number),
      memory: expect.any(Number),
      memory_detail: expect.any(Object),
      clients: 1,
      requests_last_min: 2,
      skills: { total: 3, available: 3, disabled: [] },
      remotes: [],
      negative_cache: [],
      version: '0.1.0',
    })
  })

  test('[STATUS2] something that does not work makes it degraded, with the reason', async () => {
    const { get, registry } = await startTestNode()
    registry.setAvailability('goplaces/search', 'it is closed')
    const { status, body } = await get('/mcp/status')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      health: 'degraded',
      skills: { total: 3, available: 2, disabled: [{ name: 'goplaces/search', reason: 'it is closed' }] },
    })
  })
})

describe('cards', () => {
  test('[CARD1] the server card names the way in for MCP clients', async () => {
    const { get, url } = await startTestNode()
    expect((await get('/mcp/server-card')).body).toMatchObject({
      name: 'clawstead/test-node',
      version: '0.1.0',
      remotes: [{ type: 'streamable-http', url: `${url}/mcp` }],
    })
  })

  test("[CARD2] the agent card is signed with the node's key over its canonical text", async () => {
    const { get, identity } = await startTestNode()
    const { signatures, ...card } = (await get('/.well-known/agent-card.json')).body as {
      signatures: [{ protected: string; signature: string }]
    }
    expect(card).toMatchObject({ name: 'test node', skills: [{ id: 'goplaces/search' }, {}, {}] })
    const key = await importSPKI(identity.publicKeyPem, 'EdDSA')
    const payload = Buffer.from(canonicalJson(card)).toString('base64url')
    const { protectedHeader } = await flattenedVerify({ ...signatures[0], payload }, key)
    expect(protectedHeader).toEqual({ alg: 'EdDSA', typ: 'JOSE', kid: identity.agentId })
  })
})

test('[INFO8] a long document goes out compressed to who takes that, and means the same', async () => {
  const many = Array.from({ length: 100 }, (_, index) =>
    defineSkill({
      name: `many/skill${index}`,
      version: '1.0.0',
      author: 'tests',
      description: 'One of many.',
      input: z.strictObject({ text: z.string() }),
      output: z.object({ text: z.string() }),
      run: ({ text }) => ({ text }),
    }),
  )
  const { get } = await startTestNode({ skills: many })
  const plain = await get('/mcp/info', { 'accept-encoding': 'identity' })
  let zipped = await get('/mcp/info')
  // It is made beside the answers; until it is there the plain form goes out.
  while (zipped.headers.get('content-encoding') === null) zipped = await get('/mcp/info')
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(zipped.body).toEqual(plain.body)
})
