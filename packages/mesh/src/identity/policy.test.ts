import { identifyCaller } from '@clawstead/skills'
import { expect, test } from 'vitest'
import { defaultPolicy, type MeshPolicy, mayCall } from './policy.js'

function callerOf(evidence: Parameters<typeof identifyCaller>[0]) {
  const identified = identifyCaller(evidence)
  if (!identified.ok) throw new Error(identified.message)
  return identified.caller
}

test('[POLICY5] beyond loopback only who is known, with calls meant for this node', () => {
  expect(defaultPolicy(true)).toEqual({ admits: 'open', requiresAudience: false })
  expect(defaultPolicy(false)).toEqual({ admits: 'known', requiresAudience: true })
})

test('[POLICY3] a skill with a list takes verified keys on it and nobody else, whatever the door', () => {
  const policy: MeshPolicy = { ...defaultPolicy(true), agentIdsBySkill: new Map([['a/b', new Set(['friend'])]]) }
  expect(mayCall(policy, 'a/b', callerOf({ meshId: 'friend' }))).toBe(true)
  expect(mayCall(policy, 'a/b', callerOf({ meshId: 'stranger' }))).toBe(false)
  expect(mayCall(policy, 'a/b', callerOf({ agentId: 'friend' }))).toBe(false)
  expect(mayCall(policy, 'a/b', callerOf({ tokenName: 'friend' }))).toBe(false)
  expect(mayCall(policy, 'c/d', callerOf({}))).toBe(true)
})
