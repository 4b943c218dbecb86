import type { Snapshot } from '@clawstead/world'
import { LogDamagedError, StoreMismatchError } from './errors.js'
import type { FileSystem } from './files/file-system.js'
import { createNodeFileSystem } from './files/node-file-system.js'
import { type FoundInbox, readInbox } from './inbox/read-inbox.js'
import { type CommitTiming, openFileLog } from './log/file-log-store.js'
import type { LogIdentity, LogStore } from './log-store.js'
import type { RecoveryReport } from './recovery-report.js'
import type { SnapshotInfo, SnapshotStore } from './snapshot-store.js'
import { createFileSnapshotStore } from './snapshots/file-snapshot-store.js'
import { storeDirectories } from './store-directories.js'

export interface WorldStoreOptions {
  /** The folder of this world. */
  readonly directory: string
  readonly identity: LogIdentity
  readonly fileSystem?: FileSystem
  readonly segmentBytesMax?: number
  readonly snapshotsKept?: number
  /** Forget log sections older than the oldest kept snapshot. History is kept unless this says otherwise. */
  readonly isHistoryForgotten?: boolean
  readonly onCommit?: (timing: CommitTiming) => void
}

/**
 * Everything one world has on disk. To bring it back: restore `snapshot` (or create the world when there is none), run the
 * records of `log.readFrom` the world's next tick, comparing digests, then deliver `inbox.pending` with the next tick.
 */
export interface WorldStore {
  readonly log: LogStore
  /** What waits to be delivered. Acts are put there by whoever acknowledges them, from `inbox.position` on. */
  readonly inbox: FoundInbox
  readonly snapshots: SnapshotStore
  /** Where to start from. */
  readonly snapshot: Snapshot | undefined
  readonly report: RecoveryReport
  /**
   * Saves a state of the world as it stands after the last appended tick, in the background: the log up to there is
   * made durable first, and goes on in a section of its own. Taking and saving must happen between the same two ticks.
   */
  saveSnapshot(snapshot: Snapshot): Promise<SnapshotInfo>
  close(): Promise<void>
}

export async function openWorldStore(options: WorldStoreOptions): Promise<WorldStore> {
  const { directory, identity, fileSystem = createNodeFileSystem() } = options
  const { worldId } = identity
  const paths = storeDirectories(directory)
  await refuseHalfRepaired(fileSystem, directory)

  const snapshots = createFileSnapshotStore({
    fileSystem,
    directory: paths.snapshots,
    worldId,
    ...(options.snapshotsKept === undefined ? {} : { keep: options.snapshotsKept }),
  })
  const search = await snapshots.latest()
  const snapshot = search.found?.snapshot
  const fromTick = snapshot?.state.tick ?? 0
  if (snapshot !== undefined && snapshot.generator !== identity.generator) {
    throw new StoreMismatchError(
      `${search.found?.info.file} has generator ${snapshot.generator}, this world has ${identity.generator}`,
    )
  }
  const { log, recovery, digestBefore } = await openFileLog({
    fileSystem,
    directory: paths.log,
    identity,
    fromTick,
    ...(options.segmentBytesMax === undefined ? {} : { segmentBytesMax: options.segmentBytesMax }),
    ...(options.onCommit === undefined ? {} : { onCommit: options.onCommit }),
  })
  try {
    if (snapshot !== undefined) checkMeets(snapshot, search.found?.info.file ?? '', log, digestBefore)
    const inbox = await readInbox({ fileSystem, directory: paths.inbox, worldId, settled: log.settled })
    const report: RecoveryReport = {
      worldId,
      snapshot: search.found?.info ?? null,
      damagedSnapshots: search.damaged,
      log: recovery,
      inbox: inbox.recovery,
    }
    return {
      log,
      inbox,
      snapshots,
      snapshot,
      report,
      async saveSnapshot(taken) {
        if (taken.state.tick !== log.nextTick || taken.state.chain !== log.lastDigest) {
          throw new RangeError(
            `snapshot of ${worldId}: it is of tick ${taken.state.tick}, the log stands at tick ${log.nextTick}`,
          )
        }
        log.beginSection()
        await log.commit()
        const info = await snapshots.write(taken)
        const oldest = (await snapshots.list())[0]
        if (options.isHistoryForgotten === true && oldest !== undefined) await log.forgetBefore(oldest.tick)
        return info
      },
      close: () => log.close(),
    }
  } catch (error) {
    await log.close().catch(() => {})
    throw error
  }
}

/** A snapshot is only ever written after the log before it: one that stands beyond the log's end means that records are gone. */
function checkMeets(snapshot: Snapshot, file: string, log: LogStore, digestBefore: string | undefined): void {
  const { tick, chain } = snapshot.state
  if (tick > log.nextTick) {
    const what = `the snapshot was taken after the last record of the log: ticks ${log.nextTick} to ${tick - 1} are missing`
    throw new LogDamagedError({ file, offset: 0, tick: log.nextTick }, what)
  }
  if (digestBefore !== undefined && digestBefore !== chain) {
    const what = `the snapshot has digest ${chain} after tick ${tick - 1}, the log says ${digestBefore}: they are not of one history`
    throw new LogDamagedError({ file, offset: 0, tick: tick - 1 }, what)
  }
}

async function refuseHalfRepaired(fileSystem: FileSystem, directory: string): Promise<void> {
  const names = await fileSystem.list(directory)
  if (!names.includes('log') && names.some((name) => name.startsWith('log.'))) {
    throw new LogDamagedError(
      { file: `${directory}/log`, offset: 0, tick: 0 },
      'a repair was interrupted; run the repair again',
    )
  }
}
