import type { Snapshot } from '@clawstead/world'
import { LogDamagedError } from '../errors.js'
import { type FileSystem, tryUnlink } from '../files/file-system.js'
import { parseInboxName, readInboxFile } from '../inbox/inbox-file.js'
import { SequenceSet } from '../sequence-set.js'
import { createFileSnapshotStore } from '../snapshots/file-snapshot-store.js'
import { storeDirectories } from '../store-directories.js'
import { copyFilePart } from './copy-file.js'
import { LOG_FORMAT, segmentName } from './segment-header.js'
import { createSegment } from './segment-writer.js'
import { type AnchoredSpan, furthestSpan, isOnSpan, spansOf } from './spans.js'
import { type LogProblem, verifyLog } from './verify-log.js'

/** What a repair kept, with what proves it, and what it could not prove. */
export interface RepairReport {
  /** False when there was nothing to repair; then nothing was changed. */
  readonly isChanged: boolean
  readonly problems: readonly LogProblem[]
  readonly firstTick: number
  /** One less than `firstTick` when nothing but a snapshot was left. */
  readonly lastTick: number
  /** Ends the hash chain of what was kept: the repaired log was read again and gave this. */
  readonly chain: string
  /** The snapshot the kept ticks start from; nothing when they start at the world's birth. */
  readonly snapshotTick: number | null
  /** From this tick on something was found that could not be proved and is no longer part of the world. */
  readonly lostFromTick: number | null
  /** The folder with the log as it was found, untouched. */
  readonly setAside: string | null
  /** Snapshots that contradict what was kept, under their new names. */
  readonly snapshotsSetAside: readonly string[]
}

export interface RepairOptions {
  readonly fileSystem: FileSystem
  /** The folder of the world. */
  readonly directory: string
  readonly worldId: string
}

/**
 * Makes a damaged world usable again without believing anything unproved: keeps the stretch of history that reaches
 * furthest and has a state to start from, as new files, and leaves the old ones beside them. The world must not run.
 */
export async function repairLog({ fileSystem, directory, worldId }: RepairOptions): Promise<RepairReport> {
  const paths = storeDirectories(directory)
  await finishInterrupted(fileSystem, directory)
  const snapshots = await goodSnapshots(fileSystem, paths.snapshots, worldId)
  const wanted = new Set(snapshots.map(({ state }) => state.tick - 1))
  const digestByTick = new Map<number, string>()
  const settled = new SequenceSet()
  const found = await verifyLog({
    fileSystem,
    directory: paths.log,
    onGroup(group) {
      for (const sequence of group.inboxNumbers()) settled.add(sequence)
      for (const tick of wanted) {
        if (tick >= group.firstTick && tick < group.firstTick + group.count) digestByTick.set(tick, group.digest(tick))
      }
    },
  })
  const spans = spansOf(found)
  const kept = furthestSpan(spans, snapshots, digestByTick)
  if (kept === undefined) {
    const place = { file: paths.log, offset: 0, tick: 0 }
    throw new LogDamagedError(
      place,
      'neither the beginning of the log nor any snapshot can be proved; nothing was changed',
    )
  }
  const isOnKept = (snapshot: Snapshot): boolean =>
    kept.segments.length === 0
      ? snapshot === kept.snapshot || snapshot.state.tick < kept.firstTick
      : isOnSpan(snapshot, kept, digestByTick)
  const strangers = snapshots.filter((snapshot) => snapshot.state.tick >= kept.firstTick && !isOnKept(snapshot))
  const isWhole =
    kept.segments.length === found.segments.length && found.problems.length === 0 && kept.segments.length > 0
  const common = {
    problems: found.problems,
    firstTick: kept.firstTick,
    lastTick: kept.nextTick - 1,
    snapshotTick: kept.snapshot?.state.tick ?? null,
    lostFromTick: hasMoreThan(kept, found.segments) ? kept.nextTick : null,
  }
  if (isWhole && strangers.length === 0) {
    return {
      ...common,
      isChanged: false,
      chain: found.chain,
      lostFromTick: null,
      setAside: null,
      snapshotsSetAside: [],
    }
  }

  if (kept.segments.length === 0) await addInboxNumbers(fileSystem, paths.inbox, worldId, settled)
  const build = `${directory}/${BUILD_NAME}`
  await fileSystem.makeDirectory(build)
  for (const { path, firstTick, end } of kept.segments) {
    await copyFilePart(fileSystem, path, `${build}/${segmentName(firstTick)}`, end)
  }
  if (kept.segments.length === 0 && kept.snapshot !== undefined)
    await beginAt(fileSystem, build, kept.snapshot, settled)
  await fileSystem.syncDirectory(build)
  const proof = await verifyLog({ fileSystem, directory: build })
  const end = kept.segments.at(-1)
  if (proof.problems.length > 0 || (end !== undefined && proof.chain !== end.chain.toString('hex'))) {
    throw new LogDamagedError(
      { file: build, offset: 0, tick: kept.firstTick },
      'the copy does not read back as what was proved',
    )
  }

  const snapshotsSetAside: string[] = []
  for (const { state } of strangers) {
    const path = `${paths.snapshots}/${String(state.tick).padStart(12, '0')}.snapshot`
    await fileSystem.rename(path, `${path}.set-aside`)
    snapshotsSetAside.push(`${path}.set-aside`)
  }
  if (strangers.length > 0) await fileSystem.syncDirectory(paths.snapshots)
  const setAside = await swap(fileSystem, directory)
  return { ...common, isChanged: true, chain: proof.chain, setAside, snapshotsSetAside }
}

const BUILD_NAME = 'log.repaired'

/** The old log gets another name before the new one gets its own: at no moment is there a log that is neither. */
async function swap(fileSystem: FileSystem, directory: string): Promise<string | null> {
  const names = await fileSystem.list(directory)
  let setAside: string | null = null
  if (names.includes('log')) {
    let number = 1
    while (names.includes(`log.damaged-${number}`)) number++
    setAside = `${directory}/log.damaged-${number}`
    await fileSystem.rename(`${directory}/log`, setAside)
  }
  await fileSystem.rename(`${directory}/${BUILD_NAME}`, `${directory}/log`)
  await fileSystem.syncDirectory(directory)
  return setAside
}

/** A repair that was interrupted between its two renames is finished; one that was interrupted before is begun again. */
async function finishInterrupted(fileSystem: FileSystem, directory: string): Promise<void> {
  const names = await fileSystem.list(directory)
  if (!names.includes(BUILD_NAME)) return
  const build = `${directory}/${BUILD_NAME}`
  if (!names.includes('log')) {
    await fileSystem.rename(build, `${directory}/log`)
    await fileSystem.syncDirectory(directory)
    return
  }
  for (const name of await fileSystem.list(build)) await tryUnlink(fileSystem, `${build}/${name}`)
}

async function goodSnapshots(fileSystem: FileSystem, directory: string, worldId: string): Promise<Snapshot[]> {
  const store = createFileSnapshotStore({ fileSystem, directory, worldId })
  const good: Snapshot[] = []
  for (const { tick } of await store.list()) {
    const { found } = await store.latest(tick)
    if (found?.info.tick === tick) good.push(found.snapshot)
  }
  return good
}

/** Whether the files hold, or held, anything after the kept stretch. */
function hasMoreThan(
  kept: AnchoredSpan,
  segments: readonly { firstTick: number; nextTick: number; problem: unknown; isTornTail: boolean }[],
): boolean {
  return segments.some(({ firstTick, nextTick, problem, isTornTail }) => {
    const isBroken = problem !== undefined && !isTornTail
    return nextTick > kept.nextTick || firstTick > kept.nextTick || (isBroken && nextTick >= kept.nextTick)
  })
}

/**
 * Without the log nobody knows which entries the snapshot's world has taken. They are dropped: an act that is
 * missing can be sent again, one that happened twice cannot be taken back.
 */
async function addInboxNumbers(
  fileSystem: FileSystem,
  directory: string,
  worldId: string,
  settled: SequenceSet,
): Promise<void> {
  for (const name of await fileSystem.list(directory)) {
    if (parseInboxName(name) === undefined) continue
    const { entries } = await readInboxFile(fileSystem, `${directory}/${name}`, worldId)
    for (const { sequence } of entries) settled.add(sequence)
  }
}

/** An empty log that goes on from a snapshot. */
async function beginAt(
  fileSystem: FileSystem,
  directory: string,
  snapshot: Snapshot,
  settled: SequenceSet,
): Promise<void> {
  const { worldId, generator, rules, state } = snapshot
  const writer = await createSegment(fileSystem, directory, {
    format: LOG_FORMAT,
    worldId,
    seed: state.seed,
    generator,
    rules,
    // The next program to open it fills in its own: there is no record yet that any content has made.
    content: '',
    firstTick: state.tick,
    previous: null,
    previousDigest: state.chain,
    settled: settled.runs(),
  })
  await writer.close()
}
