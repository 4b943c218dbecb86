import { type Deed, rest } from './deed.js'
import { eat, findFood, findStone, findWood, type Goal, pickUp } from './goals.js'
import type { Memory } from './memory.js'
import { rise, sleep } from './night.js'
import type { Senses } from './senses.js'
import { makePickaxe } from './tools.js'
import { wander } from './wander.js'

/** Order is need: stay alive, be safe at night, take what lies there, then provide for tomorrow. */
const GOALS: readonly Goal[] = [eat, sleep, rise, pickUp, findFood, makePickaxe, findWood, findStone, wander]

/** The next thing to do. Pure: the same senses and memory always give the same deed. */
export function decide(senses: Senses, memory: Memory): Deed {
  for (const goal of GOALS) {
    const deed = goal(senses, memory)
    if (deed !== undefined) return deed
  }
  return rest('nothing to do')
}
