import { expect, test } from 'vitest'
import { testWorld } from '../testing/index.js'
import type { World } from '../world.js'
import { spawnPoint } from './spawn.js'
import { canStand } from './standing.js'

/** What is wrong with where agent n starts; nothing, hopefully. */
function faults(world: World, number: number): string[] {
  const [x, y, z] = spawnPoint(world, number)
  const { terrain, content } = world
  const name = (at: number): string => content.blockNames[terrain.blockAt(x, at, z)] ?? ''
  const list: string[] = []
  if (!terrain.isInside(x, z)) list.push('outside the world')
  if (!canStand(world, x, y, z)) list.push('nowhere to stand')
  if (name(y) !== 'AIR' || name(y + 1) !== 'AIR') list.push(`in ${name(y)} and ${name(y + 1)}`)
  if (y > 0 && ['LEAVES', 'CACTUS'].includes(name(y - 1))) list.push(`on ${name(y - 1)}`)
  const top = world.profile.height - 1
  // In a world with a ceiling there is no sky to stand under.
  for (let above = y + 2; above <= top && name(top) === 'AIR'; above++) {
    if (!['AIR', 'LEAVES'].includes(name(above))) list.push(`under ${name(above)}`)
  }
  return list.map((fault) => `agent ${number} at ${x},${y},${z}: ${fault}`)
}

test('[SV-06] agent 3 starts at (6, -6) on open ground', () => {
  const flat = testWorld({ flat: true, generator: 'plain-1' })
  const standard = testWorld({ generator: 'plain-1' })
  expect(spawnPoint(flat, 3)).toEqual([6, 0, -6])
  expect(spawnPoint(standard, 3)).toEqual([6, 62, -6])
})

test('[SPAWN1] an occupied cell is left for the first free one of the rings around it, row by row', () => {
  const world = testWorld({ flat: true, generator: 'plain-1' })
  const stone = world.content.block('STONE')
  for (const [x, z] of [
    [2, -2],
    [1, -3],
    [2, -3],
  ] as const)
    world.terrain.setBlock(x, 0, z, stone)
  expect(spawnPoint(world, 1)).toEqual([3, 0, -3])
})

test('[SPAWN2] agents beyond the edge start inside it', () => {
  const world = testWorld({ generator: 'plain-1' })
  const { boundary } = world.terrain
  expect(spawnPoint(world, boundary)).toEqual([-1, 62, 1])
})

test('[SPAWN3] a sea without a shore is left for the origin', () => {
  const world = testWorld({ generator: 'plain-1' })
  const water = world.content.block('WATER')
  for (let x = 150; x <= 250; x++) for (let z = -250; z <= -150; z++) world.terrain.setBlock(x, 62, z, water)
  expect(spawnPoint(world, 100)).toEqual([0, 62, 0])
})

test('[SPAWN4] not on a tree, not beside a cactus', () => {
  const world = testWorld({ generator: 'plain-1' })
  const { terrain, content } = world
  terrain.setBlock(2, 66, -2, content.block('LEAVES'))
  expect(spawnPoint(world, 1)).toEqual([2, 62, -2])
  terrain.setBlock(3, 62, -2, content.block('CACTUS'))
  expect(spawnPoint(world, 1)).not.toEqual([2, 62, -2])
  expect(faults(world, 1)).toEqual([])
})

for (const name of ['OVERWORLD', 'MINE_L1', 'MINE_L2', 'MINE_L3', 'CITY_HUB']) {
  test(`[SPAWN5] everybody starts on safe dry ground in ${name}`, () => {
    const found = [1, 7, 1337, 90210].flatMap((seed) => {
      const world = testWorld({ world: name, seed })
      return [1, 2, 3, 5, 8, 13, 20, 55, 144, 447, 1000].flatMap((number) => faults(world, number))
    })
    expect(found).toEqual([])
  })
}

test('[SPAWN6] everybody starts on a free cell of a flat world', () => {
  const world = testWorld({ flat: true })
  expect(Array.from({ length: 400 }, (_, n) => n + 1).flatMap((number) => faults(world, number))).toEqual([])
})
