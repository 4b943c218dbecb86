import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { SequenceSet } from './sequence-set.js'

test('[IN4] a set of numbers, kept as the fewest runs', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 })), (numbers) => {
      const set = new SequenceSet()
      for (const number of numbers) set.add(number)
      const wanted = new Set(numbers)
      for (let number = 0; number <= 41; number++) expect(set.has(number)).toBe(wanted.has(number))
      const gaps = [...wanted].filter((number) => !wanted.has(number - 1)).length
      expect([set.last, set.runs().length]).toEqual([Math.max(0, ...numbers), gaps])
      expect(new SequenceSet(set.runs()).runs()).toEqual(set.runs())
    }),
  )
})
