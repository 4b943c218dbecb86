import type { Vec3 } from '@clawstead/protocol'
import { mine, place, rest, walk } from './deed.js'
import type { Goal } from './goals.js'
import { isFree, isSolid } from './ground.js'
import { isAvoided, type Memory } from './memory.js'
import { countOf, type Senses } from './senses.js'

/** Awake for a quarter of a day, one may sleep. */
const TIRED_AFTER_TICKS = 1500
/** What keeps the night out. Nothing that falls. */
const LIDS = ['DIRT', 'GRASS', 'STONE', 'PLANK', 'LOG'] as const
const BEDROCK_ABOVE_Y = 6
const WALLS: readonly Vec3[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 0, 1],
  [0, 0, -1],
]

/** Spends the night in a hole: digs down until closed in on all sides, puts a lid on, and waits for the morning. */
export const sleep: Goal = (senses, memory) => {
  if (!isBedtime(senses, memory)) return undefined
  const [x, y, z] = senses.pos
  const isClosedIn = [0, 1].every((up) => WALLS.every(([dx, , dz]) => isSolid(senses, [x + dx, y + up, z + dz])))
  const above: Vec3 = [x, y + 2, z]
  if (isClosedIn && isSolid(senses, above)) return rest('sleeping')
  // A lid needs something to hold on to: one of the walls must reach up to it.
  const holdsLid = WALLS.some(([dx, , dz]) => isSolid(senses, [x + dx, y + 2, z + dz]))
  const lid = LIDS.find((item) => countOf(senses, item) > 0)
  if (isClosedIn && holdsLid && lid !== undefined && !isAvoided(memory, senses, above))
    return place('closing the hole', lid, above)
  const below: Vec3 = [x, y - 1, z]
  const isSafeBelow =
    y > BEDROCK_ABOVE_Y && isSolid(senses, below) && isSolid(senses, [x, y - 2, z]) && lid !== undefined
  return isSafeBelow && !isAvoided(memory, senses, below) ? mine('digging a hole for the night', below) : undefined
}

/** In the morning, steps are cut upwards to where it went down. */
export const rise: Goal = (senses, memory) => {
  const { burrowFromY } = memory
  if (burrowFromY === undefined || senses.pos[1] >= burrowFromY || isBedtime(senses, memory)) return undefined
  const [x, y, z] = senses.pos
  for (const [dx, , dz] of WALLS) {
    const step: Vec3 = [x + dx, y + 1, z + dz]
    const inTheWay = [[x, y + 2, z] as Vec3, [x + dx, y + 2, z + dz] as Vec3, step].filter((at) => !isFree(senses, at))
    if (inTheWay.some((at) => !isSolid(senses, at)) || !isSolid(senses, [x + dx, y, z + dz])) continue
    if ([...inTheWay, step].some((at) => isAvoided(memory, senses, at))) continue
    const [first] = inTheWay
    return first === undefined ? walk('climbing out', step, 0) : mine('cutting a step', first)
  }
  return undefined
}

export function isBedtime(senses: Senses, { awakeSinceTick }: Memory): boolean {
  return senses.worldHeight > 1 && senses.isDark && senses.tick - awakeSinceTick >= TIRED_AFTER_TICKS
}
