import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type { AnyActionDefinition } from '../define.js'
import { ERROR_CODES } from '../errors.js'
import type { Vec3 } from '../primitives.js'
import { INSTANTS, type Instant, type InstantOf, TASKS, type Task } from './actions.js'
import { isKnownInstant, isKnownTask } from './names.js'

const KINDS: readonly [string, Readonly<Record<string, AnyActionDefinition>>, number][] = [
  ['instants', INSTANTS, 29],
  ['tasks', TASKS, 12],
]

describe.each(KINDS)('%s', (_, definitions, count) => {
  const all = Object.entries(definitions)

  test('[ACTION1] all are there, each under its name', () => {
    expect(all).toHaveLength(count)
    expect(all.filter(([name, definition]) => definition.name !== name)).toEqual([])
  })

  test('[ACTION2] an argument has the same wire type wherever its name is used', () => {
    const typesByName = new Map<string, Set<string>>()
    for (const [, { fields }] of all) {
      for (const [name, field] of Object.entries(fields)) {
        const { description: _unused, ...type } = z.toJSONSchema(field as z.ZodType) as Record<string, unknown>
        typesByName.set(name, (typesByName.get(name) ?? new Set()).add(JSON.stringify(type)))
      }
    }
    expect([...typesByName].filter(([, types]) => types.size > 1)).toEqual([])
  })

  test('[ACTION3] needs name arguments; refusals have known codes and no twins', () => {
    for (const [name, { fields, needs, refusals, failures, doc }] of all) {
      expect([name, needs.filter((need) => !(need in fields))]).toEqual([name, []])
      expect(doc).not.toBe('')
      for (const list of [refusals, failures]) {
        expect(list.filter(({ code }) => !(code in ERROR_CODES))).toEqual([])
        expect(new Set(list.map(({ code, message }) => `${code} ${message}`)).size).toBe(list.length)
      }
    }
  })
})

test('[ACTION4] types: each action has its own arguments, an unknown one has none', () => {
  expectTypeOf<InstantOf<'SAY'>['text']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<Extract<Task, { type: 'MOVE_TO' }>['target']>().toEqualTypeOf<Vec3 | undefined>()
  const describeInstant = (instant: Instant): string => {
    if (!isKnownInstant(instant)) return `unknown ${instant.type}`
    return instant.type === 'SAY' ? (instant.text ?? '') : instant.type
  }
  expect(describeInstant({ type: 'SAY', id: '', text: 'hi' })).toBe('hi')
  expect(describeInstant({ type: 'NOPE', id: '' } as unknown as Instant)).toBe('unknown NOPE')
  expect(isKnownTask({ type: 'STOP', id: '' })).toBe(true)
  expect(isKnownInstant({ type: 'constructor', id: '' } as unknown as Instant)).toBe(false)
})
