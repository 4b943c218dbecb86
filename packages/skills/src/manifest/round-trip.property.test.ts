import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Extra, Field, FieldTree, SkillLayout, SkillManifest } from './manifest.js'
import { readSkillFile } from './read-skill-file.js'
import { writeSkillFile } from './write-skill-file.js'

const oneLine = fc
  .string({ unit: 'binary', maxLength: 40 })
  .map((text) => text.replaceAll(/\s+/gu, ' ').trim())
  .filter((text) => text !== '' && !/\uFEFF/.test(text))
const prose = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 })
const key = fc
  .oneof(fc.constantFrom('query', 'x', 'a-b', 'with space', 'a: b', '#', '- x', '"'), fc.string({ minLength: 1 }))
  .filter((name) => name !== '__proto__')
const shape = fc.constantFrom('Point', 'Row_2')

const { field } = fc.letrec<{ field: Field; tree: FieldTree; bare: Field }>((tie) => ({
  tree: fc.dictionary(key, tie('field') as fc.Arbitrary<Field>, { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
  bare: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ type: fc.constantFrom('string', 'integer', 'float', 'boolean', 'array', 'object', 'patsyanalysis') }),
    fc.record({ type: fc.constant('patsyanalysis'), shape }),
    fc.record({ type: fc.constantFrom('object', 'patsyanalysis'), fields: tie('tree') }),
    fc.record({
      type: fc.constantFrom('array', 'patsyanalysis'),
      items: fc
        .tuple(tie('bare'), fc.option(oneLine, { nil: undefined }))
        .map(([item, description]) => (description === undefined ? item : { ...(item as Field), description })),
    }),
  ) as fc.Arbitrary<Field>,
  field: fc
    .tuple(tie('bare') as fc.Arbitrary<Field>, fc.boolean(), fc.boolean(), oneLine)
    .chain(([bare, optional, described, description]) => {
      const whole = { ...bare, ...(described ? { description } : {}) }
      const given = defaultsOf(bare)
      if (!optional) return fc.constant(whole as Field)
      const maybe = fc.constant({ ...whole, optional: true } as Field)
      return given === undefined
        ? maybe
        : fc.oneof(
            maybe,
            given.map((value) => ({ ...whole, optional: true, default: value }) as Field),
          )
    }),
}))

function defaultsOf({ type, fields, items, shape: named }: Field): fc.Arbitrary<unknown> | undefined {
  if (fields !== undefined || items !== undefined || named !== undefined) return undefined
  const plain = {
    string: fc.string({ unit: 'binary' }),
    integer: fc.maxSafeInteger(),
    float: fc.integer().map((n) => n / 8),
    boolean: fc.boolean(),
  }
  return type in plain ? plain[type as keyof typeof plain] : undefined
}

const extra = fc.letrec<{ value: Extra }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.string(),
    fc.array(tie('value') as fc.Arbitrary<Extra>, { maxLength: 3 }),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), tie('value') as fc.Arbitrary<Extra>, {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ) as fc.Arbitrary<Extra>,
})).value
const tree = fc.dictionary(key, field, { maxKeys: 4, noNullPrototype: true })

const manifests = fc.record({
  name: fc.constantFrom('a', 'goplaces/search', 'a/b.c/d_e/f-g'),
  version: fc.constantFrom('1', '1.10', '1.2.3', '2.0.0-rc.1'),
  author: prose,
  description: prose,
  inputs: tree,
  outputs: tree,
  dependencies: fc.uniqueArray(fc.constantFrom('http', '1password', 'other/skill')),
  signatureRequired: fc.boolean(),
  timeoutMs: fc.integer({ min: 1, max: 600_000 }),
  types: fc.record({ Point: field.map(required), Row_2: field.map(required) }),
  extras: fc.record({ run: extra, metadata: extra }, { requiredKeys: [] }),
  frontmatter: fc.record({ license: fc.string({ minLength: 1 }), metadata: extra }, { requiredKeys: [] }),
  instructions: fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/\r\n?/g, '\n').trim()),
})

function required(one: Field): Field {
  const { optional: _optional, default: _default, ...rest } = one
  return rest
}

function forLayout(manifest: SkillManifest, layout: SkillLayout): SkillManifest {
  const kept = layout === 'L1' ? { ...manifest, instructions: '' } : manifest
  return layout === 'L3' ? kept : { ...kept, frontmatter: {} }
}

describe.each<SkillLayout>(['L1', 'L2', 'L3'])('%s', (layout) => {
  test('[FILE14] what is written is read as the same', () => {
    fc.assert(
      fc.property(manifests, (given) => {
        const manifest = forLayout(given as SkillManifest, layout)
        const text = writeSkillFile(manifest, layout)
        const reading = readSkillFile(text)
        expect(reading).toEqual({ ok: true, layout, manifest: { ...manifest, text }, warnings: [] })
      }),
      { numRuns: 200 },
    )
  })
})

test('[FILE15] no bytes make the reader fail', () => {
  const lines = fc.array(
    fc.oneof(
      fc.string(),
      fc.constantFrom(
        '---',
        '```yaml',
        '```',
        'inputs:',
        '  a: array',
        '    - b: string',
        '- x',
        'types:',
        'name: a/b',
      ),
    ),
  )
  fc.assert(
    fc.property(lines, (texts) => {
      expect(readSkillFile(texts.join('\n'))).toHaveProperty('ok')
    }),
  )
})
