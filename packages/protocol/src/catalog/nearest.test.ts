import { expect, test } from 'vitest'
import { nearestName, unknownName } from './nearest.js'

test.each([
  ['PLNK', ['PLANK', 'STICK'], 'PLANK'],
  ['palnk', ['PLANK', 'STICK'], 'PLANK'],
  ['obs_radis', ['obs_radius', 'day_ticks'], 'obs_radius'],
  ['SAMD', ['SNOW', 'SAND'], 'SAND'],
  ['XXXX', ['PLANK', 'STICK'], undefined],
  ['AB', ['AD', 'AC'], 'AC'],
  ['anything', [], undefined],
])('[CAT1] %s among %j means %s', (name, candidates, nearest) => {
  expect(nearestName(name, candidates)).toBe(nearest)
})

test('[CAT4] an unknown name is told with the nearest one, if there is one', () => {
  expect(unknownName('item', 'PLNK', ['PLANK'])).toBe('unknown item "PLNK" (nearest: "PLANK")')
  expect(unknownName('item', 'QUARTZ', ['PLANK'])).toBe('unknown item "QUARTZ"')
})
