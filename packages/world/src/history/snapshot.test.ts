import { expect, test } from 'vitest'
import { FLAT } from '../profile.js'
import { testConfig } from '../testing/index.js'
import { tick } from '../tick.js'
import { createWorld } from '../world.js'
import { restore, type Snapshot, SnapshotMismatchError, save } from './snapshot.js'

const config = testConfig({ generator: 'plain-1' })

function saved(): Snapshot {
  const world = createWorld(config)
  tick(world, [])
  world.terrain.setBlock(3, 70, 5, 4)
  world.terrain.setBlock(-40, 0, 200, 300)
  return save(world)
}

test('[SAVE4] [PS-09] only written sections are kept, and come back cell by cell', () => {
  const snapshot = saved()
  expect(snapshot.terrain.sections.map(({ cx, cz, sy }) => [cx, cz, sy])).toEqual([
    [-3, 12, 0],
    [0, 0, 4],
  ])
  const { terrain } = restore(config, snapshot)
  expect([terrain.blockAt(3, 70, 5), terrain.blockAt(-40, 0, 200), terrain.blockAt(3, 71, 5)]).toEqual([4, 300, 0])
})

test.each<[string, Partial<Snapshot>, string]>([
  ['another form', { version: 2 as 1 }, 'form is 2, this world has 1'],
  ['other rules', { rules: 999 }, 'rules version is 999, this world has'],
  ['another profile', { profile: FLAT.id }, 'profile is flat, this world has standard'],
  ['another generator', { generator: 'overworld-9' }, 'generator is overworld-9, this world has plain-1'],
  ['a block that moved', { blockNames: ['AIR', 'CHEESE'] }, 'block number 1 is CHEESE, this world has'],
])('[SAVE5] a snapshot with %s is refused and says why', (_name, change, message) => {
  const attempt = (): unknown => restore(config, { ...saved(), ...change })
  expect(attempt).toThrow(SnapshotMismatchError)
  expect(attempt).toThrow(message)
})
