import { expect, test } from 'vitest'
import { nameProblem, spellName } from './names.js'

test('[NAME5] up to four lower-case segments', () => {
  const good = ['a', 'voxelcraft/get_obs', 'a/b/c/d', 'a.b/c-d', '1password', `${'a'.repeat(64)}/b`]
  expect(good.map(nameProblem)).toEqual(good.map(() => undefined))
  const bad = [
    '',
    'A',
    'a/',
    '/a',
    'a//b',
    'a/b/c/d/e',
    '_a',
    'a_',
    'a..b',
    '-a',
    'a/.',
    'a b',
    'ä',
    'a'.repeat(65),
    'a%2Fb',
  ]
  expect(bad.filter((name) => nameProblem(name) === undefined)).toEqual([])
})

test('[NAME6] addresses of the mesh are no names', () => {
  expect(nameProblem('info/x')).toBe('must not start with info, which is an address of the mesh itself')
  const reserved = [
    'discover',
    'status',
    'skill',
    'jsonrpc',
    'server-card',
    'tools',
    'resources',
    'prompts',
    'health',
    'messages',
    'sse',
  ]
  expect(reserved.filter((name) => nameProblem(name) === undefined)).toEqual([])
  expect(nameProblem('goplaces/info')).toBeUndefined()
})

test('[NAME7] each dialect has its characters and its length', () => {
  expect(spellName('go.places/search_it', 'mesh')).toBe('go.places/search_it')
  expect(spellName('go.places/search_it', 'sidecar')).toBe('go.places.search_it')
  expect(spellName('go.places/search_it', 'mcp')).toBe('go_places_search_it')
  expect(spellName('go.places/search_it', 'operator')).toBe('go_places_search_it')
  expect(spellName('go.places/search_it', 'agent-skill')).toBe('go-places-search-it')
  const long = `${'a'.repeat(60)}/${'b'.repeat(60)}`
  const tool = spellName(long, 'mcp')
  expect(tool).toMatch(/^a{55}_[0-9a-f]{8}$/)
  expect(spellName(`${long}c`, 'mcp')).not.toBe(tool)
  expect(spellName(long, 'agent-skill')).toMatch(/^a{55}-[0-9a-f]{8}$/)
})
