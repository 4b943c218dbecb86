import { expect, test } from 'vitest'
import { compareVersions, isVersion } from './versions.js'

test('[VERSION1] versions in their order', () => {
  const inOrder = [
    'latest',
    '0.9',
    '1.0.0-alpha',
    '1.0.0-alpha.2',
    '1.0.0-alpha.10',
    '1.0.0-beta',
    '1',
    '1.2',
    '1.10',
    '2.0.1',
  ]
  expect(inOrder.toReversed().toSorted(compareVersions)).toEqual(inOrder)
  expect([compareVersions('1.2', '1.2.0'), compareVersions('1.0.0+a', '1.0.0+b')]).toEqual([0, 0])
})

test('[VERSION2] numbers, and what semantic versions allow after them', () => {
  expect(['1', '1.2', '1.2.3', '1.2.3-rc.1+x'].every(isVersion)).toBe(true)
  expect(['', 'v1', '1.2.3.4', '1.x', '1.'].some(isVersion)).toBe(false)
})
