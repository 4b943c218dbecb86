import type { Vec3 } from '@clawstead/protocol'
import type { World } from '../world.js'
import { safeGroundNear } from './spawn.js'
import { isPassable, isSolid } from './standing.js'

/**
 * Where a body goes whose cells were filled: to the first room above, or to safe ground near where there is none.
 * It stays where blocks may be set into bodies, or where there is room already.
 */
export function roomFor(world: World, pos: Vec3): Vec3 {
  if (world.profile.placesIntoBodies) return pos
  const [x, y, z] = pos
  for (let up = y; up < world.profile.height; up++) {
    if (isPassable(world, x, up, z) && isPassable(world, x, up + 1, z) && !isSolid(world, x, up, z)) {
      return up === y ? pos : [x, up, z]
    }
  }
  return safeGroundNear(world, x, z)
}
