import { addLanes, Hasher, type Lanes, lanesToHex, subtractLanes } from '../math/hash.js'
import type { WorldState } from '../state.js'
import type { World } from '../world.js'
import { PART_KINDS, type PartKind } from './parts.js'

/**
 * The hash of every part of the state, and their sum. Only parts that were touched are hashed again;
 * a sum lets one part be taken out and put back without looking at the others.
 */
export class PartDigests {
  private readonly byKind = new Map<PartKind, Map<string, Lanes>>()
  private readonly touched = new Map<PartKind, Set<string>>()
  readonly sum: Lanes = { lo: 0, hi: 0 }

  constructor() {
    for (const kind of PART_NAMES) {
      this.byKind.set(kind, new Map())
      this.touched.set(kind, new Set())
    }
  }

  touch(kind: PartKind, id: string): void {
    this.touched.get(kind)?.add(id)
  }

  /** Hashes what was touched since the last time. */
  settle(state: WorldState): void {
    for (const [kind, ids] of this.touched) {
      if (ids.size === 0) continue
      const known = this.byKind.get(kind) as Map<string, Lanes>
      for (const id of ids) this.replace(known, kind, id, state)
      ids.clear()
    }
  }

  rebuild(state: WorldState): void {
    this.sum.lo = 0
    this.sum.hi = 0
    for (const kind of PART_NAMES) {
      const known = this.byKind.get(kind) as Map<string, Lanes>
      known.clear()
      this.touched.get(kind)?.clear()
      for (const id of PART_KINDS[kind].ids(state)) this.replace(known, kind, id, state)
    }
  }

  private replace(known: Map<string, Lanes>, kind: PartKind, id: string, state: WorldState): void {
    const before = known.get(id)
    if (before !== undefined) subtractLanes(this.sum, before)
    const hasher = new Hasher().text(kind).text(id)
    if (PART_KINDS[kind].hash(hasher, state, id)) {
      const after = hasher.done()
      known.set(id, after)
      addLanes(this.sum, after)
    } else {
      known.delete(id)
    }
  }
}

const PART_NAMES = Object.keys(PART_KINDS) as PartKind[]

/** The digest of a world as it stands, chained to the one before. */
export function worldDigest(world: World, tick: number): string {
  const { state, terrain, digests } = world
  digests.settle(state)
  const hasher = new Hasher().text(state.chain).int(tick).int(state.seed).int(state.season)
  hasher.lanes(digests.sum).lanes(terrain.digest)
  const { task, item, post } = state.counters
  hasher.int(task).int(item).int(post)
  return lanesToHex(hasher.done())
}
