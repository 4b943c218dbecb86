import type { AgentId, GameEvent } from '@clawstead/protocol'
import { toWriteFailure } from '../store/errors.js'
import type { FileSystem, OpenFile } from '../store/files/file-system.js'
import { type Chunk, encodeChunk, readChunk, scanChunks, segmentName, segmentNumber } from './event-chunks.js'
import { type EventRecord, type EventStore, EventTail } from './event-store.js'

/** Events of one agent that wait in memory before they are written as one chunk. */
const CHUNK_EVENTS = 64
const SEGMENT_BYTES_MAX = 16 * 1024 * 1024
/** The oldest file is emptied into the newest once less than this share of it is still wanted. */
const WANTED_SHARE_MIN = 0.25

interface Segment {
  readonly number: number
  readonly path: string
  readonly file: OpenFile
  end: number
  wantedBytes: number
}

interface Kept extends Chunk {
  segment: Segment
}

/** Where the events of one agent are: chunks on disk, oldest first, then those that wait. */
interface History {
  chunks: Kept[]
  readonly tail: EventTail
}

export interface FileEventStoreOptions {
  readonly fileSystem: FileSystem
  readonly directory: string
  readonly perAgent: number
  readonly segmentBytesMax?: number
}

/**
 * Keeps the newest events of each agent in files, with a small tail of each in memory. The files are a cache of what the
 * logs of the worlds can tell: after a crash the lost tails come back by running the logs, which is why they are flushed
 * before a snapshot makes that impossible.
 */
export async function openFileEventStore(
  options: FileEventStoreOptions,
): Promise<EventStore & { readonly lostBytes: number }> {
  const { fileSystem, directory, perAgent, segmentBytesMax = SEGMENT_BYTES_MAX } = options
  await fileSystem.makeDirectory(directory)
  const historyByAgent = new Map<AgentId, History>()
  const segments: Segment[] = []
  const full = new Set<AgentId>()
  let lostBytes = 0
  let writing: Promise<void> = Promise.resolve()

  function historyOf(agentId: AgentId, next: number): History {
    let history = historyByAgent.get(agentId)
    if (history === undefined) {
      history = { chunks: [], tail: new EventTail(next) }
      historyByAgent.set(agentId, history)
    }
    return history
  }

  /** Lets go of what is older than the newest `perAgent` events. */
  function trim(history: History): void {
    const oldest = history.tail.next - perAgent
    while (history.chunks[0] !== undefined && history.chunks[0].first + history.chunks[0].count <= oldest) {
      const [chunk] = history.chunks.splice(0, 1)
      if (chunk !== undefined) chunk.segment.wantedBytes -= chunk.length
    }
  }

  function place(chunk: Chunk, segment: Segment): void {
    const history = historyOf(chunk.agentId, chunk.first)
    const { tail } = history
    if (chunk.first + chunk.count <= tail.first) return
    // A gap means that something before it is lost for good: what is left begins here.
    if (chunk.first > tail.first) {
      for (const gone of history.chunks) gone.segment.wantedBytes -= gone.length
      history.chunks = []
    }
    history.chunks.push({ ...chunk, segment })
    segment.wantedBytes += chunk.length
    tail.first = chunk.first + chunk.count
    trim(history)
  }

  const found: { chunk: Chunk; segment: Segment }[] = []
  for (const name of await fileSystem.list(directory)) {
    const number = segmentNumber(name)
    if (number === undefined) continue
    const path = `${directory}/${name}`
    const file = await fileSystem.open(path, 'write')
    const segment: Segment = { number, path, file, end: 0, wantedBytes: 0 }
    segments.push(segment)
    const scan = await scanChunks(file, (chunk) => found.push({ chunk, segment }))
    segment.end = scan.end
    if (scan.lostBytes > 0) await file.truncate(scan.end)
    lostBytes += scan.lostBytes
  }
  // Chunks that were moved lie behind newer ones.
  found.sort((a, b) => a.chunk.first - b.chunk.first)
  for (const { chunk, segment } of found) place(chunk, segment)

  async function current(): Promise<Segment> {
    const last = segments.at(-1)
    if (last !== undefined && last.end < segmentBytesMax && last.end > 0) return last
    await last?.file.sync()
    const number = (last?.number ?? 0) + 1
    const path = `${directory}/${segmentName(number)}`
    const segment: Segment = { number, path, file: await fileSystem.open(path, 'replace'), end: 0, wantedBytes: 0 }
    await fileSystem.syncDirectory(directory)
    segments.push(segment)
    return segment
  }

  async function writeTails(agentIds: Iterable<AgentId>): Promise<void> {
    const segment = await current()
    const pieces: Buffer[] = []
    const written: { history: History; chunk: Kept }[] = []
    let at = segment.end
    for (const agentId of agentIds) {
      const history = historyByAgent.get(agentId)
      if (history === undefined || history.tail.texts.length === 0) continue
      const { tail } = history
      const bytes = encodeChunk(agentId, tail.first, tail.texts)
      const chunk = { agentId, first: tail.first, count: tail.texts.length, offset: at, length: bytes.length, segment }
      pieces.push(bytes)
      written.push({ history, chunk })
      at += bytes.length
    }
    if (written.length === 0) return
    await segment.file.write(Buffer.concat(pieces), segment.end)
    segment.end = at
    for (const { history, chunk } of written) {
      history.chunks.push(chunk)
      segment.wantedBytes += chunk.length
      history.tail.dropTo(chunk.first + chunk.count)
      trim(history)
    }
  }

  /** Removes files that nobody wants anything of, after moving the little that is left of the oldest. */
  async function tidy(): Promise<void> {
    const oldest = segments[0]
    if (oldest === undefined || segments.length < 3 || oldest.wantedBytes > segmentBytesMax * WANTED_SHARE_MIN) return
    for (const { chunks } of historyByAgent.values()) {
      for (const chunk of chunks.filter(({ segment }) => segment === oldest)) {
        const target = await current()
        await target.file.write(await oldest.file.read(chunk.offset, chunk.length), target.end)
        chunks[chunks.indexOf(chunk)] = { ...chunk, segment: target, offset: target.end }
        target.end += chunk.length
        target.wantedBytes += chunk.length
      }
    }
    await segments.at(-1)?.file.sync()
    segments.shift()
    await oldest.file.close()
    await fileSystem.unlink(oldest.path)
  }

  /** Writes one after the other, so that offsets are certain. */
  function enqueue(work: () => Promise<void>): Promise<void> {
    const done = writing.then(work).catch((error: unknown) => {
      throw toWriteFailure(error, directory)
    })
    writing = done.catch(() => {})
    return done
  }

  async function readFrom({ chunks, tail }: History, sinceCursor: number, limit: number): Promise<EventRecord[]> {
    const since = Math.max(sinceCursor, tail.next - 1 - perAgent)
    const found: EventRecord[] = []
    for (const chunk of chunks.slice()) {
      if (found.length >= limit || chunk.first + chunk.count - 1 <= since) continue
      const events: readonly GameEvent[] = await readChunk(chunk.segment.file, chunk)
      for (const [i, event] of events.entries()) {
        const cursor = chunk.first + i
        if (cursor > since && found.length < limit) found.push({ cursor, event })
      }
    }
    return found
  }

  return {
    lostBytes,
    append({ agentId, cursor, text }) {
      const history = historyOf(agentId, cursor)
      const { tail } = history
      if (cursor < tail.next) return
      if (cursor > tail.next) {
        historyByAgent.delete(agentId)
        for (const gone of history.chunks) gone.segment.wantedBytes -= gone.length
        historyOf(agentId, cursor).tail.texts.push(text)
        return
      }
      tail.texts.push(text)
      if (tail.texts.length < CHUNK_EVENTS || full.has(agentId)) return
      full.add(agentId)
      if (full.size > 1) return
      enqueue(async () => {
        const agentIds = [...full]
        full.clear()
        await writeTails(agentIds)
        await tidy()
      }).catch(() => {})
    },
    async read(agentId, sinceCursor, limit) {
      const history = historyByAgent.get(agentId)
      if (history === undefined) return []
      let found: EventRecord[] = []
      // Behind the writes that are under way, so that nothing is between a chunk and the tail.
      await enqueue(async () => {
        found = await readFrom(history, sinceCursor, limit)
      })
      const since = Math.max(found.at(-1)?.cursor ?? sinceCursor, history.tail.next - 1 - perAgent)
      return [...found, ...history.tail.since(since, limit - found.length)]
    },
    flush: () =>
      enqueue(async () => {
        await writeTails(historyByAgent.keys())
        await segments.at(-1)?.file.sync()
        // Only to save room; what could not be tidied up now is next time.
        await tidy().catch(() => {})
      }),
    async close() {
      await writing
      for (const { file } of segments) await file.close().catch(() => {})
    },
  }
}
