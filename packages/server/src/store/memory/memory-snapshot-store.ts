import type { Snapshot } from '@clawstead/world'
import { SNAPSHOTS_KEPT } from '../limits.js'
import type { SnapshotInfo, SnapshotStore } from '../snapshot-store.js'
import { decodeSnapshot, encodeSnapshot } from '../snapshots/snapshot-codec.js'

/** Snapshots that are gone at the end of the process; for development and tests. */
export function createMemorySnapshotStore(worldId: string, keep = SNAPSHOTS_KEPT): SnapshotStore {
  if (!Number.isInteger(keep) || keep < 1)
    throw new RangeError(`snapshots of ${worldId}: keep must be 1 or more, not ${keep}`)
  const bytesByTick = new Map<number, Buffer>()
  const infoOf = (tick: number): SnapshotInfo => ({
    tick,
    bytes: bytesByTick.get(tick)?.length ?? 0,
    file: `memory:${tick}`,
  })
  const ticks = (): number[] => [...bytesByTick.keys()].sort((a, b) => a - b)

  async function write(snapshot: Snapshot): Promise<SnapshotInfo> {
    const pieces: Buffer[] = []
    for await (const piece of encodeSnapshot(snapshot)) pieces.push(piece)
    const { tick } = snapshot.state
    bytesByTick.set(tick, Buffer.concat(pieces))
    for (const old of ticks().slice(0, -keep)) bytesByTick.delete(old)
    return infoOf(tick)
  }

  return {
    write,
    async latest(atOrBefore = Number.POSITIVE_INFINITY) {
      const tick = ticks().findLast((candidate) => candidate <= atOrBefore)
      const bytes = tick === undefined ? undefined : bytesByTick.get(tick)
      if (tick === undefined || bytes === undefined) return { found: undefined, damaged: [] }
      return { found: { snapshot: decodeSnapshot(bytes, `memory:${tick}`), info: infoOf(tick) }, damaged: [] }
    },
    async list() {
      return ticks().map(infoOf)
    },
  }
}
