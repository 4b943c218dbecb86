import { expect, test } from 'vitest'
import { identifyCaller } from '../caller.js'
import { createRegistry } from '../registry.js'
import { defineManifestSkill } from './define-manifest-skill.js'
import { readSkillFile } from './read-skill-file.js'
import { inputSchema, outputSchema } from './schema-of-manifest.js'

const text = `name: shapes/area
version: 1.0
author: me
description: The area around a line.
inputs:
  line: array of Point
  tree: patsyanalysis Tree (optional)
  width: float (default=1.5)  # in meters
outputs:
  area: float
  corners: array of Point
types:
  Point: object
    x: float
    y: float
  Tree: object
    below: array of Tree
dependencies:
signature_required: false
timeout: 5s
`
const reading = readSkillFile(text)
if (!reading.ok) throw new Error(JSON.stringify(reading.complaints))
const { manifest } = reading
const identified = identifyCaller({})
if (!identified.ok) throw new Error(identified.message)
const { caller } = identified

const Point = { type: 'object', properties: { x: { type: 'number' }, y: { type: 'number' } }, required: ['x', 'y'] }

test('[FILE17] a manifest as JSON Schema: closed for inputs, open for outputs, with the shapes it uses', () => {
  expect(inputSchema(manifest)).toEqual({
    type: 'object',
    properties: {
      line: { type: 'array', items: { $ref: '#/$defs/Point' } },
      tree: { $ref: '#/$defs/Tree' },
      width: { type: 'number', default: 1.5, description: 'in meters' },
    },
    required: ['line'],
    additionalProperties: false,
    $defs: {
      Point: { ...Point, additionalProperties: false },
      Tree: {
        type: 'object',
        properties: { below: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
        required: ['below'],
        additionalProperties: false,
      },
    },
  })
  expect(outputSchema(manifest)).toEqual({
    type: 'object',
    properties: { area: { type: 'number' }, corners: { type: 'array', items: { $ref: '#/$defs/Point' } } },
    required: ['area', 'corners'],
    $defs: { Point },
  })
})

test('[FILE18] a skill from a manifest: inputs checked and completed, outputs checked, further keys kept', async () => {
  const seen: unknown[] = []
  let result: unknown = { area: 3, corners: [], note: 'kept' }
  const skill = defineManifestSkill(manifest, (input) => {
    seen.push(input)
    return result
  })
  expect(skill).toMatchObject({ origin: 'user', version: '1.0', timeoutMs: 5000, concurrencyMax: 8, manifest })
  const registry = createRegistry({ skills: [skill] })
  const call = (input: unknown) => registry.call({ skill: 'shapes/area', input, caller, door: 'test' })
  expect(await call({ line: [{ x: 1, y: 2 }] })).toEqual({ area: 3, corners: [], note: 'kept' })
  expect(seen).toEqual([{ line: [{ x: 1, y: 2 }], width: 1.5 }])
  await expect(call({ line: [{ x: 1 }] })).rejects.toMatchObject({
    code: 'bad_input',
    message: 'line.0.y: is required',
  })
  await expect(call({ line: [], wide: 1 })).rejects.toMatchObject({ code: 'bad_input', message: 'wide: no such field' })
  result = { area: 'large', corners: [] }
  await expect(call({ line: [] })).rejects.toMatchObject({
    code: 'bad_output',
    message: 'skill returned invalid output',
  })
})

test('[FILE18] numbers that make no sense are refused', () => {
  expect(() => defineManifestSkill(manifest, () => ({}), { concurrencyMax: 0 })).toThrow(
    'skill shapes/area: concurrencyMax must be at least 1, got 0',
  )
})
