import { expect, test } from 'vitest'
import { z } from 'zod'
import { outlineSchema, terseSchema } from './json-schema.js'
import { defineSkill } from './skill.js'

const skill = defineSkill({
  name: 'test/one',
  version: '1.0.0',
  author: 'tests',
  description: 'For tests.',
  input: z.object({ count: z.int().min(1), minimum: z.string().optional(), at: z.array(z.int()).length(3).optional() }),
  output: z.object({
    rows: z.array(z.object({ name: z.string().describe('a name') })),
    state: z.enum(['a', 'b']),
    obs: z.record(z.string(), z.unknown()).nullable(),
    any: z.unknown(),
    hint: z.string().optional(),
  }),
  run: () => ({ rows: [], state: 'a' as const, obs: null, any: 1 }),
})

test('[SCHEMA1] an input keeps its rules and loses its noise', () => {
  expect(terseSchema(skill.input.json)).toEqual({
    type: 'object',
    properties: {
      count: { type: 'integer', minimum: 1 },
      minimum: { type: 'string' },
      at: { type: 'array', minItems: 3, maxItems: 3, items: { type: 'integer' } },
    },
    required: ['count'],
  })
})

test('[SCHEMA2] an output is told in outline: what is always there', () => {
  expect(outlineSchema(skill.output.json)).toEqual({
    type: 'object',
    properties: {
      rows: { type: 'array' },
      state: { type: 'string' },
      obs: { type: ['object', 'null'] },
    },
  })
})
