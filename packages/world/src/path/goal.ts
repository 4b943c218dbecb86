import type { Vec3 } from '@clawstead/protocol'
import { canStand } from '../body/standing.js'
import { clamp } from '../math/integer.js'
import type { World } from '../world.js'

/**
 * The cell a walker heads for. One that cannot be stood in names its column: then it is the standable cell of that
 * column nearest the given y, the upper one of two; y = 0 stands for the walker's own height. A column without any
 * is kept as it was asked for, since coming near may still be enough.
 */
export function resolveTarget(world: World, ownY: number, [x, askedY, z]: Vec3): Vec3 {
  const top = world.profile.height - 1
  const y = clamp(askedY, 0, top)
  if (canStand(world, x, y, z)) return [x, y, z]
  const near = askedY === 0 ? ownY : y
  for (let away = 0; away <= top; away++) {
    if (near + away <= top && canStand(world, x, near + away, z)) return [x, near + away, z]
    if (near - away >= 0 && canStand(world, x, near - away, z)) return [x, near - away, z]
  }
  return [x, y, z]
}
