import type { RawRequest } from '@clawstead/skills'
import { describe, expect, test } from 'vitest'
import { openReplayCache, type ReplayCache } from './replay-cache.js'
import {
  BASE_URL,
  NOW_MS,
  newIdentity,
  outcome,
  SILENT,
  SKILL,
  signedRequest,
  testNode,
  withHeaders,
} from './testing/node.js'

const NONCE = 'nonce-of-16-chars'

async function outcomeOf(request: RawRequest, options: Parameters<typeof testNode>[0] = {}): Promise<string> {
  return outcome((await testNode(options)).verifier.verify(request))
}

describe('replay', () => {
  test('[REPLAY1] a nonce is taken once, until its signature is stale anyway', async () => {
    const { verifier, clock } = await testNode()
    const identity = newIdentity('laptop')
    const request = signedRequest({ identity, nonce: NONCE })
    expect(outcome(verifier.verify(request))).toBe('signed')
    expect(outcome(verifier.verify(request))).toBe('409 replayed request: this nonce was used')
    clock.nowMs += 599_000
    expect(outcome(verifier.verify(signedRequest({ identity, nonce: NONCE, nowMs: clock.nowMs })))).toMatch(/^409/)
    clock.nowMs += 120_000
    expect(outcome(verifier.verify(signedRequest({ identity, nonce: NONCE, nowMs: clock.nowMs })))).toBe('signed')
  })

  test('[REPLAY1] agents do not share nonces', async () => {
    const { verifier } = await testNode()
    const verdicts = [1, 2].map(() => outcome(verifier.verify(signedRequest({ nonce: NONCE }))))
    expect(verdicts).toEqual(['signed', 'signed'])
  })

  test('[REPLAY2] who cannot sign cannot use up a nonce', async () => {
    const { verifier } = await testNode()
    const request = signedRequest({ nonce: NONCE })
    const forged = withHeaders(request, { 'x-signature': Buffer.alloc(64, 1).toString('base64url') })
    expect(outcome(verifier.verify(forged))).toMatch(/^401 bad signature/)
    expect(outcome(verifier.verify(request))).toBe('signed')
  })

  test('[REPLAY2] a nonce that was used is refused before anything is verified', async () => {
    const { verifier } = await testNode()
    const request = signedRequest({ nonce: NONCE })
    verifier.verify(request)
    const forged = withHeaders(request, { 'x-signature': Buffer.alloc(64, 1).toString('base64url') })
    expect(outcome(verifier.verify(forged))).toMatch(/^409/)
  })

  test('[REPLAY3] when it is full nothing is forgotten: calls are refused', async () => {
    const replays = await openReplayCache({ log: SILENT, now: () => NOW_MS, nonceCountMax: 1 })
    const { verifier } = await testNode({ replays })
    const first = signedRequest()
    expect(outcome(verifier.verify(first))).toBe('signed')
    expect(verifier.verify(signedRequest())).toEqual({
      refused: {
        status: 503,
        contentType: 'application/json; charset=utf-8',
        headers: { 'retry-after': '60' },
        body: '{"success":false,"data":null,"error":"no room for more nonces, try again later"}',
      },
    })
    expect(outcome(verifier.verify(first))).toMatch(/^409/)
  })

  test('[REPLAY4] a nonce that cannot be kept lets nobody in', async () => {
    const replays: ReplayCache = {
      look: () => 'fresh',
      take: () => 'unwritable',
      close: () => Promise.resolve(),
    }
    expect(await outcomeOf(signedRequest(), { replays })).toBe(
      '503 nonces cannot be kept at the moment, try again later',
    )
  })
})

describe('who may call', () => {
  test('[POLICY1] where only known keys may call, others are told so', async () => {
    const { verifier, keyring } = await testNode({ policy: { admits: 'known' } })
    const identity = newIdentity('laptop')
    expect(outcome(verifier.verify(signedRequest({ identity })))).toMatch(/^403 this key is not known here/)
    await keyring.trust({ publicKey: identity.publicKeyText, machineContext: 'laptop', rights: ['op'] })
    expect(verifier.verify(signedRequest({ identity }))).toMatchObject({ signed: { isKnown: true, rights: ['op'] } })
  })

  test('[POLICY2] a revoked key is refused everywhere, on every machine', async () => {
    const { verifier, keyring } = await testNode()
    const identity = newIdentity('laptop')
    await keyring.trust({ publicKey: identity.publicKeyText, machineContext: 'elsewhere' })
    await keyring.revoke(identity.publicKeyText)
    expect(outcome(verifier.verify(signedRequest({ identity })))).toBe('403 this key was revoked here')
  })

  test('[POLICY3] a skill may have a list of its own', async () => {
    const identity = newIdentity('laptop')
    const agentIdsBySkill = new Map([[SKILL, new Set([identity.agentId])]])
    const { verifier } = await testNode({ policy: { agentIdsBySkill } })
    expect(outcome(verifier.verify(signedRequest({ identity })))).toBe('signed')
    expect(outcome(verifier.verify(signedRequest()))).toBe(
      `403 this agent is not on the list of those who may call ${SKILL}`,
    )
    expect(outcome(verifier.verify(signedRequest({ method: 'other/skill' }, { path: '/mcp/other/skill' })))).toBe(
      'signed',
    )
  })

  test("[POLICY4] the holder of the node's own key owns it", async () => {
    const { verifier, identity } = await testNode({ policy: { admits: 'known' } })
    expect(verifier.verify(signedRequest({ identity }))).toMatchObject({ signed: { isKnown: true, rights: ['op'] } })
  })
})

describe('audience', () => {
  const url = `${BASE_URL}/${SKILL}`

  test.each([url, BASE_URL, `${BASE_URL}/`])('[AUD1] %s is this node', async (audience) => {
    expect(await outcomeOf(signedRequest({ url: audience }))).toBe('signed')
  })

  test.each([
    'http://127.0.0.1:9004/mcp',
    'https://127.0.0.1:9003/mcp',
    `${BASE_URL}/goplaces/delete`,
    'nonsense',
    'http://u@127.0.0.1:9003/mcp',
  ])('[AUD1] %s is another', async (audience) => {
    expect(await outcomeOf(signedRequest({ url: audience }))).toBe(
      '401 wrong audience: this call was signed for another URL',
    )
  })

  test('[AUD1] an audience that is no text is nobody', async () => {
    expect(await outcomeOf(signedRequest({ params: { _meta: { 'io.nullblock/aud': 1 } } }))).toMatch(
      /^401 wrong audience/,
    )
  })

  test('[AUD2] a node may insist on it', async () => {
    const policy = { requiresAudience: true }
    expect(await outcomeOf(signedRequest(), { policy })).toBe(
      '401 missing audience: sign params._meta["io.nullblock/aud"] with the URL that is called',
    )
    expect(await outcomeOf(signedRequest({ url }), { policy })).toBe('signed')
  })
})

describe('floods', () => {
  const forged = (): RawRequest =>
    withHeaders(signedRequest({}, { address: '10.0.0.9' }), {
      'x-signature': Buffer.alloc(64, 1).toString('base64url'),
    })

  test('[FLOOD1] an address that keeps failing is turned away before anything is verified', async () => {
    const { verifier, clock } = await testNode()
    for (let count = 0; count < 100; count++) expect(outcome(verifier.verify(forged()))).toMatch(/^401/)
    expect(verifier.verify(signedRequest({}, { address: '10.0.0.9' }))).toMatchObject({
      refused: { status: 429, headers: { 'retry-after': '1' } },
    })
    expect(outcome(verifier.verify(signedRequest({}, { address: '10.0.0.8' })))).toBe('signed')
    clock.nowMs += 1_000
    expect(outcome(verifier.verify(signedRequest({}, { address: '10.0.0.9' })))).toBe('signed')
  })

  test('[FLOOD1] what was large to read counts for more', async () => {
    const { verifier } = await testNode()
    const large = { ...forged(), body: Buffer.alloc(2 * 1024 * 1024, ' ') }
    expect(outcome(verifier.verify(large))).toMatch(/^400 bad JSON/)
    expect(outcome(verifier.verify(forged()))).toMatch(/^429/)
  })

  test('[FLOOD1] who signs well is not counted', async () => {
    const { verifier } = await testNode()
    const identity = newIdentity()
    const verdicts = Array.from({ length: 150 }, () =>
      outcome(verifier.verify(signedRequest({ identity }, { address: '::1' }))),
    )
    expect(new Set(verdicts)).toEqual(new Set(['signed']))
  })
})
