import { expect, test } from 'vitest'
import { placeFrom } from '../testing/place.js'
import { findWay, standableInColumn } from './way.js'

const floor = '#####'
const air = '.....'

test('[WAY1] level ground is walked straight', () => {
  const place = placeFrom([floor, air, air, air])
  // Beyond both ends nothing was seen, but the goal is found first.
  expect(findWay(place, [0, 1, 0], [4, 1, 0])).toEqual({ reachable: 'yes', steps: 4, nearest: [4, 1, 0] })
})

test('[WAY2] one step up and up to three down are walked', () => {
  const place = placeFrom(['#####', '.#..#', '.#..#', '.#..#', '#....', '.....', '.....', '.....'])
  expect(findWay(place, [0, 5, 0], [2, 1, 0]).reachable).toBe('yes')
  expect(findWay(placeFrom(['##', '.#', '..', '..', '..']), [0, 1, 0], [1, 2, 0])).toMatchObject({
    reachable: 'yes',
    steps: 1,
  })
})

test('[WAY3] a wall of two is no way, and what is known to be near is told', () => {
  const closed = [
    '#####\n#####\n#####',
    '#####\n#.#.#\n#####',
    '#####\n#.#.#\n#####',
    '#####\n#.#.#\n#####',
    '#####\n#####\n#####',
  ]
  expect(findWay(placeFrom(closed), [1, 1, 1], [3, 1, 1])).toEqual({ reachable: 'no', steps: 0, nearest: [1, 1, 1] })
})

test('[WAY4] where part was never seen the answer is unknown', () => {
  const place = placeFrom(['## ##', '.. ..', '.. ..', '.. ..'])
  expect(findWay(place, [0, 1, 0], [4, 1, 0])).toEqual({ reachable: 'unknown', steps: 1, nearest: [1, 1, 0] })
})

test('[WAY5] ladders and water are climbed, lava is not entered', () => {
  const shaft = [
    '###\n###\n###',
    '###\n#H#\n###',
    '###\n#H#\n###',
    '###\n#H#\n###',
    '...\n...\n...',
    '...\n...\n...',
    '...\n...\n...',
  ]
  expect(findWay(placeFrom(shaft), [1, 1, 1], [0, 4, 1]).reachable).toBe('yes')
  const lava = ['#####', '..!..', '.....', '.....']
  expect(findWay(placeFrom(lava), [0, 1, 0], [4, 1, 0]).reachable).not.toBe('yes')
})

test('[WAY6] in a world of height 1 only the cell itself counts', () => {
  const place = placeFrom(['.....\n.###.\n.....'], { height: 1 })
  expect(findWay(place, [0, 0, 1], [4, 0, 1])).toMatchObject({ reachable: 'yes', steps: 6 })
})

test('[WAY7] a target names its column', () => {
  const place = placeFrom(['#', '#', '.', '.', '.'])
  expect(standableInColumn(place, [0, 0, 0], 8)).toEqual([0, 2, 0])
  expect(standableInColumn(place, [5, 0, 0], 8)).toBeUndefined()
})
