import { cubeCellCount, cubeIndex, type Vec3 } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import { SeenMap } from './seen-map.js'

function cube(center: Vec3, radius: number, idOf: (at: Vec3) => number) {
  const cells = new Uint16Array(cubeCellCount(radius))
  for (let dy = -radius; dy <= radius; dy++)
    for (let dz = -radius; dz <= radius; dz++)
      for (let dx = -radius; dx <= radius; dx++) {
        cells[cubeIndex(dx, dy, dz, radius)] = idOf([center[0] + dx, center[1] + dy, center[2] + dz])
      }
  return { center, radius, cells, isCertain: true }
}
const idOf = ([x, y, z]: Vec3): number => (((x * 31 + y * 7 + z) % 50) + 50) % 50

test('[MAP1] every cell of a cube is remembered, also across sections and below zero', () => {
  const map = new SeenMap()
  map.learn(cube([-3, 14, 17], 3, idOf), 'W')
  expect(map.idAt([-6, 11, 14])).toBe(idOf([-6, 11, 14]))
  expect(map.idAt([0, 17, 20])).toBe(idOf([0, 17, 20]))
  expect(map.idAt([1, 17, 20])).toBeUndefined()
})

test('[MAP2] what was seen before stays, what is seen again is replaced', () => {
  const map = new SeenMap()
  map.learn(
    cube([0, 0, 0], 1, () => 1),
    'W',
  )
  map.learn(
    cube([2, 0, 0], 1, () => 2),
    'W',
  )
  expect([map.idAt([-1, 0, 0]), map.idAt([1, 0, 0]), map.idAt([3, 0, 0])]).toEqual([1, 2, 2])
})

test('[MAP3] another world begins with an empty map', () => {
  const map = new SeenMap()
  map.learn(
    cube([0, 0, 0], 1, () => 1),
    'W',
  )
  expect(map.isCurrent([0, 0, 0], 'W')).toBe(true)
  map.learn(
    cube([100, 0, 0], 1, () => 1),
    'V',
  )
  expect(map.idAt([0, 0, 0])).toBeUndefined()
  expect([map.isCurrent([0, 0, 0], 'W'), map.isCurrent([100, 0, 0], 'V')]).toEqual([false, true])
})

test('[MAP4] the longest unvisited sections are forgotten first', () => {
  const map = new SeenMap(2)
  for (const x of [8, 24, 8, 40])
    map.learn(
      cube([x, 8, 8], 1, () => 3),
      'W',
    )
  expect([map.idAt([8, 8, 8]), map.idAt([24, 8, 8]), map.idAt([40, 8, 8])]).toEqual([3, undefined, 3])
})

test('[MAP5] cells are found by their block', () => {
  const map = new SeenMap()
  map.learn(
    cube([0, 0, 0], 1, (at) => (String(at) === '1,-1,0' ? 9 : 0)),
    'W',
  )
  expect(Array.from(map.cellsOf(new Set([9])))).toEqual([{ at: [1, -1, 0], id: 9 }])
})
