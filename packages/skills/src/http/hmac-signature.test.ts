import { expect, test } from 'vitest'
import { isSameSignature, signPlain, signWithNonce } from './hmac-signature.js'

const parts = {
  timestamp: '1700000000000',
  method: 'POST',
  path: '/mcp',
  body: Buffer.from('{"jsonrpc":"2.0","id":1,"method":"list_tools"}'),
}

test('[AUTH1] the form without nonce', () => {
  expect(signPlain('topsecret', parts)).toBe('8d8937fdcea524a9301a74e8e2e4b3ee64ea5ae993f29219d57d0cd3d276613b')
})

test('[AUTH1] the form with nonce', () => {
  expect(signWithNonce('topsecret', parts, { agentId: 'agent_1', nonce: 'nonce_1' })).toBe(
    '7695d5b4887f724294f4b74ad71d191bbf7b6ed01c87a9fb5964459543a9af47',
  )
})

test('[AUTH2] signatures of any length can be compared', () => {
  expect(isSameSignature('abc', 'abc')).toBe(true)
  expect(isSameSignature('abc', 'abd')).toBe(false)
  expect(isSameSignature('abc', 'ab')).toBe(false)
  expect(isSameSignature('abc', 'äbc')).toBe(false)
})
