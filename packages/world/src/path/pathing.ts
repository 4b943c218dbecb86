import type { World } from '../world.js'
import { RegionMap } from './regions.js'
import { PathSearch } from './search.js'
import { WalkGrid } from './walk-grid.js'

/** Cells all searches of one tick may look at together; who comes later in the turn waits for the next tick. */
export const EXPANDED_PER_TICK_MAX = 6_000
/**
 * Tiles all plans of one tick may look at together. One that nobody has seen yet costs a millisecond, most of it for
 * growing the ground; they count the same when they are known, so a plan takes as many ticks on every machine.
 */
export const TILES_PER_TICK_MAX = 16

/**
 * What finding the way needs beside the world: caches and scratch space, which change only how long it takes,
 * and what is left of the tick's budgets, which is the same on every machine because searches run in turn order.
 */
export class Pathing {
  readonly grid: WalkGrid
  readonly search: PathSearch
  readonly regions: RegionMap
  budget = EXPANDED_PER_TICK_MAX
  tiles = TILES_PER_TICK_MAX

  constructor(world: World) {
    this.grid = new WalkGrid(world)
    this.search = new PathSearch(this.grid)
    this.regions = new RegionMap(this.grid)
  }

  beginTick(): void {
    this.budget = EXPANDED_PER_TICK_MAX
    this.tiles = TILES_PER_TICK_MAX
    this.grid.refresh()
    this.regions.refresh()
  }
}

const pathings = new WeakMap<World, Pathing>()

/** To be called when all ground has changed at once. */
export function forgetPathing(world: World): void {
  pathings.delete(world)
}

export function pathingOf(world: World): Pathing {
  let pathing = pathings.get(world)
  if (pathing === undefined) {
    pathing = new Pathing(world)
    pathings.set(world, pathing)
  }
  return pathing
}
