import { expect, test } from 'vitest'
import { readInfo } from './remote-info.js'
import { schemasOfTexts } from './text-schema.js'

test('[REMOTE14] the words of a SKILL.md are read as the schema they mean', () => {
  const inputs = { query: 'string', location: 'string', radius: 'integer (optional, default=500)' }
  const outputs = { places: [{ name: 'string', rating: 'float', photos: 'array of strings' }], tags: ['string'] }
  expect(schemasOfTexts({ inputs, outputs })).toEqual({
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string' },
        location: { type: 'string' },
        radius: { type: 'integer', default: 500 },
      },
      required: ['query', 'location'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: {
        places: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              name: { type: 'string' },
              rating: { type: 'number' },
              photos: { type: 'array', items: { type: 'string' } },
            },
            required: ['name', 'rating', 'photos'],
          },
        },
        tags: { type: 'array', items: { type: 'string' } },
      },
      required: ['places', 'tags'],
    },
  })
})

for (const [inputs, problem] of [
  [{ 'a b': 'string' }, '"a b" is no name of a field'],
  [{ a: 'string\nevil: string' }, 'a: a type has one line'],
  [{ a: 5 }, 'a: expected a type such as string'],
  [{ a: 'text' }, 'inputs.a'],
] as const) {
  test(`[REMOTE14] ${JSON.stringify(inputs)} is refused`, () => {
    expect(() => schemasOfTexts({ inputs, outputs: {} })).toThrow(problem)
  })
}

test('[REMOTE14] a service that is one skill is read like a node with one', () => {
  const info = readInfo({
    name: 'goplaces/search',
    version: 1.2,
    author: 'Sage',
    description: 'Search for places',
    schema: { inputs: { query: 'string' }, outputs: { places: 'array' } },
    dependencies: ['http'],
  })
  const [skill] = info.skills
  expect([info.complaints, skill?.name, skill?.version, skill?.signatureRequired]).toEqual([
    [],
    'goplaces/search',
    '1.2',
    true,
  ])
  expect(skill?.input.check({ query: 1 })).toMatchObject({ ok: false, problem: 'query: must be string' })
  expect(skill?.output.check({ places: [] })).toMatchObject({ ok: true })
})

for (const [info, problem] of [
  [null, 'info is no object'],
  [[], 'info is no object'],
  [{}, 'info has no name'],
  [{ name: 'a', pubkey: 'x' }, 'info has a pubkey that is no Ed25519 key'],
  [{ name: 'a', pubkey: 'A'.repeat(43) }, 'info has a pubkey that is refused'],
] as const) {
  test(`[REMOTE3] ${JSON.stringify(info)} is no info`, () => expect(() => readInfo(info)).toThrow(problem))
}
