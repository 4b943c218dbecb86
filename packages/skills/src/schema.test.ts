import { expect, test } from 'vitest'
import { z } from 'zod'
import { zodSchema } from './schema.js'
import { foreignSchema } from './schema-foreign.js'

const places = foreignSchema({
  type: 'object',
  properties: {
    query: { type: 'string' },
    radius: { type: 'integer', default: 500 },
    at: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'], additionalProperties: false },
    kind: { enum: ['cafe', 'bar'] },
  },
  required: ['query'],
  additionalProperties: false,
})

test('[SCHEMA3] a schema of our own code says field and rule, as text and as a pointer', () => {
  const schema = zodSchema(z.object({ at: z.object({ 'a/b': z.array(z.int()) }) }))
  expect(schema.check({ at: { 'a/b': [1] } })).toEqual({ ok: true, value: { at: { 'a/b': [1] } } })
  expect(schema.check({ at: { 'a/b': [1, 'x'] } })).toEqual({
    ok: false,
    problem: 'at.a/b.1: expected number, received string',
    pointer: '/at/a~1b/1',
    rule: 'expected number, received string',
  })
})

test('[SCHEMA3] taking and giving are published apart', () => {
  const schema = z.object({ a: z.string().default('x') })
  expect(zodSchema(schema, 'input').json).not.toHaveProperty('required')
  expect(zodSchema(schema, 'output').json).toMatchObject({ required: ['a'] })
})

test('[SCHEMA4] a schema that came as data fills defaults and leaves what was sent as it is', () => {
  const sent = { query: 'coffee' }
  expect(places.check(sent)).toEqual({ ok: true, value: { query: 'coffee', radius: 500 } })
  expect(sent).toEqual({ query: 'coffee' })
})

test('[SCHEMA4] defaults deep inside are filled in a copy, in which every value and key is what it was', () => {
  const item = { type: 'object', properties: { count: { type: 'integer', default: 1 } } }
  const nested = foreignSchema({ type: 'object', properties: { list: { type: 'array', items: item }, one: item } })
  const at = new Date(0)
  const sent = JSON.parse('{"list":[{},{"count":2}],"one":{"__proto__":{"count":7}}}') as Record<string, unknown>
  const before = JSON.stringify(sent)
  const verdict = nested.check({ ...sent, at })
  const value = verdict.ok ? (verdict.value as Record<string, unknown>) : {}
  expect(JSON.stringify(value.list)).toBe('[{"count":1},{"count":2}]')
  expect(JSON.stringify(value.one)).toBe('{"__proto__":{"count":7},"count":1}')
  expect([value.at === at, Object.getPrototypeOf(value.one) === Object.prototype]).toEqual([true, true])
  expect(JSON.stringify(sent)).toBe(before)
})

test.each([
  [{}, '/query', 'query: is required'],
  [{ query: 1 }, '/query', 'query: must be string'],
  [{ query: 'x', radius: '5' }, '/radius', 'radius: must be integer'],
  [{ query: 'x', radius: 1.5 }, '/radius', 'radius: must be integer'],
  [{ query: 'x', town: 'y' }, '/town', 'town: no such field'],
  [{ query: 'x', at: { x: 1, y: 2 } }, '/at/y', 'at.y: no such field'],
  [{ query: 'x', kind: 'zoo' }, '/kind', 'kind: must be one of ["cafe","bar"]'],
  [[], '', 'must be object'],
])('[SCHEMA4] nothing is coerced, and a mistake has its field: %j', (value, pointer, problem) => {
  expect(places.check(value)).toMatchObject({ ok: false, pointer, problem })
})

test('[SCHEMA4] a whole number may be written with a point', () => {
  expect(places.check({ query: 'x', radius: 500.0 })).toMatchObject({ ok: true })
})

test.each<[string, Record<string, unknown>, string]>([
  [
    'a reference elsewhere',
    { $ref: 'https://example.org/a.json' },
    'schema #/$ref: only references within the schema are followed, got "https://example.org/a.json"',
  ],
  ['a reference to nothing', { $ref: '#/$defs/a' }, 'schema #/$ref: nothing at #/$defs/a'],
  ['an anchor', { $ref: '#a' }, 'schema #/$ref: no anchor #a'],
  ['no schema', { properties: { a: 1 } }, 'schema #/properties/a: must be an object or a boolean'],
  ['no map', { properties: [] }, 'schema #/properties: must be an object'],
  ['an empty list', { anyOf: [] }, 'schema #/anyOf: must be a list of schemas'],
  ['a bad rule', { type: 'text' }, 'schema #/type: must be equal to one of the allowed values'],
  ['too large', { description: 'x'.repeat(300_000) }, 'schema: 300018 bytes, at most 262144'],
  [
    'too deep',
    Array.from({ length: 40 }).reduce<Record<string, unknown>>((inner) => ({ not: inner }), {}),
    `schema #${'/not'.repeat(33)}: nested deeper than 32`,
  ],
])('[SCHEMA5] what cannot be checked is refused with its reason: %s', (_what, json, message) => {
  expect(() => foreignSchema(json)).toThrow(new TypeError(message))
})

test('[SCHEMA6] references within the schema are followed, older spellings included', () => {
  const schema = foreignSchema({
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://example.org/a',
    type: 'object',
    properties: { at: { $ref: '#/definitions/point', description: 'where' }, pair: { items: [{ type: 'string' }] } },
    definitions: { point: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] } },
  })
  expect(schema.check({ at: { x: 1 }, pair: ['a'] })).toMatchObject({ ok: true })
  expect(schema.check({ at: {} })).toMatchObject({ problem: 'at.x: is required' })
  expect(schema.check({ pair: [1] })).toMatchObject({ problem: 'pair.0: must be string' })
})

test('[SCHEMA6] a schema that contains itself is checked one level deep', () => {
  const schema = foreignSchema({ type: 'object', properties: { next: { $ref: '#' }, n: { type: 'integer' } } })
  expect(schema.check({ n: 'x' })).toMatchObject({ problem: 'n: must be integer' })
  expect(schema.check({ next: { n: 'x' } })).toMatchObject({ ok: true })
})

test('[SCHEMA7] branches that multiply are refused before anything is compiled', () => {
  const levels = Array.from({ length: 20 }, (_, level) => [
    `l${level}`,
    { anyOf: [{ $ref: `#/$defs/l${level + 1}` }, { $ref: `#/$defs/l${level + 1}` }] },
  ])
  const bomb = { $ref: '#/$defs/l0', $defs: { ...Object.fromEntries(levels), l20: { type: 'string' } } }
  expect(() => foreignSchema(bomb)).toThrow(new TypeError('schema: more than 10000 parts'))
})

test('[SCHEMA7] patterns of strangers are published and not run', () => {
  const json = {
    type: 'object',
    properties: { a: { type: 'string', pattern: '^(a+)+$' }, list: { type: 'array', uniqueItems: true } },
    patternProperties: { '^(x+)+$': { type: 'string' } },
    additionalProperties: false,
  }
  const schema = foreignSchema(json)
  expect(schema.check({ a: `${'a'.repeat(40)}!`, xx: 'y', list: [1, 1] })).toMatchObject({ ok: true })
  expect(schema.json).toBe(json)
  const short = foreignSchema({ type: 'array', uniqueItems: true, maxItems: 10 })
  expect(short.check([1, 1])).toMatchObject({ ok: false })
})
