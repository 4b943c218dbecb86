import { expect, test } from 'vitest'
import { generatorFor } from './index.js'

test('[GEN5] each type of world has its generator, the flat profile one for all', () => {
  const types = ['OVERWORLD', 'MINE_L1', 'MINE_L2', 'MINE_L3', 'MINE_L9', 'CITY_HUB', 'SOMETHING_ELSE']
  expect(types.map((type) => generatorFor(type, false))).toEqual([
    'overworld-1',
    'mine-1-l1',
    'mine-1-l2',
    'mine-1-l3',
    'mine-1-l3',
    'city-1',
    'overworld-1',
  ])
  expect(types.map((type) => generatorFor(type, true))).toEqual(types.map(() => 'flat-1'))
})
