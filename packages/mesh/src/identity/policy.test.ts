import { identifyCaller } from '@clawstead/skills'
import { expect, test } from 'vitest'
import { defaultPolicy, type MeshPolicy, mayCall, mayDelegate } from './policy.js'

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

test('[DEPUTY2] the node calls on for proven callers on a list that covers the skill, and for all where none does', () => {
  const callersByRemoteSkill = new Map([
    ['maps/find', new Set(['token:ann', 'somebody'])],
    ['docs/*', new Set(['mesh:friend'])],
  ])
  const policy: MeshPolicy = { ...defaultPolicy(true), callersByRemoteSkill }
  expect(mayDelegate(policy, 'maps/find', callerOf({ tokenName: 'ann' }))).toBe(true)
  expect(mayDelegate(policy, 'maps/find', callerOf({ tokenName: 'eve' }))).toBe(false)
  // What a header says is no proof, even of a name on the list.
  expect(mayDelegate(policy, 'maps/find', callerOf({ agentId: 'somebody' }))).toBe(false)
  expect(mayDelegate(policy, 'docs/read/all', callerOf({ meshId: 'friend' }))).toBe(true)
  expect(mayDelegate(policy, 'docs/read', callerOf({ tokenName: 'ann' }))).toBe(false)
  expect(mayDelegate(policy, 'other/skill', callerOf({}))).toBe(true)
})
