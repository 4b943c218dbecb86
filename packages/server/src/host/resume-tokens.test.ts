import type { AgentId } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import { createResumeTokens } from './resume-tokens.js'

const A1 = 'A1' as AgentId

test('[RES1] tokens carry at least 128 bits of chance and are never the same', () => {
  const tokens = createResumeTokens()
  const first = tokens.issue(A1)
  const second = tokens.issue('A2' as AgentId)
  expect(first).toMatch(/^resume_[A-Za-z0-9_-]{43}$/)
  expect(second).not.toBe(first)
  expect(tokens.find(first)).toBe(A1)
  expect(tokens.find('resume_guess')).toBeUndefined()
})

test('[RES2] the used token stays good until the new one is confirmed', () => {
  const tokens = createResumeTokens()
  const first = tokens.issue(A1)
  const second = tokens.rotate(first)?.token ?? ''
  expect([tokens.find(first), tokens.find(second)]).toEqual([A1, A1])
  tokens.confirm(A1)
  expect([tokens.find(first), tokens.find(second)]).toEqual([undefined, A1])
})

test('[RES2] a client that never got its new token resumes again with the old one, and the lost one is void', () => {
  const tokens = createResumeTokens()
  const first = tokens.issue(A1)
  const lost = tokens.rotate(first)?.token ?? ''
  const second = tokens.rotate(first)?.token ?? ''
  expect([tokens.find(first), tokens.find(lost), tokens.find(second)]).toEqual([A1, undefined, A1])
  tokens.confirm(A1)
  expect([tokens.find(first), tokens.find(second)]).toEqual([undefined, A1])
})

test('an unknown token rotates nothing', () => {
  expect(createResumeTokens().rotate('resume_guess')).toBeUndefined()
})
