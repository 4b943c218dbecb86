import { HistoryGoneError, LogDamagedError } from '../errors.js'
import type { FileSystem } from '../files/file-system.js'
import type { TickRecord } from '../log-store.js'
import { gapBetween, headerOf, listSegments, type Segment, type SegmentEnd } from './segments.js'
import { walkSegment } from './walk-segment.js'

export interface ReadOptions {
  readonly fileSystem: FileSystem
  readonly segments: readonly Segment[]
  readonly fromTick: number
  /** The segment that is being written, and how much of it is durable. */
  readonly open?: { readonly firstTick: number; readonly end: number } | undefined
  /** Whether an interrupted write at the very end is simply the end. */
  readonly isTornTailFine?: boolean
}

/**
 * The records of a log that may be in use by another process, without changing anything: for replays and questions.
 * What is not complete yet is not given.
 */
export async function* readLog({
  fileSystem,
  directory,
  fromTick,
}: ReadLogOptions): AsyncGenerator<TickRecord, void, undefined> {
  const segments = await listSegments(fileSystem, directory)
  const first = segments[0]?.firstTick ?? 0
  if (fromTick < first)
    throw new HistoryGoneError(`${directory}: tick ${fromTick} is no longer kept, the first one is ${first}`)
  yield* readRecords({ fileSystem, segments, fromTick, isTornTailFine: true })
}

export interface ReadLogOptions {
  readonly fileSystem: FileSystem
  /** The folder of the log. */
  readonly directory: string
  readonly fromTick: number
}

/** Records in order, each proved before it is given; throws a LogDamagedError at the first one that cannot be. */
export async function* readRecords(options: ReadOptions): AsyncGenerator<TickRecord, void, undefined> {
  const { fileSystem, segments, fromTick, open, isTornTailFine = false } = options
  const startIndex = Math.max(
    0,
    segments.findLastIndex(({ firstTick }) => firstTick <= fromTick),
  )
  let before: SegmentEnd | undefined
  for (const segment of segments.slice(startIndex)) {
    const file = await fileSystem.open(segment.path, 'read')
    try {
      const fileSize = segment.firstTick === open?.firstTick ? open.end : await file.size()
      const walk = await walkSegment(file, fileSize, segment.path)
      const header = headerOf(segment, walk)
      const gap = before === undefined ? undefined : gapBetween(before, header)
      if (gap !== undefined) throw new LogDamagedError({ file: segment.path, offset: 0, tick: segment.firstTick }, gap)
      for (let groups = await walk.next(); groups !== undefined; groups = await walk.next()) {
        for (const group of groups) {
          if (group.firstTick + group.count > fromTick) yield* group.records(fromTick)
        }
      }
      const isFine = isTornTailFine && segment === segments.at(-1) && walk.stop?.isDamage === false
      if (walk.stop !== undefined && !isFine) {
        throw new LogDamagedError(
          { file: segment.path, offset: walk.stop.offset, tick: walk.nextTick },
          walk.stop.reason,
        )
      }
      before = { firstTick: segment.firstTick, nextTick: walk.nextTick, chain: walk.chain }
    } finally {
      await file.close()
    }
  }
}
