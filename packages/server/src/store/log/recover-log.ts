import { LogDamagedError, StoreMismatchError } from '../errors.js'
import type { FileSystem } from '../files/file-system.js'
import type { LogIdentity } from '../log-store.js'
import { SequenceSet } from '../sequence-set.js'
import type { SegmentHeader } from './segment-header.js'
import { TEMPORARY_SUFFIX } from './segment-writer.js'
import {
  gapBetween,
  HEADER_CHUNK_BYTES,
  headerOf,
  listSegments,
  type Segment,
  type SegmentEnd,
  withSegment,
} from './segments.js'
import type { WalkStop } from './walk-segment.js'

/** What opening a log found and did. */
export interface LogRecovery {
  readonly segments: number
  readonly firstTick: number
  /** The last tick that was kept; one less than `firstTick` when there is none. */
  readonly lastTick: number
  /** Segments from this tick on were read and proved; older ones were only looked at. */
  readonly provedFromTick: number
  /** The end of a write that a crash interrupted, which was cut off. */
  readonly cut: {
    readonly file: string
    readonly offset: number
    readonly bytes: number
    readonly reason: string
  } | null
  /** Half-made files of an interrupted write that were removed. */
  readonly removed: readonly string[]
}

/** A log as found on disk, proved as far back as asked for. */
export interface RecoveredLog {
  readonly segments: readonly Segment[]
  readonly last:
    | { readonly segment: Segment; readonly header: SegmentHeader; readonly end: number; readonly chain: Buffer }
    | undefined
  readonly nextTick: number
  readonly lastDigest: string
  readonly settled: SequenceSet
  /** Digest after the tick before `fromTick`, if the log knows it. */
  readonly digestBefore: string | undefined
  readonly recovery: LogRecovery
}

interface RecoverOptions {
  readonly fileSystem: FileSystem
  readonly directory: string
  readonly identity: LogIdentity
  /** The first tick that will be replayed. */
  readonly fromTick: number
  /** The tick an empty log begins with. */
  readonly birthTick: number
}

export async function recoverLog(options: RecoverOptions): Promise<RecoveredLog> {
  const { fileSystem, directory, identity, fromTick, birthTick } = options
  const removed = await removeLeftovers(fileSystem, directory)
  const segments = await listSegments(fileSystem, directory)
  const oldest = segments[0]
  if (oldest === undefined) return emptyLog(birthTick, removed)

  const headers = await readHeaders(fileSystem, segments, identity)
  const startIndex = segments.findLastIndex(({ firstTick }) => firstTick <= fromTick)
  if (startIndex < 0) {
    const place = { file: oldest.path, offset: 0, tick: fromTick }
    throw new LogDamagedError(
      place,
      `the log begins at tick ${oldest.firstTick}; ticks ${fromTick} to ${oldest.firstTick - 1} are missing`,
    )
  }

  const settled = new SequenceSet((headers[startIndex] as SegmentHeader).settled)
  let before: SegmentEnd | undefined
  let digestBefore: string | undefined
  let end = 0
  let lastDigest = ''
  let cut: LogRecovery['cut'] = null
  for (const [index, segment] of segments.entries()) {
    if (index < startIndex) continue
    const isLast = index === segments.length - 1
    await withSegment(fileSystem, segment, async (walk, fileSize) => {
      const header = headerOf(segment, walk)
      const gap = before === undefined ? undefined : gapBetween(before, header)
      if (gap !== undefined) throw new LogDamagedError({ file: segment.path, offset: 0, tick: segment.firstTick }, gap)
      if (header.firstTick === fromTick) digestBefore = header.previousDigest
      for (let groups = await walk.next(); groups !== undefined; groups = await walk.next()) {
        for (const group of groups) {
          for (const sequence of group.inboxNumbers()) settled.add(sequence)
          if (group.firstTick < fromTick && fromTick <= group.firstTick + group.count)
            digestBefore = group.digest(fromTick - 1)
        }
      }
      if (walk.stop !== undefined) cut = cutAt(segment, walk.stop, { isLast, nextTick: walk.nextTick, fileSize })
      if (walk.nextTick > fromTick && walk.nextTick > header.firstTick)
        checkReplayable(header, identity, segment, walk.nextTick)
      before = { firstTick: segment.firstTick, nextTick: walk.nextTick, chain: walk.chain }
      end = walk.end
      lastDigest = walk.lastDigest
    })
  }
  const { nextTick, chain } = before as unknown as SegmentEnd
  const recovery = {
    segments: segments.length,
    firstTick: oldest.firstTick,
    lastTick: nextTick - 1,
    provedFromTick: (segments[startIndex] as Segment).firstTick,
    cut,
    removed,
  }
  const last = { segment: segments.at(-1) as Segment, header: headers.at(-1) as SegmentHeader, end, chain }
  return { segments, last, nextTick, lastDigest, settled, digestBefore, recovery }
}

/** Only the very end of the log may be incomplete; anything else is more than a crash can do. */
function cutAt(
  { path }: Segment,
  { offset, reason, isDamage }: WalkStop,
  { isLast, nextTick, fileSize }: { isLast: boolean; nextTick: number; fileSize: number },
): LogRecovery['cut'] {
  if (isLast && !isDamage) return { file: path, offset, bytes: fileSize - offset, reason }
  throw new LogDamagedError({ file: path, offset, tick: nextTick }, reason)
}

function emptyLog(birthTick: number, removed: readonly string[]): RecoveredLog {
  const recovery = {
    segments: 0,
    firstTick: birthTick,
    lastTick: birthTick - 1,
    provedFromTick: birthTick,
    cut: null,
    removed,
  }
  return {
    segments: [],
    last: undefined,
    nextTick: birthTick,
    lastDigest: '',
    settled: new SequenceSet(),
    digestBefore: undefined,
    recovery,
  }
}

async function removeLeftovers(fileSystem: FileSystem, directory: string): Promise<string[]> {
  const names = (await fileSystem.list(directory)).filter((name) => name.endsWith(TEMPORARY_SUFFIX))
  for (const name of names) await fileSystem.unlink(`${directory}/${name}`)
  return names
}

/** Looks at every file without reading it whole: is each one there, and does it belong to this world? */
async function readHeaders(
  fileSystem: FileSystem,
  segments: readonly Segment[],
  identity: LogIdentity,
): Promise<SegmentHeader[]> {
  const headers: SegmentHeader[] = []
  for (const [index, segment] of segments.entries()) {
    const header = await withSegment(fileSystem, segment, async (walk) => headerOf(segment, walk), HEADER_CHUNK_BYTES)
    for (const field of ['worldId', 'seed', 'generator'] as const) {
      if (header[field] !== identity[field]) {
        throw new StoreMismatchError(`${segment.path} has ${field} ${header[field]}, this world has ${identity[field]}`)
      }
    }
    const before = segments[index - 1]
    if (before !== undefined && header.previous?.firstTick !== before.firstTick) {
      const wanted = header.previous === null ? 'nothing' : `the segment of tick ${header.previous.firstTick}`
      const place = { file: segment.path, offset: 0, tick: header.previous?.firstTick ?? segment.firstTick }
      throw new LogDamagedError(place, `it follows ${wanted}, which is not the file before it: a file is missing`)
    }
    headers.push(header)
  }
  return headers
}

/** Inputs mean what they meant only to the rules and the content they were made with. */
function checkReplayable(header: SegmentHeader, identity: LogIdentity, { path }: Segment, nextTick: number): void {
  for (const field of ['rules', 'content'] as const) {
    if (header[field] === identity[field]) continue
    throw new StoreMismatchError(
      `${path}: ticks up to ${nextTick - 1} were made with ${field} ${header[field]} and are not closed by a snapshot; ` +
        `this program has ${field} ${identity[field]}. Start it once with ${field} ${header[field]}, stop it, then upgrade`,
    )
  }
}
