import type { Vec3 } from '@clawstead/protocol'
import { ORIGIN } from '@clawstead/protocol/plain'
import type { Progress } from '../rule.js'
import type { World } from '../world.js'

/** How far some work is: never above 1, and 0 where there is nothing to do. */
export function workProgress(world: World, doneTicks: number, allTicks: number, target: Vec3): Progress {
  const progress = allTicks <= 0 ? 0 : Math.min(1, doneTicks / allTicks)
  if (!world.profile.explains) return { progress, target: ORIGIN, etaTicks: 0 }
  return { progress, target, etaTicks: Math.max(0, allTicks - doneTicks) }
}
