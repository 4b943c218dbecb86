import type { Vec3 } from '@clawstead/protocol'
import { craft, place, walk } from './deed.js'
import { type Goal, hasPickaxe } from './goals.js'
import { canStand, isFree, isSame, isSolid, nearestBlock } from './ground.js'
import { isAvoided } from './memory.js'
import { countOf, type Senses } from './senses.js'

const PLANKS_FOR_BENCH = 4
const PLANKS_FOR_PICKAXE = 3
const PLANKS_FOR_STICKS = 2
const STICKS_FOR_PICKAXE = 2
/** A bench must stand within so many cells in each direction. */
const BENCH_BLOCKS = 2

/** A pickaxe, and what it takes: planks, sticks and a bench. */
export const makePickaxe: Goal = (senses, memory) => {
  if (hasPickaxe(senses)) return undefined
  const hasBench = countOf(senses, 'CRAFTING_BENCH') > 0
  const bench = nearestBlock(senses, (block, at) => block === 'CRAFTING_BENCH' && !isAvoided(memory, senses, at))
  const sticksLack = countOf(senses, 'STICK') < STICKS_FOR_PICKAXE
  const planksNeeded =
    PLANKS_FOR_PICKAXE + (sticksLack ? PLANKS_FOR_STICKS : 0) + (hasBench || bench !== undefined ? 0 : PLANKS_FOR_BENCH)
  if (countOf(senses, 'PLANK') < planksNeeded) {
    return countOf(senses, 'LOG') > 0 ? craft('making planks', 'plank_from_log') : undefined
  }
  if (sticksLack) return craft('making sticks', 'stick_from_plank')
  if (bench === undefined) return hasBench ? setUpBench(senses) : craft('making a bench', 'crafting_bench')
  const [x, y, z] = senses.pos
  const isNear = Math.max(Math.abs(bench[0] - x), Math.abs(bench[1] - y), Math.abs(bench[2] - z)) <= BENCH_BLOCKS
  if (!isNear) return walk('going to the bench', bench, 2)
  return craft('making a pickaxe', countOf(senses, 'STONE') >= PLANKS_FOR_PICKAXE ? 'stone_pickaxe' : 'wood_pickaxe')
}

function setUpBench(senses: Senses) {
  const [x, y, z] = senses.pos
  const beside: readonly Vec3[] = [
    [x + 1, y, z],
    [x - 1, y, z],
    [x, y, z + 1],
    [x, y, z - 1],
  ]
  const spot = beside.find(
    (at) => canStand(senses, at) && isFree(senses, at) && isSolid(senses, [at[0], at[1] - 1, at[2]]),
  )
  return spot === undefined || isSame(spot, senses.pos)
    ? undefined
    : place('setting up a bench', 'CRAFTING_BENCH', spot)
}
