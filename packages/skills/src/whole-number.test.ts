import { expect, test } from 'vitest'
import { z } from 'zod'
import { zodSchema } from './schema.js'
import { wholeNumber } from './whole-number.js'

const schema = zodSchema(z.object({ n: wholeNumber({ min: 0, max: 100n }).optional() }))
const problem = (n: unknown): string | undefined => {
  const verdict = schema.check({ n })
  return verdict.ok ? undefined : verdict.problem
}

test('[NUM1] whole numbers pass, exact or big', () => {
  expect([problem(0), problem(100), problem(7n), problem(undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('[NUM2] everything else is refused with its rule', () => {
  expect(problem(1.5)).toBe('n: expected a whole number, received 1.5')
  expect(problem('5')).toBe('n: expected a whole number, received string')
  expect(problem(-1)).toBe('n: must be at least 0, received -1')
  expect(problem(101n)).toBe('n: must be at most 100, received 101')
})

test('[NUM3] in JSON Schema it is an integer', () => {
  expect(
    z.toJSONSchema(wholeNumber({ description: 'how many' }), { io: 'input', unrepresentable: 'any' }),
  ).toMatchObject({
    type: 'integer',
    description: 'how many',
  })
})
