import type { TaskOf, Vec3 } from '@clawstead/protocol'
import { clamp } from '../math/integer.js'
import { manhattan } from '../order.js'
import { resolveTarget } from '../path/goal.js'
import { walk } from '../path/walk.js'
import { OK, refuse, type TaskRule } from '../rule.js'
import type { MovementTask } from '../state.js'

/** Walk to a place. Rules MOVE1-MOVE9 in SPEC.md. */
export const moveTo: TaskRule<TaskOf<'MOVE_TO'>, MovementTask> = {
  slot: 'movement',

  check(world, _agent, { target }) {
    if (target === undefined) return refuse('E_BAD_REQUEST', 'missing target')
    if (!world.terrain.isInside(target[0], target[2])) return refuse('E_INVALID_TARGET', 'out of bounds')
    return OK
  },

  begin(world, agent, { target, tolerance }, taskId) {
    const at = resolveTarget(world, agent.pos[1], target as Vec3)
    const distance = manhattan(agent.pos, at)
    return {
      taskId,
      kind: 'MOVE_TO',
      target: at,
      targetId: '',
      want: wantedCells(tolerance ?? 0, world.profile.toleranceMin),
      startDistance: distance,
      startTick: world.state.tick,
      path: [],
      goal: null,
      lastProgressTick: world.state.tick,
      bestDistance: distance,
      planAfterTick: 0,
      surveyedTiles: 0,
    }
  },

  /** Says which cell a column was taken to mean. */
  answer(world, { target }, running) {
    const [x, y, z] = target as Vec3
    const asked: Vec3 = [x, clamp(y, 0, world.profile.height - 1), z]
    return manhattan(asked, running.target) === 0 ? {} : { resolved: running.target }
  },

  step(tx, agent, running) {
    return manhattan(agent.pos, running.target) <= running.want ? 'done' : walk(tx, agent, running)
  },

  progress(_world, agent, { target, want, startDistance }) {
    const whole = Math.max(0, startDistance - want)
    const left = Math.max(0, manhattan(agent.pos, target) - want)
    return { progress: whole === 0 ? 1 : Math.max(0, (whole - left) / whole), target, etaTicks: left }
  },
}

/** A tolerance in whole cells, rounded up, at least what the world asks for. */
export function wantedCells(tolerance: number, min: number): number {
  return Math.max(min, Math.ceil(tolerance))
}
