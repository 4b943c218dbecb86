import { expect, test } from 'vitest'
import { type AuthRequest, authenticate, type HmacPolicy } from './hmac.js'
import { signPlain, signWithNonce } from './hmac-signature.js'

const NOW = 1_700_000_000_000
const lenient: HmacPolicy = { secret: 'topsecret', allowLegacy: true }
const strict: HmacPolicy = { secret: 'topsecret', allowLegacy: false }
const body = Buffer.from('{}')

function signed(changes: Partial<AuthRequest> = {}): AuthRequest {
  const request = { agentId: 'a1', timestamp: String(NOW), nonce: '', method: 'POST', path: '/mcp', body, ...changes }
  const signature =
    request.nonce === '' ? signPlain('topsecret', request) : signWithNonce('topsecret', request, request)
  return { ...request, signature, ...changes }
}
const verdict = (request: AuthRequest, policy = lenient, now = NOW): string => {
  const outcome = authenticate(request, policy, now)
  return outcome.ok ? 'ok' : outcome.message
}

test('[AUTH3] both forms are taken; white space and upper case in headers do not matter', () => {
  expect(verdict(signed())).toBe('ok')
  expect(verdict(signed({ nonce: 'n1' }))).toBe('ok')
  expect(verdict(signed({ nonce: 'n1' }), strict)).toBe('ok')
  const { signature } = signed()
  expect(
    verdict({ ...signed(), signature: ` ${signature.toUpperCase()} `, agentId: ' a1 ', timestamp: ` ${NOW} ` }),
  ).toBe('ok')
})

test('[AUTH3] a nonce does not spoil a signature of the form without', () => {
  expect(verdict({ ...signed(), nonce: 'n1' })).toBe('ok')
  expect(verdict({ ...signed(), nonce: 'n1' }, strict)).toBe('bad signature')
})

test('[AUTH4] what is missing is named, in this order', () => {
  const nothing = { ...signed(), agentId: ' ', timestamp: '', signature: '' }
  expect(verdict(nothing)).toBe('missing x-agent-id')
  expect(verdict({ ...nothing, agentId: 'a1' })).toBe('missing x-ts')
  expect(verdict({ ...nothing, agentId: 'a1', timestamp: 'x' })).toBe('missing x-signature')
  expect(verdict({ ...nothing, agentId: 'a1', timestamp: 'x', signature: '00' }, strict)).toBe('missing x-nonce')
  expect(verdict({ ...nothing, agentId: 'a1', timestamp: 'x', signature: '00' })).toBe('bad x-ts')
  expect(verdict({ ...signed(), timestamp: '1.5' })).toBe('bad x-ts')
})

test('[AUTH5] the window is 300 s to either side, both ends included', () => {
  const at = (offset: number): string => verdict(signed({ timestamp: String(NOW + offset) }))
  expect([at(-300_000), at(300_000)]).toEqual(['ok', 'ok'])
  expect([at(-300_001), at(300_001)]).toEqual(['x-ts outside window', 'x-ts outside window'])
  expect(verdict(signed({ timestamp: String(NOW / 1000) }))).toBe('x-ts outside window')
})

test('[AUTH6] any other byte makes a bad signature', () => {
  expect(verdict({ ...signed(), body: Buffer.from('{ }') })).toBe('bad signature')
  expect(verdict({ ...signed(), path: '/mcp2' })).toBe('bad signature')
  expect(verdict({ ...signed(), method: 'PUT' })).toBe('bad signature')
  expect(verdict({ ...signed(), signature: '00' })).toBe('bad signature')
  expect(verdict({ ...signed({ nonce: 'n1' }), agentId: 'a2' })).toBe('bad signature')
})
