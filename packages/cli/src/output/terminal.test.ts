import { expect, test } from 'vitest'
import { wantsColor } from './terminal.js'

const stream = (isTTY: boolean) => ({ isTTY, write: () => true })

test.each<[boolean, Record<string, string>, boolean]>([
  [true, {}, true],
  [false, {}, false],
  [true, { TERM: 'dumb' }, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [false, { FORCE_COLOR: '' }, false],
  [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
])('[COLOR1] terminal %s with %j: %s', (isTTY, environment, expected) => {
  expect(wantsColor(stream(isTTY), environment)).toBe(expected)
})
