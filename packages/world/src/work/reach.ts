import type { ErrorCode, Vec3 } from '@clawstead/protocol'
import { manhattan } from '../order.js'
import type { Reach } from '../profile.js'
import type { Refusal } from '../rule.js'
import type { Agent } from '../state.js'
import type { World } from '../world.js'
import { explain } from './explain.js'

/** What somebody reaches out for. */
export type ReachKind = Exclude<keyof Reach, 'from'>

/** How far a cell is from the hands, as the profile measures it. */
function reachDistance(world: World, agent: Agent, at: Vec3): number {
  const { reach, bodyCells } = world.profile
  const [x, y, z] = agent.pos
  if (reach.from === 'feet') return manhattan(agent.pos, at)
  const head = y + bodyCells - 1
  return Math.max(Math.abs(at[0] - x), Math.abs(at[1] - head), Math.abs(at[2] - z))
}

export function isWithinReach(world: World, agent: Agent, at: Vec3, kind: ReachKind): boolean {
  return reachDistance(world, agent, at) <= world.profile.reach[kind]
}

/** Says that something is out of reach, and by how much. */
export function tooFar(
  world: World,
  agent: Agent,
  at: Vec3,
  kind: ReachKind,
  { code = 'E_BLOCKED', message = 'too far' }: { readonly code?: ErrorCode; readonly message?: string } = {},
): Refusal {
  return explain(world, code, message, {
    distance: reachDistance(world, agent, at),
    reach: world.profile.reach[kind],
    target: at,
  })
}

/** A cell below or above the world is refused when it is asked for; one beyond its edge when hands get there. */
export function checkHeight(world: World, at: Vec3): Refusal | undefined {
  if (at[1] >= 0 && at[1] < world.profile.height) return undefined
  return explain(world, 'E_INVALID_TARGET', world.profile.outside(at), { height: world.profile.height })
}
