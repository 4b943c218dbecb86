import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { canStand, isPassable } from '../body/standing.js'
import { testWorld } from '../testing/index.js'
import type { World } from '../world.js'
import { DEEP, GRIP, ROOM, SHARP, SLOW, STAND, WalkGrid } from './walk-grid.js'

const SIDE = 6
const BLOCKS = [
  'AIR',
  'AIR',
  'AIR',
  'STONE',
  'WATER',
  'LADDER',
  'DOOR',
  'DOOR_OPEN',
  'CACTUS',
  'LAVA',
  'FENCE',
  'TORCH',
]

const cells = array(constantFrom(...BLOCKS), { minLength: SIDE ** 3, maxLength: SIDE ** 3 })

/** Fills a small box of the world, across four columns and at a chosen height. */
function fill(world: World, bottom: number, blocks: readonly string[]): void {
  blocks.forEach((name, i) => {
    const [x, y, z] = [(i % SIDE) - 3, bottom + Math.floor(i / (SIDE * SIDE)), (Math.floor(i / SIDE) % SIDE) - 3]
    world.terrain.setBlock(x, y, z, world.content.block(name))
  })
}

function rareAnswers(world: World, x: number, y: number, z: number): [question: number, isSo: boolean][] {
  const [feet = '', head = ''] = [y, y + 1].map((at) => world.content.blockNames[world.terrain.blockAt(x, at, z)])
  return [
    [GRIP, feet === 'WATER' || feet === 'LADDER'],
    [SLOW, feet === 'WATER' || feet === 'DOOR' || head === 'DOOR'],
    [DEEP, head === 'WATER'],
    [SHARP, feet === 'CACTUS'],
  ]
}

test('[WALK1] the grid says of every cell what the blocks say, before and after they change', () => {
  assert(
    property(cells, cells, constantFrom(0, 30, 62, 122), (before, after, bottom) => {
      const world = testWorld({ generator: 'plain-1' })
      const grid = new WalkGrid(world)
      for (const blocks of [before, after]) {
        fill(world, bottom, blocks)
        const wrong: unknown[] = []
        for (let x = -5; x <= 5; x++) {
          for (let z = -5; z <= 5; z++) {
            for (let y = bottom - 2; y <= bottom + SIDE + 1; y++) {
              const room = y >= 0 && y < 128 && isPassable(world, x, y, z) && isPassable(world, x, y + 1, z)
              if (grid.is(STAND, x, y, z) !== canStand(world, x, y, z)) wrong.push(['stand', x, y, z])
              if (grid.is(ROOM, x, y, z) !== room) wrong.push(['room', x, y, z])
              for (const [question, isSo] of rareAnswers(world, x, y, z)) {
                const expected = y >= 0 && y < 128 && isSo && (room || question === SHARP)
                if (grid.is(question, x, y, z) !== expected) wrong.push([question, x, y, z])
              }
            }
          }
        }
        expect(wrong).toEqual([])
      }
    }),
    { numRuns: 25 },
  )
})

test('[WALK2] beyond the edge of the world there is nowhere to be', () => {
  const world = testWorld({ generator: 'plain-1' })
  const grid = new WalkGrid(world)
  const { boundary } = world.terrain
  expect([boundary, boundary + 1].map((x) => grid.is(STAND, x, world.profile.seaLevel, 0))).toEqual([true, false])
  expect([-1, 128].map((y) => grid.is(ROOM, 0, y, 0))).toEqual([false, false])
})
