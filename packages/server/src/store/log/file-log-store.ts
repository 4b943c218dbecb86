import { HistoryGoneError, LogDamagedError, toWriteFailure } from '../errors.js'
import { type FileSystem, tryUnlink } from '../files/file-system.js'
import { GROUP_BYTES_MAX, GROUP_TICKS_MAX, PENDING_BYTES_MAX, PENDING_TICKS_MAX, SEGMENT_BYTES_MAX } from '../limits.js'
import { checkRecord, type LogIdentity, type LogStore } from '../log-store.js'
import { readRecords } from './read-records.js'
import { type LogRecovery, recoverLog } from './recover-log.js'
import { LOG_FORMAT, type SegmentHeader, segmentName } from './segment-header.js'
import { createSegment, resumeSegment, type SegmentWriter } from './segment-writer.js'
import type { Segment } from './segments.js'
import { encodeTickGroup, type PackedTick, packTick } from './tick-group.js'

/** What one group cost to make durable. */
export interface CommitTiming {
  readonly ticks: number
  readonly bytes: number
  readonly durationMs: number
}

export interface FileLogOptions {
  readonly fileSystem: FileSystem
  readonly directory: string
  readonly identity: LogIdentity
  /** The first tick that will be replayed; segments before it are not read. The whole log unless said. */
  readonly fromTick?: number
  /** The tick and the digest an empty log goes on from; 0 unless said. */
  readonly birth?: { readonly tick: number; readonly digest: string }
  readonly segmentBytesMax?: number
  /** Told after every group, for metrics. */
  readonly onCommit?: (timing: CommitTiming) => void
}

export interface OpenedLog {
  readonly log: LogStore
  readonly recovery: LogRecovery
  /** Digest after the tick before `fromTick`; nothing when the log does not reach that far. */
  readonly digestBefore: string | undefined
}

interface Waiting extends PackedTick {
  readonly beginsSection: boolean
}

interface Waiter {
  readonly tick: number
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** A log in a directory of its own: segment files that are only ever added to. */
export async function openFileLog(options: FileLogOptions): Promise<OpenedLog> {
  const { fileSystem, directory, identity, onCommit, segmentBytesMax = SEGMENT_BYTES_MAX } = options
  const { birth = { tick: 0, digest: '' }, fromTick = birth.tick } = options
  const { worldId } = identity
  await fileSystem.makeDirectory(directory)
  const found = await recoverLog({ fileSystem, directory, identity, fromTick, birthTick: birth.tick })
  const { settled } = found
  const segments: Segment[] = [...found.segments]
  let writer: SegmentWriter | undefined
  if (found.last !== undefined) {
    writer = await resumeSegment(fileSystem, found.last.segment.path, {
      firstTick: found.last.segment.firstTick,
      ...found.last,
    })
  }
  /** Of the segment being written. */
  let current = found.last?.header
  let mustBegin = current !== undefined && (current.rules !== identity.rules || current.content !== identity.content)

  let nextTick = found.nextTick
  let durableTick = nextTick - 1
  let lastDigest = found.last === undefined ? birth.digest : found.lastDigest
  let durableDigest = lastDigest
  let waiting: Waiting[] = []
  let waitingBytes = 0
  let waiters: Waiter[] = []
  let flushing: Promise<void> | undefined
  let damage: LogDamagedError | undefined
  let isClosed = false

  /** The longest run of waiting ticks that may become one write. */
  function nextGroup(): Waiting[] {
    let count = 0
    let bytes = 0
    for (const entry of waiting) {
      if (count > 0 && (entry.beginsSection || bytes >= GROUP_BYTES_MAX || count >= GROUP_TICKS_MAX)) break
      bytes += bytesOf(entry)
      count++
    }
    return waiting.slice(0, count)
  }

  async function segmentFor(first: Waiting): Promise<SegmentWriter> {
    const isFull = writer !== undefined && writer.end >= segmentBytesMax
    if (writer !== undefined && !isFull && !mustBegin && !(first.beginsSection && writer.firstTick !== first.tick))
      return writer
    // A segment that never got a record is replaced by one with the same place in the chain.
    const isReplacing = writer?.firstTick === first.tick
    const following = writer === undefined ? null : { firstTick: writer.firstTick, chain: writer.chain.toString('hex') }
    const header: SegmentHeader = {
      format: LOG_FORMAT,
      ...identity,
      firstTick: first.tick,
      previous: isReplacing ? (current?.previous ?? null) : following,
      previousDigest: durableDigest,
      settled: settled.runs(),
    }
    const created = await createSegment(fileSystem, directory, header)
    await writer?.close().catch(() => {})
    writer = created
    current = header
    mustBegin = false
    if (!isReplacing) segments.push({ firstTick: first.tick, path: `${directory}/${segmentName(first.tick)}` })
    return created
  }

  async function writeGroup(): Promise<void> {
    const startedMs = performance.now()
    const group = nextGroup()
    const last = group.at(-1) as Waiting
    const body = await encodeTickGroup(group)
    const segment = await segmentFor(group[0] as Waiting)
    const before = segment.end
    await segment.append(body)
    waiting = waiting.slice(group.length)
    for (const entry of group) {
      waitingBytes -= bytesOf(entry)
      for (const sequence of entry.inbox) settled.add(sequence)
    }
    durableTick = last.tick
    durableDigest = last.digest
    for (const waiter of waiters) if (waiter.tick <= durableTick) waiter.resolve()
    waiters = waiters.filter(({ tick }) => tick > durableTick)
    onCommit?.({ ticks: group.length, bytes: segment.end - before, durationMs: performance.now() - startedMs })
  }

  const isOverdue = (): boolean => waitingBytes >= PENDING_BYTES_MAX || waiting.length >= PENDING_TICKS_MAX

  async function flush(): Promise<void> {
    try {
      while (waiting.length > 0 && (waiters.length > 0 || isOverdue())) await writeGroup()
    } catch (cause) {
      const error = toWriteFailure(cause, `log of ${worldId}, tick ${durableTick + 1}`)
      if (error instanceof LogDamagedError) damage = error
      const refused = waiters
      waiters = []
      for (const waiter of refused) waiter.reject(error)
    }
  }

  function startFlush(): void {
    flushing ??= flush().finally(() => {
      flushing = undefined
      // Somebody may have asked between the last look and now.
      if (waiters.length > 0) startFlush()
    })
  }

  /** Resolves when nothing is being written any more. */
  async function settle(): Promise<void> {
    if (flushing === undefined) return
    await flushing
    await settle()
  }

  function commit(): Promise<void> {
    if (damage !== undefined) return Promise.reject(damage)
    const tick = nextTick - 1
    if (durableTick >= tick) return Promise.resolve()
    return new Promise((resolve, reject) => {
      waiters.push({ tick, resolve, reject })
      startFlush()
    })
  }

  let beginsSection = false
  const log: LogStore = {
    worldId,
    get firstTick() {
      return segments[0]?.firstTick ?? birth.tick
    },
    get nextTick() {
      return nextTick
    },
    get durableTick() {
      return durableTick
    },
    get lastDigest() {
      return lastDigest
    },
    settled,
    get waiting() {
      return { ticks: waiting.length, bytes: waitingBytes }
    },
    append(record) {
      if (isClosed) throw new Error(`log of ${worldId}: closed`)
      checkRecord(record, nextTick, worldId)
      const entry = { ...packTick(record), beginsSection }
      waiting.push(entry)
      waitingBytes += bytesOf(entry)
      beginsSection = false
      nextTick++
      lastDigest = record.digest
      if (isOverdue() && damage === undefined) startFlush()
    },
    commit,
    beginSection() {
      beginsSection = true
    },
    readFrom(tick) {
      const first = segments[0]?.firstTick ?? birth.tick
      if (tick < first)
        throw new HistoryGoneError(`log of ${worldId}: tick ${tick} is no longer kept, the first one is ${first}`)
      const open = writer === undefined ? undefined : { firstTick: writer.firstTick, end: writer.end }
      return readRecords({ fileSystem, segments: [...segments], fromTick: tick, open })
    },
    async forgetBefore(tick) {
      while (segments[1] !== undefined && segments[1].firstTick <= tick) {
        if (!(await tryUnlink(fileSystem, (segments[0] as Segment).path))) return
        segments.shift()
      }
    },
    async close() {
      if (isClosed) return
      isClosed = true
      try {
        await commit()
      } finally {
        await settle()
        await writer?.close().catch(() => {})
      }
    },
  }
  return { log, recovery: found.recovery, digestBefore: found.digestBefore }
}

function bytesOf({ inputs }: PackedTick): number {
  return 16 + (inputs?.length ?? 0)
}
