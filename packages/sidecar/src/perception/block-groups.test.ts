import { expect, test } from 'vitest'
import { placeFrom } from '../testing/place.js'
import { groupBlocks } from './block-groups.js'
import { surveySite } from './site.js'

test('[LOOK1] rare blocks come first, open cells before buried ones, plain ground last', () => {
  const place = placeFrom(['#####', '#C#L.', '.....'], { obs: { self: { pos: [0, 2, 0] } } })
  expect(groupBlocks(place, [])).toEqual([
    { block: 'COAL_ORE', count: 1, nearest: [[1, 1, 0]], in_reach: true },
    { block: 'LOG', count: 1, nearest: [[3, 1, 0]], in_reach: true },
    { block: 'STONE', count: 7, nearest: [[0, 1, 0]], in_reach: true },
  ])
})

test('[LOOK2] what somebody asks for comes first, and buried blocks are told as such', () => {
  const place = placeFrom(['######', '###C##', '######', 'L.....'], { obs: { self: { pos: [5, 9, 0] } } })
  expect(groupBlocks(place, ['stone']).map(({ block, buried }) => [block, buried])).toEqual([
    ['STONE', undefined],
    ['LOG', undefined],
    ['COAL_ORE', true],
  ])
})

const wall = {
  id: 'wall',
  blocks: [0, 1, 2].map((x) => ({ pos: [x, 0, 0] as [number, number, number], block: 'PLANK' })),
  cost: [{ item: 'PLANK', count: 3 }],
}

test('[SITE1] a site tells what is in the way, what stands already and what was never seen', () => {
  const place = placeFrom(['#.#', '..L'], { obs: { self: { pos: [9, 9, 9] } } })
  expect(surveySite(place, wall, [0, 1, 0], 0)).toMatchObject({
    box: [
      [0, 1, 0],
      [2, 1, 0],
    ],
    conflicts: [{ at: [2, 1, 0], block: 'LOG' }],
    unseen: 0,
  })
  expect(surveySite(place, { ...wall, blocks: [{ pos: [0, 0, 0], block: 'LOG' }] }, [2, 1, 0], 0).standing).toEqual(
    new Map([['LOG', 1]]),
  )
  expect(surveySite(place, wall, [50, 1, 0], 0).unseen).toBe(3)
})

test('[SITE2] plans turn about their anchor, and bodies are in the way', () => {
  const place = placeFrom(['...\n...\n...', '...\n...\n...'], { obs: { self: { pos: [1, 0, 1] } } })
  expect(surveySite(place, wall, [1, 0, 2], 1)).toMatchObject({
    box: [
      [1, 0, 0],
      [1, 0, 2],
    ],
    conflicts: [{ at: [1, 0, 1], block: 'the body of A1' }],
  })
  const flat = placeFrom(['...\n...\n...'], { height: 1, obs: { self: { pos: [1, 0, 1] } } })
  expect(surveySite(flat, wall, [1, 0, 2], 1).conflicts).toEqual([])
})
