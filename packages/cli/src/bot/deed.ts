import type { ActionRequest } from '@clawstead/client'
import type { Vec3 } from '@clawstead/protocol'
import { cellName } from './ground.js'

/** What a bot does next, and why. */
export interface Deed {
  readonly kind: 'instant' | 'task' | 'rest'
  readonly why: string
  /** Absent for a rest. */
  readonly action?: ActionRequest
  /** What to leave alone for a while should it not work. */
  readonly about: string
}

export function task(why: string, about: string, action: ActionRequest): Deed {
  return { kind: 'task', why, about, action }
}

export function mine(why: string, at: Vec3): Deed {
  return task(why, cellName(at), { type: 'MINE', block_pos: at })
}

export function walk(why: string, to: Vec3, tolerance: number, about = cellName(to)): Deed {
  return task(why, about, { type: 'MOVE_TO', target: to, tolerance })
}

export function place(why: string, itemId: string, at: Vec3): Deed {
  return task(why, cellName(at), { type: 'PLACE', item_id: itemId, block_pos: at })
}

export function craft(why: string, recipeId: string): Deed {
  return task(why, recipeId, { type: 'CRAFT', recipe_id: recipeId, count: 1 })
}

export function rest(why: string): Deed {
  return { kind: 'rest', why, about: 'rest' }
}
