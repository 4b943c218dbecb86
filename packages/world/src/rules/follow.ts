import type { TaskOf, Vec3 } from '@clawstead/protocol'
import { FOLLOW_DISTANCE_DEFAULT, FOLLOW_DISTANCE_MAX } from '@clawstead/protocol/plain'
import { manhattan } from '../order.js'
import { walk } from '../path/walk.js'
import { OK, refuse, type TaskRule } from '../rule.js'
import type { Agent, MovementTask } from '../state.js'
import type { Tx } from '../tx.js'
import { findAgent, type World } from '../world.js'

/** A kept path is walked on while its target has moved less than this share of what is left to walk. */
const DRIFT_SHARE = 4

/** Keep near an agent or a container. Rules FOLLOW1-FOLLOW5 in SPEC.md. */
export const follow: TaskRule<TaskOf<'FOLLOW'>, MovementTask> = {
  slot: 'movement',

  check(world, _agent, { target_id: targetId }) {
    if (targetId === undefined || targetId === '') return refuse('E_BAD_REQUEST', 'missing target_id')
    if (positionOf(world, targetId) === undefined) return refuse('E_INVALID_TARGET', 'target not found')
    return OK
  },

  begin(world, agent, { target_id: targetId, distance }, taskId) {
    const target = positionOf(world, targetId as string) as Vec3
    const away = manhattan(agent.pos, target)
    return {
      taskId,
      kind: 'FOLLOW',
      target,
      targetId: targetId as string,
      want: Math.max(1, Math.ceil(keptDistance(distance ?? 0))),
      startDistance: away,
      startTick: world.state.tick,
      path: [],
      goal: null,
      lastProgressTick: world.state.tick,
      bestDistance: away,
      planAfterTick: 0,
      surveyedTiles: 0,
    }
  },

  step(tx, agent, running) {
    const target = positionOf(tx.world, running.targetId)
    if (target === undefined) return refuse('E_INVALID_TARGET', 'follow target not found')
    if (manhattan(agent.pos, target) <= running.want) {
      hold(tx, agent, running)
      return 'running'
    }
    chase(tx, agent, running, target)
    return walk(tx, agent, running)
  },

  progress(world, agent, running) {
    const target = positionOf(world, running.targetId) ?? running.target
    const away = Math.max(0, manhattan(agent.pos, target) - running.want)
    return { progress: away === 0 ? 1 : 0, target, etaTicks: away }
  },
}

function keptDistance(distance: number): number {
  return distance <= 0 ? FOLLOW_DISTANCE_DEFAULT : Math.min(distance, FOLLOW_DISTANCE_MAX)
}

/** Near enough: forgets the way. */
function hold(tx: Tx, agent: Agent, running: MovementTask): void {
  if (running.goal === null) return
  tx.change(agent)
  running.path = []
  running.goal = null
  running.surveyedTiles = 0
}

/** Takes up where the target is now. A small move far away does not spoil the way towards it. */
function chase(tx: Tx, agent: Agent, running: MovementTask, target: Vec3): void {
  if (running.goal === null) {
    tx.change(agent)
    running.goal = agent.pos
    running.lastProgressTick = tx.tick
    running.planAfterTick = 0
  }
  const drift = manhattan(running.target, target)
  if (drift === 0 || drift * DRIFT_SHARE <= running.path.length) return
  tx.change(agent)
  running.target = target
  running.path = []
  running.surveyedTiles = 0
  running.bestDistance = manhattan(agent.pos, target)
}

function positionOf(world: World, id: string): Vec3 | undefined {
  return findAgent(world, id)?.pos ?? world.state.containers.get(id)?.pos
}
