import { expect, test } from 'vitest'
import { driftBetween } from './drift.js'

const pin = (version: string, hash: string) => ({ version, schema_hash: hash })

test('[DRIFT1] a newer version with another schema is outdated, in the words of the protocol', () => {
  expect(driftBetween('goplaces', pin('1.1', 'a'), pin('1.3', 'b'))).toEqual({
    kind: 'outdated',
    warning: 'Skill goplaces/v1.1 is outdated. New: v1.3',
  })
  expect(driftBetween('goplaces', pin('1.9', 'a'), pin('1.10', 'b'))?.kind).toBe('outdated')
})

test('[DRIFT2] the same version with another schema was changed without saying so', () => {
  expect(driftBetween('a/b', pin('1.2', 'a'), pin('1.2.0', 'b'))).toEqual({
    kind: 'undeclared',
    warning: 'Skill a/b/v1.2.0: schema changed without version bump',
  })
})

test('[DRIFT3] an older version is a downgrade, whatever its schema', () => {
  const warning = 'Skill a/v1.3 was replaced by the older v1.1'
  expect(driftBetween('a', pin('1.3', 'a'), pin('1.1', 'a'))).toEqual({ kind: 'downgrade', warning })
  expect(driftBetween('a', pin('1.3', 'a'), pin('1.1', 'b'))).toEqual({ kind: 'downgrade', warning })
})

test('[DRIFT1] the same schema is nothing to speak of', () => {
  expect(driftBetween('a', pin('1.1', 'a'), pin('1.1', 'a'))).toBeUndefined()
  expect(driftBetween('a', pin('1.1', 'a'), pin('1.2', 'a'))).toBeUndefined()
})
