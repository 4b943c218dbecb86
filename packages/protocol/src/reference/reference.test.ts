import { expect, test } from 'vitest'
import { z } from 'zod'
import { INSTANTS } from '../actions/actions.js'
import { defineInstant } from '../define.js'
import { Act } from '../messages/act.js'
import { int, openWord, str, vec3 } from '../primitives.js'
import { describeFields } from './fields.js'
import { jsonSchemaOf } from './json-schema.js'

const places = { instants: 'instants', tasks: 'tasks', events: 'events', act: 'ACT.schema.json' }

test('[REF1] a field is described by its path, type, presence and sentence', () => {
  const schema = z.object({
    type: z.literal('X'),
    at: vec3('where'),
    word: openWord(['A', 'B'], 'which'),
    inner: z
      .object({ size: int('how large').optional() })
      .describe('the inside')
      .prefault({}),
    list: z.array(z.object({ name: str('its name').default('') })).describe('all'),
  })
  expect(describeFields(schema)).toEqual([
    { path: 'type', type: '`X`', presence: 'always', doc: '' },
    { path: 'at', type: '[integer, integer, integer]', presence: 'always', doc: 'where' },
    { path: 'word', type: 'string, such as `A` `B`', presence: 'always', doc: 'which' },
    { path: 'inner', type: 'object', presence: 'default', doc: 'the inside' },
    { path: 'inner.size', type: 'integer', presence: 'optional', doc: 'how large' },
    { path: 'list', type: 'list of object', presence: 'always', doc: 'all' },
    { path: 'list[].name', type: 'string', presence: 'default', doc: 'its name' },
  ])
})

test('[REF2] changing a field of an action changes its schema and its table', () => {
  const define = (size: z.ZodType) =>
    defineInstant({ name: 'WAVE', doc: 'Wave.', fields: { size }, result: '', refusals: [] })
  const pages = [z.int().describe('a'), z.int().describe('b'), z.string().describe('a')].map((size) => {
    const definition = define(size)
    return JSON.stringify([describeFields(definition.schema), jsonSchemaOf(definition, { isFromClient: true })])
  })
  expect(new Set(pages).size).toBe(pages.length)
})

test('[REF3] an ACT refers to the schemas of its actions; objects stay open', () => {
  const schema = jsonSchemaOf(Act, { isFromClient: true, places }) as {
    properties: { instants: { items: { anyOf: unknown[] } } }
    additionalProperties?: boolean
  }
  expect(schema.properties.instants.items.anyOf).toEqual(
    Object.keys(INSTANTS).map((name) => ({ $ref: `instants/${name}.schema.json` })),
  )
  expect(schema.additionalProperties).toBeUndefined()
})
