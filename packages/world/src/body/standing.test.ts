import { expect, test } from 'vitest'
import { scenario } from '../testing/index.js'
import { bodyAt } from './standing.js'

test('[BODY10] a body is in two cells: its feet and its head', () => {
  const s = scenario(`. A .`)
  const [x, y, z] = s.at('A')
  const around = [-1, 0, 1, 2].map((up) => bodyAt(s.world, [x, y + up, z]))
  expect(around).toEqual([false, true, true, false])
  expect(bodyAt(s.world, [x + 1, y, z])).toBe(false)
})
