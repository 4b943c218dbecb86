import { describe, expect, test } from 'vitest'
import { signReply, verifyReply } from './reply.js'
import { NOW_MS, newIdentity } from './testing/node.js'

const identity = newIdentity('node')
const body = { success: true, data: { places: [] } }
const nonce = 'nonce-of-16-chars'
const method = 'goplaces/search'
const headers = signReply({ identity, method, body, nonce, nowMs: NOW_MS })
const reply = { headers, method, body, nonce, publicKey: identity.publicKey, nowMs: NOW_MS }

describe('a signed reply', () => {
  test('[REPLY1] echoes the nonce and proves who answered', () => {
    const timestamp = String(NOW_MS)
    expect(headers).toEqual({
      'x-agent-id': identity.agentId,
      'x-pubkey': identity.publicKeyText,
      'x-machine-context': 'node',
      'x-nonce': nonce,
      'x-timestamp': timestamp,
      'x-signature': identity.sign(`${method}{"data":{"places":[]},"success":true}${nonce}${timestamp}`),
    })
    expect(verifyReply(reply)).toEqual({ ok: true })
    expect(verifyReply({ ...reply, headers: new Headers(headers) })).toEqual({ ok: true })
  })

  test.each([
    [{ headers: {} }, 'the reply is not signed'],
    [{ nonce: 'another-nonce-here' }, 'the reply does not echo the nonce of the call'],
    [{ publicKey: newIdentity().publicKey }, 'the reply is signed by another key'],
    [{ nowMs: NOW_MS + 300_001 }, 'stale signature: its timestamp is too old, more than 300 s off'],
    [{ headers: { ...headers, 'x-signature': 'x' } }, 'the signature of the reply is malformed'],
    [{ body: { success: true, data: 1 } }, 'the signature of the reply does not fit'],
    [{ body: undefined }, 'the reply has no canonical form'],
    [{ method: 'goplaces/other' }, 'the signature of the reply does not fit'],
    [
      { headers: { ...headers, 'x-pubkey': undefined }, publicKey: newIdentity().publicKey },
      'the signature of the reply does not fit',
    ],
  ])('[REPLY2] %j is refused', (change, reason) => {
    expect(verifyReply({ ...reply, ...change })).toEqual({ ok: false, reason })
  })
})
