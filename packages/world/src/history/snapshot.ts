import type { Lanes } from '../math/hash.js'
import type { WorldState } from '../state.js'
import type { KeptSection } from '../terrain/terrain.js'
import { assembleWorld, type World, type WorldConfig } from '../world.js'
import { copyState } from './copy-state.js'

/** Grows when rules change what a tick does with the same state and inputs. */
export const RULES_VERSION = 2

/** A world as it stood between two ticks: everything needed to go on exactly as it would have. */
export interface Snapshot {
  readonly version: 1
  readonly rules: number
  readonly generator: string
  readonly worldId: string
  readonly profile: string
  /** Names of the blocks by number at the time of saving; blocks are found again by name. */
  readonly blockNames: readonly string[]
  readonly state: WorldState
  readonly terrain: { readonly digest: Lanes; readonly sections: readonly KeptSection[] }
}

/** Takes a snapshot. Costs a copy of the agents; sections are shared and copied only if written later. */
export function save(world: World): Snapshot {
  const { terrain } = world
  return {
    version: 1,
    rules: RULES_VERSION,
    generator: terrain.generator.id,
    worldId: world.config.id,
    profile: world.profile.id,
    blockNames: world.content.blockNames,
    state: copyState(world.state),
    terrain: { digest: { ...terrain.digest }, sections: terrain.share() },
  }
}

/** Why a snapshot does not fit a world's configuration. */
export class SnapshotMismatchError extends Error {
  override readonly name = 'SnapshotMismatchError'
}

/** The world of a snapshot. It may be restored any number of times. */
export function restore(config: WorldConfig, snapshot: Snapshot): World {
  const mismatch = (what: string, saved: unknown, have: unknown): SnapshotMismatchError =>
    new SnapshotMismatchError(
      `snapshot of ${snapshot.worldId}, tick ${snapshot.state.tick}: ${what} is ${String(saved)}, this world has ${String(have)}`,
    )
  if ((snapshot.version as number) !== 1) throw mismatch('form', snapshot.version, 1)
  if (snapshot.rules !== RULES_VERSION) throw mismatch('rules version', snapshot.rules, RULES_VERSION)
  if (snapshot.profile !== config.profile.id) throw mismatch('profile', snapshot.profile, config.profile.id)
  const world = assembleWorld(config, copyState(snapshot.state))
  if (snapshot.generator !== world.terrain.generator.id) {
    throw mismatch('generator', snapshot.generator, world.terrain.generator.id)
  }
  const blockNames = world.content.blockNames
  const moved = snapshot.blockNames.findIndex((name, id) => blockNames[id] !== name)
  // Numbers belong to a world and only ever grow; a catalog that moved one would turn walls into something else.
  if (moved >= 0) throw mismatch(`block number ${moved}`, snapshot.blockNames[moved], blockNames[moved] ?? 'nothing')
  world.terrain.adopt(snapshot.terrain.sections, snapshot.terrain.digest)
  return world
}

/** A second world that starts as this one stands and goes its own way. */
export function fork(world: World): World {
  return restore(world.config, save(world))
}
