import { ConnectionError } from '@clawstead/client'
import { expect, test } from 'vitest'
import { omitEmpty, waitMs, withToolErrors } from './common.js'

test('[WAIT1] a wait is 2 s unless asked, and at most 60 s', () => {
  expect([undefined, 0, -5, 1, 60_000, 60_001, 2n ** 70n].map((asked) => waitMs(asked))).toEqual([
    2000, 2000, 2000, 1, 60_000, 60_000, 60_000,
  ])
})

test('[WAIT2] a missing or broken connection is told in one text, other faults pass', async () => {
  const fail = (problem: Error): Promise<unknown> => withToolErrors(() => Promise.reject(problem))
  await expect(fail(new ConnectionError('disconnected', 'x'))).rejects.toMatchObject({ message: 'not connected' })
  await expect(fail(new ConnectionError('timeout', 'timeout waiting for obs'))).rejects.toMatchObject({
    code: 'failed',
    message: 'timeout waiting for obs',
  })
  await expect(fail(new RangeError('bug'))).rejects.toThrow(RangeError)
})

test('[STAT2] members that say nothing are left out', () => {
  expect(omitEmpty({ a: '', b: 0, c: false, d: {}, e: undefined, f: 'x', g: 1, h: [1] })).toEqual({
    f: 'x',
    g: 1,
    h: [1],
  })
})
