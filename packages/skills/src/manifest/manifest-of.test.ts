import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineSkill } from '../skill.js'
import { manifestOf } from './manifest-of.js'
import { readSkillFile } from './read-skill-file.js'
import { publishedSchema, schemaHash } from './schema-hash.js'
import { writeSkillFile } from './write-skill-file.js'

type Tree = { readonly value: number; readonly below: readonly Tree[] }
const Tree: z.ZodType<Tree> = z.lazy(() => z.object({ value: z.int(), below: z.array(Tree) }))

const skill = defineSkill({
  name: 'test/all',
  version: '1.0.0',
  author: 'tests',
  description: 'Everything: at once.',
  input: z.object({
    query: z.string().min(1).describe('what to\nlook for'),
    mode: z.enum(['near', 'far']).default('near'),
    count: z.int().min(1).max(9).optional(),
    at: z.object({ x: z.number(), y: z.number().optional() }),
    tags: z.array(z.string()),
    either: z.union([z.string(), z.int()]),
    maybe: z.string().nullable(),
    bag: z.record(z.string(), z.int()),
    tree: Tree,
    pair: z.tuple([z.int(), z.string()]),
    nothing: z.unknown(),
  }),
  output: z.discriminatedUnion('state', [
    z.object({ state: z.literal('done'), result: z.string() }),
    z.object({ state: z.literal('waiting'), seconds: z.int() }),
  ]),
  dependencies: ['http'],
  run: () => ({ state: 'done' as const, result: '' }),
})

test('[FILE16] a definition in code becomes a manifest that says no more than is true', () => {
  expect(manifestOf(skill)).toEqual({
    name: 'test/all',
    version: '1.0.0',
    author: 'tests',
    description: 'Everything: at once.',
    inputs: {
      query: { type: 'string', description: 'what to look for; at least 1 characters' },
      mode: { type: 'string', default: 'near', optional: true, description: 'one of near, far' },
      count: { type: 'integer', optional: true, description: 'at least 1; at most 9' },
      at: { type: 'object', fields: { x: { type: 'float' }, y: { type: 'float', optional: true } } },
      tags: { type: 'array', items: { type: 'string' } },
      either: { type: 'patsyanalysis' },
      maybe: { type: 'patsyanalysis' },
      bag: { type: 'object' },
      tree: {
        type: 'object',
        fields: { value: { type: 'integer' }, below: { type: 'array', items: { type: 'patsyanalysis' } } },
      },
      pair: { type: 'array', description: 'at least 2 items; at most 2 items' },
      nothing: { type: 'patsyanalysis' },
    },
    outputs: {
      state: { type: 'patsyanalysis' },
      result: { type: 'string', optional: true },
      seconds: { type: 'integer', optional: true },
    },
    dependencies: ['http'],
    signatureRequired: false,
    timeoutMs: 30_000,
    types: {},
    extras: {},
    frontmatter: {},
    instructions: '',
  })
})

test('[FILE16] and a file that reads as the same', () => {
  const text = writeSkillFile(manifestOf(skill))
  expect(readSkillFile(text)).toEqual({
    ok: true,
    layout: 'L3',
    manifest: { ...manifestOf(skill), text },
    warnings: [],
  })
})

test('[HASH2] the hash follows what is published, not the order it is written in', () => {
  const { inputs, outputs } = publishedSchema(skill)
  expect(schemaHash({ outputs, inputs })).toBe(schemaHash(publishedSchema(skill)))
  expect(schemaHash({ inputs: {}, outputs: {} })).toBe(
    '3e8b860b6c32dc75b859f3d59c56dfcc0410bacdc623eb3d0d90f36d8720efb0',
  )
  expect(schemaHash({ inputs, outputs, types: { A: { type: 'string' } } })).not.toBe(schemaHash({ inputs, outputs }))
})
