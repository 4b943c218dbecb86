import type { Vec3 } from '@clawstead/protocol'
import { openDoors, releaseDoors } from '../body/doors.js'
import { noteBiome } from '../body/novelty.js'
import { isSupported } from '../body/standing.js'
import { manhattan } from '../order.js'
import { type Outcome, type Refusal, refuse } from '../rule.js'
import type { Agent, MovementTask } from '../state.js'
import type { Tx } from '../tx.js'
import type { World } from '../world.js'
import { type Pathing, pathingOf } from './pathing.js'
import { PATH_CELLS_MAX, planWay } from './plan.js'
import { canStep } from './steps.js'

const STEP_STAMINA_MILLI = 8
/** Steps of a kept path that are looked at before each step, so that a wall is met before one runs into it. */
const LOOK_AHEAD_STEPS = 4
/** A walk that gets nowhere for this long is over. */
const STALL_SECONDS = 5

/** One tick of walking towards `task.target`, by whoever is not there yet. */
export function walk(tx: Tx, agent: Agent, task: MovementTask): Outcome {
  const { world } = tx
  if (!isSupported(world, ...agent.pos)) return 'running'
  if (agent.staminaMilli < STEP_STAMINA_MILLI) return waited(tx, agent, task, 'too tired to walk, eat and rest')
  const pathing = pathingOf(world)
  if (!isPathOpen(pathing, agent.pos, task.path)) {
    const refusal = plan(tx, pathing, agent, task)
    if (refusal !== undefined) return refusal
  }
  const next = task.path[0]
  if (next === undefined) return waited(tx, agent, task, 'no way there so far')
  step(tx, agent, task, next)
  return 'running'
}

/** Whether the next steps of a kept path can still be taken. An empty path is not open: it has to be made. */
function isPathOpen({ grid }: Pathing, pos: Vec3, path: readonly Vec3[]): boolean {
  let from = pos
  const steps = Math.min(path.length, LOOK_AHEAD_STEPS)
  for (let i = 0; i < steps; i++) {
    const to = path[i] as Vec3
    if (!canStep(grid, from, to)) return false
    from = to
  }
  return steps > 0
}

/** Fills in the path, or says why there is none. Leaves it empty where planning has to wait. */
function plan(tx: Tx, pathing: Pathing, agent: Agent, task: MovementTask): Refusal | undefined {
  tx.change(agent)
  task.path = []
  if (tx.tick < task.planAfterTick) return undefined
  if (pathing.budget <= 0) return postpone(tx, task)
  const goal = { at: task.target, want: task.want }
  const { end, path, toward, surveyedTiles } = planWay(pathing, agent.pos, goal, task.bestDistance, task.surveyedTiles)
  task.surveyedTiles = surveyedTiles
  if (end === 'later') return postpone(tx, task)
  if (end === 'no_way') return noWay(tx, task, toward, 'no way leads there')
  if (end === 'part') {
    // A way that was only begun is worth walking as long as each ends nearer than the one before.
    const left = manhattan(toward, task.target)
    if (left >= task.bestDistance) return noWay(tx, task, toward, 'no way found')
    task.bestDistance = left
  }
  task.path = path.slice(0, PATH_CELLS_MAX)
  task.goal = toward
  return undefined
}

/** This tick's budget is used up: that is nobody's failure to get on. */
function postpone(tx: Tx, task: MovementTask): undefined {
  task.lastProgressTick = tx.tick
  return undefined
}

/** A fixed goal that cannot be reached ends the walk; a moving one may come out again and is tried for some time. */
function noWay(tx: Tx, task: MovementTask, nearest: Vec3, why: string): Refusal | undefined {
  if (task.kind === 'MOVE_TO') return blocked(tx.world, why, nearest)
  task.planAfterTick = tx.tick + tickRate(tx.world)
  task.goal = nearest
  return undefined
}

function step(tx: Tx, agent: Agent, task: MovementTask, to: Vec3): void {
  const [x, , z] = agent.pos
  if (tx.world.profile.turnsBodies) tx.change(agent).yaw = yawOf(to[0] - x, to[2] - z, agent.yaw)
  tx.moveAgent(agent, to)
  releaseDoors(tx, agent)
  openDoors(tx, agent)
  agent.staminaMilli -= STEP_STAMINA_MILLI
  task.path.shift()
  task.lastProgressTick = tx.tick
  noteBiome(tx, agent)
}

/** Degrees, 0 facing +z and 90 facing +x; going straight up or down turns nobody. */
function yawOf(dx: number, dz: number, before: number): number {
  if (dx !== 0) return dx > 0 ? 90 : 270
  if (dz !== 0) return dz > 0 ? 0 : 180
  return before
}

function waited(tx: Tx, agent: Agent, task: MovementTask, why: string): Outcome {
  if (tx.tick - task.lastProgressTick < STALL_SECONDS * tickRate(tx.world)) return 'running'
  return blocked(tx.world, why, task.goal ?? agent.pos)
}

function blocked({ profile }: World, reason: string, nearest: Vec3): Refusal {
  return profile.explains ? refuse('E_BLOCKED', 'blocked', { reason, nearest }) : refuse('E_BLOCKED', 'blocked')
}

function tickRate(world: World): number {
  return world.config.catalog.tuning.tick_rate_hz
}
