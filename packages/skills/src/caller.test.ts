import { expect, test } from 'vitest'
import { identifyCaller } from './caller.js'

const identityOf = (evidence: Parameters<typeof identifyCaller>[0]): string => {
  const identified = identifyCaller(evidence)
  return identified.ok ? identified.caller.identity : identified.message
}

test('[WHO1] one value whatever the door: signature, token, header, nobody', () => {
  expect(identityOf({ meshId: 'k1', tokenName: 't', agentId: 'a' })).toBe('mesh:k1')
  expect(identityOf({ tokenName: 't', agentId: 'a' })).toBe('token:t')
  expect(identityOf({ agentId: '  a1  ' })).toBe('a1')
  expect(identityOf({ agentId: '   ' })).toBe('default')
  expect(identityOf({})).toBe('default')
})

test('[WHO2] a header cannot pretend to be proven', () => {
  expect(identityOf({ agentId: 'mesh:k1' })).toBe('bad x-agent-id: must not start with mesh:')
  expect(identityOf({ agentId: ' Token:root' })).toBe('bad x-agent-id: must not start with token:')
})

test('[WHO3] a header is at most 256 bytes', () => {
  expect(identityOf({ agentId: 'a'.repeat(256) })).toBe('a'.repeat(256))
  expect(identityOf({ agentId: 'ä'.repeat(129) })).toBe('bad x-agent-id: longer than 256 bytes')
})

test('[WHO4] rights belong to proven identities only', () => {
  expect(identifyCaller({ agentId: 'a', rights: ['op'] })).toEqual({
    ok: true,
    caller: { identity: 'a', isVerified: false, isSigned: false, rights: new Set() },
  })
  expect(identifyCaller({ meshId: 'k', rights: ['op'] })).toEqual({
    ok: true,
    caller: { identity: 'mesh:k', isVerified: true, isSigned: true, rights: new Set(['op']) },
  })
})
