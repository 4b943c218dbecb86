import type { Input, Snapshot } from '@clawstead/world'
import type { FileSystem } from '../files/file-system.js'
import { createFileInbox } from '../inbox/file-inbox-store.js'
import type { InboxStore } from '../inbox-store.js'
import type { TickRecord } from '../log-store.js'
import { storeDirectories } from '../store-directories.js'
import { openWorldStore, type WorldStore } from '../world-store.js'
import { SAMPLE_IDENTITY, sampleAct, sampleDigest, sampleRecord } from './sample-records.js'

export const RUN_TICKS = 60
export const RUN_DIRECTORY = 'data/worlds/OVERWORLD'

/** What the world outside was told during a run, and so must find to be true afterwards. */
export interface RunWitness {
  /** Every record that was handed to the log, whatever became of it. */
  readonly appended: TickRecord[]
  /** The last tick whose commit resolved. */
  shownTick: number
  /** Inputs whose `put` resolved, by number. */
  readonly acknowledged: Map<number, Input>
  /** Ticks of snapshots whose write resolved. */
  readonly snapshots: number[]
  failures: number
}

export function createWitness(): RunWitness {
  return { appended: [], shownTick: -1, acknowledged: new Map(), snapshots: [], failures: 0 }
}

/** A snapshot of nothing much, with what a store looks at. */
export function sampleSnapshot(tick: number): Snapshot {
  const filler = Array.from({ length: 400 }, (_, index) => index * tick)
  return {
    version: 1,
    rules: SAMPLE_IDENTITY.rules,
    generator: SAMPLE_IDENTITY.generator,
    worldId: SAMPLE_IDENTITY.worldId,
    profile: 'standard',
    blockNames: ['AIR', 'STONE'],
    state: { tick, seed: SAMPLE_IDENTITY.seed, chain: sampleDigest(tick - 1), filler: new Map([['a', filler]]) },
    terrain: {
      digest: { lo: tick, hi: 1 },
      sections: [{ cx: 0, cz: -1, sy: 3, section: new Uint8Array(4096).fill(7) }],
    },
  } as unknown as Snapshot
}

export function openRun(fileSystem: FileSystem): Promise<WorldStore> {
  return openWorldStore({
    fileSystem,
    directory: RUN_DIRECTORY,
    identity: SAMPLE_IDENTITY,
    segmentBytesMax: 1500,
    snapshotsKept: 2,
  })
}

/** What acts of the run are put into. */
export function openRunInbox(fileSystem: FileSystem, store: WorldStore): InboxStore {
  const { inbox: directory } = storeDirectories(RUN_DIRECTORY)
  const { worldId } = SAMPLE_IDENTITY
  return createFileInbox({ fileSystem, directory, worldId, position: store.inbox.position, fileBytesMax: 900 })
}

/**
 * A short life of a world: acts come in, ticks take them, most are shown at once and some in groups, files are closed
 * because they are long and because of snapshots. `insist` decides what a host does when the disk refuses.
 */
export async function recordedRun(
  fileSystem: FileSystem,
  witness: RunWitness,
  insist: <T>(step: () => Promise<T>) => Promise<T>,
): Promise<void> {
  const store = await openRun(fileSystem)
  const inbox = openRunInbox(fileSystem, store)
  let waiting: { sequence: number; input: Input }[] = store.inbox.pending.map((entry) => ({ ...entry }))
  for (let tick = store.log.nextTick; tick < RUN_TICKS; tick++) {
    if (tick % 2 === 0) {
      const inputs = [sampleAct(tick * 10), sampleAct(tick * 10 + 1)]
      const sequences = await Promise.all(inputs.map((input) => insist(() => inbox.put(input))))
      for (const [index, sequence] of sequences.entries()) {
        const input = inputs[index] as Input
        witness.acknowledged.set(sequence, input)
        waiting.push({ sequence, input })
      }
    }
    const taken = waiting.sort((a, b) => a.sequence - b.sequence)
    waiting = []
    const rest = sampleRecord(tick)
    const record: TickRecord = {
      ...rest,
      inputs: [...taken.map(({ input }) => input), ...rest.inputs.filter(({ kind }) => kind !== 'act')],
      inbox: taken.map(({ sequence }) => sequence),
    }
    witness.appended[tick] = record
    store.log.append(record)
    // Nobody watches for a while: such ticks are committed together.
    if (tick % 10 < 7) {
      await insist(() => store.log.commit())
      witness.shownTick = tick
    }
    if (tick === 19 || tick === 40 || tick === 49) {
      await insist(() => store.saveSnapshot(sampleSnapshot(tick + 1)))
      await inbox.forget(store.log.settled)
      witness.snapshots.push(tick + 1)
      witness.shownTick = tick
    }
  }
  await insist(() => store.log.commit())
  witness.shownTick = RUN_TICKS - 1
  await inbox.close()
  await store.close()
}
