import type { Vec3 } from '@clawstead/protocol'
import { type Deed, mine, task, walk } from './deed.js'
import { isExposed, isInReach, nearestBlock, placeToReach } from './ground.js'
import { isAvoided, type Memory } from './memory.js'
import { countOf, type Senses } from './senses.js'

/** One thing worth doing: the next step towards it, or nothing when it needs none or none is in sight. */
export type Goal = (senses: Senses, memory: Memory) => Deed | undefined

const FOODS = ['BREAD', 'COOKED_MEAT', 'BERRIES', 'RAW_MEAT'] as const
/** Out of 20. */
const HUNGRY_AT = 12
const HURT_AT = 12
const FOOD_WANTED = 16
const LOGS_WANTED = 12
const STONES_WANTED = 40
const PICKAXES = ['WOOD_PICKAXE', 'STONE_PICKAXE', 'IRON_PICKAXE'] as const

export const eat: Goal = (senses) => {
  if (senses.hunger > HUNGRY_AT && senses.hp > HURT_AT) return undefined
  const food = FOODS.find((item) => countOf(senses, item) > 0)
  if (food === undefined) return undefined
  const why = senses.hunger <= HUNGRY_AT ? 'hungry' : 'hurt'
  return { kind: 'instant', why, about: food, action: { type: 'EAT', item_id: food, count: 1 } }
}

/** What was mined lies about; so do other people's losses. */
export const pickUp: Goal = (senses, memory) => {
  for (const { id, item, pos } of senses.items) {
    if (isAvoided(memory, senses, id)) continue
    if (isInReach(senses, senses.pos, pos)) return task(`picking up ${item}`, id, { type: 'GATHER', target_id: id })
    const place = placeToReach(senses, pos)
    if (place !== undefined) return walk(`going to pick up ${item}`, place, 0, id)
  }
  return undefined
}

export const findFood: Goal = (senses, memory) => {
  const have = FOODS.reduce((sum, item) => sum + countOf(senses, item), 0)
  return have >= FOOD_WANTED ? undefined : fetch(senses, memory, 'food', (block) => block === 'BERRY_BUSH')
}

export const findWood: Goal = (senses, memory) =>
  countOf(senses, 'LOG') >= LOGS_WANTED ? undefined : fetch(senses, memory, 'wood', (block) => block === 'LOG')

export const findStone: Goal = (senses, memory) =>
  countOf(senses, 'STONE') >= STONES_WANTED || (senses.worldHeight > 1 && !hasPickaxe(senses))
    ? undefined
    : fetch(senses, memory, 'stone', (block) => block === 'STONE' || block === 'COAL_ORE')

export function hasPickaxe(senses: Senses): boolean {
  return PICKAXES.some((item) => countOf(senses, item) > 0)
}

/** Goes to the nearest block of a kind and breaks it. Never the one it stands on. */
function fetch(senses: Senses, memory: Memory, what: string, isWanted: (block: string) => boolean): Deed | undefined {
  const [x, y, z] = senses.pos
  const isUnderFoot = (at: Vec3): boolean => at[0] === x && at[1] < y && at[2] === z
  const found = nearestBlock(
    senses,
    (block, at) => isWanted(block) && !isUnderFoot(at) && !isAvoided(memory, senses, at) && isExposed(senses, at),
  )
  if (found === undefined) return undefined
  if (isInReach(senses, senses.pos, found)) return mine(`gathering ${what}`, found)
  const place = placeToReach(senses, found)
  return place === undefined ? undefined : walk(`going for ${what}`, place, 0, found.join(','))
}
