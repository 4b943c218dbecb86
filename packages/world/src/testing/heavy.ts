import { PartDigests } from '../history/digest.js'
import { fork } from '../history/snapshot.js'
import type { Input } from '../inputs.js'
import { lanesToHex } from '../math/hash.js'
import { type TickResult, tick } from '../tick.js'
import type { World } from '../world.js'

/** Whether every scenario saves, loads and compares at each tick. */
export const HEAVY = globalThis.process?.env['CLAWSTEAD_HEAVY'] === '1'

/**
 * One tick that also proves that saving loses nothing: the world and a restored copy of it take the same step
 * and must agree, and the sums kept up along the way must equal those made from scratch.
 */
export function heavyTick(world: World, inputs: readonly Input[]): TickResult {
  const copy = fork(world)
  const result = tick(world, inputs)
  const again = tick(copy, inputs)
  same('events after a restore', JSON.stringify(again.events), JSON.stringify(result.events))
  same('digest after a restore', again.digest, result.digest)
  const scratch = new PartDigests()
  scratch.rebuild(world.state)
  same('digest from scratch', lanesToHex(scratch.sum), lanesToHex(world.digests.sum))
  return result
}

function same(what: string, actual: string, expected: string): void {
  if (actual !== expected) throw new Error(`${what} differs\n  expected ${expected}\n  actual   ${actual}`)
}
