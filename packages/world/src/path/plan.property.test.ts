import type { Vec3 } from '@clawstead/protocol'
import { assert, integer, nat, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { createRng } from '../math/rng.js'
import { manhattan } from '../order.js'
import { testWorld } from '../testing/index.js'
import type { World } from '../world.js'
import { Pathing } from './pathing.js'
import { planWay } from './plan.js'
import { findRoute } from './route.js'
import { canStep, DIRECTION_COUNT } from './steps.js'
import { Survey } from './survey.js'
import { STAND } from './walk-grid.js'

const SIDE = 40
const LAYERS = 5
const BOTTOM = 62
const ALL_TILES = Number.POSITIVE_INFINITY
const FAR = Number.POSITIVE_INFINITY
const KINDS = ['STONE', 'STONE', 'STONE', 'WATER', 'LADDER', 'CACTUS', 'LAVA']

/** A walled yard over nine columns, full of random obstacles; `density` of 1000 cells hold one. */
function yard(seed: number, density: number): World {
  const world = testWorld({ generator: 'plain-1' })
  const rng = createRng(seed, 0, 'yard', '')
  for (let y = BOTTOM; y < BOTTOM + LAYERS; y++) {
    for (let z = 0; z < SIDE; z++) {
      for (let x = 0; x < SIDE; x++) {
        const isWall = x === 0 || z === 0 || x === SIDE - 1 || z === SIDE - 1
        const name = isWall ? 'STONE' : rng.chance(density) ? (KINDS[rng.below(KINDS.length)] as string) : 'AIR'
        if (name !== 'AIR') world.terrain.setBlock(x, y, z, world.content.block(name))
      }
    }
  }
  return world
}

/** Every cell that can be reached, by trying every step there is. */
function flood({ grid }: Pathing, start: Vec3): Map<string, Vec3> {
  const seen = new Map([[start.join(), start]])
  const queue = [start]
  for (const [x, y, z] of queue) {
    for (const [dx, dz] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
      [0, 0],
    ] as const) {
      for (let dy = -3; dy <= 1; dy++) {
        const to: Vec3 = [x + dx, y + dy, z + dz]
        if (seen.has(to.join()) || !canStep(grid, [x, y, z], to)) continue
        seen.set(to.join(), to)
        queue.push(to)
      }
    }
  }
  return seen
}

function standingCells({ grid }: Pathing): Vec3[] {
  const cells: Vec3[] = []
  for (let x = 1; x < SIDE - 1; x++) {
    for (let z = 1; z < SIDE - 1; z++) {
      for (let y = BOTTOM; y < BOTTOM + LAYERS; y++) if (grid.is(STAND, x, y, z)) cells.push([x, y, z])
    }
  }
  return cells
}

const yards = record({ seed: nat(), density: integer({ min: 150, max: 550 }), from: nat(), to: nat() })

test('[WAY1] a way is found exactly where one exists, every step of it can be taken, and it ends where it should', () => {
  // A search has a limit, and the worst mazes reach it: the path then is the beginning of a way, or leads as near as was found.
  let limited = 0
  assert(
    property(yards, integer({ min: 0, max: 3 }), ({ seed, density, from, to }, want) => {
      const pathing = new Pathing(yard(seed, density))
      const cells = standingCells(pathing)
      const start = cells[from % cells.length] as Vec3
      const goal = { at: cells[to % cells.length] as Vec3, want }
      pathing.tiles = ALL_TILES
      const reachable = [...flood(pathing, start).values()]
      const isReachable = reachable.some((cell) => manhattan(cell, goal.at) <= want)
      const plan = planWay(pathing, start, goal, FAR, 0)
      let at = start
      for (const cell of plan.path) {
        expect(canStep(pathing.grid, at, cell)).toBe(true)
        at = cell
      }
      expect(reachable).toContainEqual(plan.toward)
      const isThere = manhattan(at, goal.at) <= want
      const isLimited = plan.end === 'part' || (plan.end === 'there' && !isThere)
      if (isLimited) limited++
      expect(['part', isReachable ? 'there' : 'no_way']).toContain(plan.end)
      expect(isThere).toBe(isReachable && !isLimited)
    }),
    { numRuns: 60 },
  )
  expect(limited).toBeLessThan(15)
})

test('[WAY2] regions agree with cells on what can be reached, and a route leads through neighbours', () => {
  assert(
    property(yards, ({ seed, density, from, to }) => {
      const pathing = new Pathing(yard(seed, density))
      const cells = standingCells(pathing)
      const start = cells[from % cells.length] as Vec3
      const goal = cells[to % cells.length] as Vec3
      const isReachable = flood(pathing, start).has(goal.join())
      const route = findRoute(pathing.regions, start, { at: goal, want: 0 }, new Survey(ALL_TILES))
      expect(['part', isReachable ? 'there' : 'no_way']).toContain(route.end)
      for (const [i, region] of route.regions.entries()) {
        const next = route.regions[i + 1]
        if (next === undefined) continue
        const exits = new Set<unknown>()
        pathing.regions.drops(region, (exit) => exits.add(exit))
        for (let way = 0; way < DIRECTION_COUNT; way++) {
          pathing.regions.exits(region, way, new Survey(ALL_TILES), (exit) => exits.add(exit))
        }
        expect(exits.has(next)).toBe(true)
      }
    }),
    { numRuns: 60 },
  )
})

test('[WAY3] what is found does not depend on what was looked at before', () => {
  assert(
    property(yards, ({ seed, density, from, to }) => {
      const world = yard(seed, density)
      const warm = new Pathing(world)
      const cells = standingCells(warm)
      const start = cells[from % cells.length] as Vec3
      const goal = { at: cells[to % cells.length] as Vec3, want: 0 }
      planWay(warm, goal.at, { at: start, want: 0 }, FAR, 0)
      warm.beginTick()
      const cold = new Pathing(world)
      const expected = planWay(cold, start, goal, FAR, 0)
      expect(planWay(warm, start, goal, FAR, 0)).toEqual(expected)
      expect([warm.budget, warm.tiles]).toEqual([cold.budget, cold.tiles])
    }),
    { numRuns: 30 },
  )
})
