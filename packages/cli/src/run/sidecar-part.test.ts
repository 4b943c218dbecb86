import { expect, test } from 'vitest'
import { readTokens } from './sidecar-part.js'

test('[TOKENS1] tokens are read by name, and what is wrong is told without showing one', () => {
  const [one, two] = ['a'.repeat(16), 'b'.repeat(20)]
  expect(readTokens(`ann=${one}, bob=${two}`)).toEqual({ ann: one, bob: two })
  expect(() => readTokens('nothing')).toThrow('mcp-tokens: each must be name=token')
  expect(() => readTokens('ann=short')).toThrow('mcp-tokens: the token of ann is shorter than 16 characters')
  expect(() => readTokens(`ann=${one},ann=${two}`)).toThrow('mcp-tokens: ann is named twice')
})
