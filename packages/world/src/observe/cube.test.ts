import type { Vec3 } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import type { Terrain } from '../terrain/terrain.js'
import { testWorld } from '../testing/index.js'
import { cubeVersion, fillCube, shiftCube } from './cube.js'

const RADIUS = 7
const SIDE = 2 * RADIUS + 1

/** Cell by cell, as the wire says it. */
function naive(terrain: Terrain, [x, y, z]: Vec3, radius = RADIUS): Uint16Array {
  const cells: number[] = []
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dz = -radius; dz <= radius; dz++) {
      for (let dx = -radius; dx <= radius; dx++) cells.push(terrain.blockAt(x + dx, y + dy, z + dz))
    }
  }
  return Uint16Array.from(cells)
}

function filled(terrain: Terrain, at: Vec3, radius = RADIUS): Uint16Array {
  const cube = new Uint16Array((2 * radius + 1) ** 3).fill(0xffff)
  fillCube(terrain, at, radius, cube)
  return cube
}

const { terrain } = testWorld({ seed: 5 })
const R = terrain.boundary
const TOP = terrain.height - 1

test.each<[string, Vec3]>([
  ['in the hills', [37, 66, -91]],
  ['over four columns', [0, 64, 0]],
  ['at the bottom', [10, 0, 10]],
  ['at the top', [10, TOP, 10]],
  ['at the east edge', [R, 63, 5]],
  ['in the far corner', [-R, 1, -R]],
  ['in the other corner', [R, TOP, R]],
])('[OBS1] the cube is what one would read cell by cell: %s', (_name, at) => {
  expect(filled(terrain, at)).toEqual(naive(terrain, at))
})

test.each([0, 1, 3, 12])('[OBS1] the same for radius %i', (radius) => {
  expect(filled(terrain, [33, 64, -17], radius)).toEqual(naive(terrain, [33, 64, -17], radius))
})

test('[OBS1] the same in a world of height 1', () => {
  const flat = testWorld({ flat: true }).terrain
  expect(filled(flat, [19, 0, 4])).toEqual(naive(flat, [19, 0, 4]))
})

test('[OBS1] the same for blocks with numbers above 255', () => {
  const own = testWorld({ generator: 'plain-1' }).terrain
  own.setBlock(3, 64, 3, 300)
  expect(filled(own, [0, 64, 0])).toEqual(naive(own, [0, 64, 0]))
})

test.each<[string, Vec3, Vec3]>([
  ['east', [16, 64, 0], [1, 0, 0]],
  ['west', [16, 64, 0], [-1, 0, 0]],
  ['up', [16, 64, 0], [0, 1, 0]],
  ['down', [16, 64, 0], [0, -1, 0]],
  ['south', [16, 64, 0], [0, 0, 1]],
  ['north', [16, 64, 0], [0, 0, -1]],
  ['into the edge', [R - 1, 64, 0], [1, 0, 0]],
  ['away from the edge', [R, 64, 0], [-1, 0, 0]],
  ['down to the bottom', [4, 1, 4], [0, -1, 0]],
  ['up to the top', [4, TOP - 1, 4], [0, 1, 0]],
])('[OBS2] a step %s gives the cube that a fresh look gives', (_name, from, [dx, dy, dz]) => {
  const to: Vec3 = [from[0] + dx, from[1] + dy, from[2] + dz]
  const cube = new Uint16Array(SIDE ** 3).fill(0xffff)
  expect(shiftCube(terrain, from, to, RADIUS, filled(terrain, from), cube)).toBe(true)
  expect(cube).toEqual(naive(terrain, to))
})

test.each<[string, Vec3]>([
  ['standing still', [0, 0, 0]],
  ['a diagonal', [1, 0, 1]],
  ['a step up a block', [1, 1, 0]],
  ['a fall', [0, -2, 0]],
])('[OBS2] %s is not one step along an axis', (_name, [dx, dy, dz]) => {
  const base = filled(terrain, [0, 64, 0])
  expect(shiftCube(terrain, [0, 64, 0], [dx, 64 + dy, dz], RADIUS, base, new Uint16Array(SIDE ** 3))).toBe(false)
})

test('[OBS3] a column that was dropped and came back never has a version it had before', () => {
  const own = testWorld({ generator: 'plain-1' }).terrain
  const at: Vec3 = [8, 64, 8]
  const seen = new Set<number>()
  for (let round = 0; round < 4; round++) {
    for (let i = 0; i < 3; i++) {
      seen.add(cubeVersion(own, at, RADIUS))
      own.setBlock(8, 70, 8, 1 + ((round + i) % 5))
    }
    own.beginTick(round)
    own.evict(0, 0)
  }
  expect(seen.size).toBe(12)
})
