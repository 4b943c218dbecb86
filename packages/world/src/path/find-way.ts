import type { Vec3 } from '@clawstead/protocol'
import type { World } from '../world.js'
import { resolveTarget } from './goal.js'
import { pathingOf } from './pathing.js'
import { type Plan, planWay } from './plan.js'

/** A dry run of MOVE_TO from anywhere: where it would lead and whether there is a way. Changes nothing, and never ends `later`. */
export function findWay(world: World, from: Vec3, target: Vec3, want = 0): Plan & { readonly target: Vec3 } {
  const pathing = pathingOf(world)
  const { budget, tiles } = pathing
  pathing.tiles = Number.POSITIVE_INFINITY
  pathing.grid.refresh()
  const at = resolveTarget(world, from[1], target)
  const plan = planWay(pathing, from, { at, want }, Number.POSITIVE_INFINITY, 0)
  // Asking is free: the tick's budget belongs to those who walk.
  pathing.budget = budget
  pathing.tiles = tiles
  return { ...plan, target: at }
}
