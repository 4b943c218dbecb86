import { crc32 } from 'node:zlib'
import { toWriteFailure } from '../store/errors.js'
import type { FileSystem, OpenFile } from '../store/index.js'

const HEADER = 'clawstead journal 1\n'
/** A journal is written anew once it is this long and mostly outdated. */
const COMPACT_BYTES_MIN = 1024 * 1024
const COMPACT_FACTOR = 4
const CHECKSUM_DIGITS = 8

/** A journal is damaged in a way that no crash explains. */
export class JournalDamagedError extends Error {
  override readonly name = 'JournalDamagedError'
}

/** Values by key that outlive the process: a file to which changes are added, one line for all that are written together. */
export interface KeyedJournal {
  /** What was found at the start, last value per key. */
  readonly found: ReadonlyMap<string, unknown>
  /** Bytes of an interrupted write that were cut off at the start. */
  readonly cutBytes: number
  /** Changes a value. It is written with the next `safe`. */
  set(key: string, value: unknown): void
  /** Resolves when all changes so far are on the disk; rejects when the disk refused, and may be tried again. */
  safe(): Promise<void>
  close(): Promise<void>
}

export interface KeyedJournalOptions {
  readonly fileSystem: FileSystem
  readonly directory: string
  readonly name: string
  readonly compactBytesMin?: number
}

export async function openKeyedJournal(options: KeyedJournalOptions): Promise<KeyedJournal> {
  const { fileSystem, directory, name, compactBytesMin = COMPACT_BYTES_MIN } = options
  const path = `${directory}/${name}`
  await fileSystem.makeDirectory(directory)
  const exists = (await fileSystem.list(directory)).includes(name)
  let file = await fileSystem.open(path, exists ? 'write' : 'replace')
  const entryByKey = new Map<string, string>()
  const found = new Map<string, unknown>()
  let end = 0
  let cutBytes = 0
  try {
    const size = await file.size()
    end = readLines(path, await file.read(0, size), (key, value) => {
      found.set(key, value)
      entryByKey.set(key, JSON.stringify([key, value]))
    })
    cutBytes = size - end
    if (cutBytes > 0) await file.truncate(end)
    if (end === 0) {
      await file.write(Buffer.from(HEADER), 0)
      end = HEADER.length
    }
    await file.sync()
    await fileSystem.syncDirectory(directory)
  } catch (error) {
    await file.close().catch(() => {})
    throw error
  }

  let liveBytes = [...entryByKey.values()].reduce((sum, entry) => sum + entry.length, 0)
  let waiting: string[] = []
  let writing: Promise<void> | undefined
  /** Something may stand behind `end` that was not promised to anybody. */
  let hasRest = false
  /** The name of the file may not be on the disk yet. */
  let isNameLoose = false

  async function write(): Promise<void> {
    const entries = waiting
    waiting = []
    try {
      if (isNameLoose) await fileSystem.syncDirectory(directory)
      isNameLoose = false
      if (hasRest) await file.truncate(end)
      hasRest = true
      const bytes = lineOf(entries)
      await file.write(bytes, end)
      await file.sync()
      hasRest = false
      end += bytes.length
    } catch (error) {
      waiting = [...entries, ...waiting]
      throw toWriteFailure(error, path)
    }
    if (end > compactBytesMin && end > liveBytes * COMPACT_FACTOR) await compact()
  }

  /** Writes the latest values into a new file that takes the place of the old one. A failure leaves the old one as it is. */
  async function compact(): Promise<void> {
    const bytes = Buffer.concat([Buffer.from(HEADER), lineOf([...entryByKey.values()])])
    const included = waiting
    waiting = []
    const temporary = `${path}.new`
    let next: OpenFile | undefined
    try {
      next = await fileSystem.open(temporary, 'replace')
      await next.write(bytes, 0)
      await next.sync()
      await fileSystem.rename(temporary, path)
    } catch {
      // It was only to save room: what counts is in the old file, and the next write tries again.
      await next?.close().catch(() => {})
      waiting = [...included, ...waiting]
      return
    }
    await file.close().catch(() => {})
    file = next
    end = bytes.length
    isNameLoose = true
  }

  /** One write after the other; whoever comes while one is under way is served by the next. */
  async function flush(): Promise<void> {
    const before = writing
    const own = (async () => {
      await before?.catch(() => {})
      if (waiting.length > 0) await write()
    })()
    writing = own
    await own
  }

  return {
    found,
    cutBytes,
    set(key, value) {
      const entry = JSON.stringify([key, value])
      liveBytes += entry.length - (entryByKey.get(key)?.length ?? 0)
      entryByKey.set(key, entry)
      waiting.push(entry)
    },
    safe: flush,
    async close() {
      try {
        await flush()
      } finally {
        await file.close()
      }
    },
  }
}

/** Entries that were written together are proved together: after a power cut all of them are there, or none. */
function lineOf(entries: readonly string[]): Buffer {
  const text = `[${entries.join(',')}]`
  return Buffer.from(`${checksumOf(text)} ${text}\n`)
}

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(CHECKSUM_DIGITS, '0')
}

/** Calls back for each entry and returns where the last good line ends. Only the last line may be incomplete. */
function readLines(path: string, bytes: Buffer, each: (key: string, value: unknown) => void): number {
  const hasHeader = bytes.toString('latin1', 0, HEADER.length) === HEADER
  // The header is on the disk before anything is promised: a file that has nothing else was just being made.
  if (!hasHeader && bytes.length <= HEADER.length) return 0
  if (!hasHeader) throw new JournalDamagedError(`${path} is not a journal of this program`)
  let at = HEADER.length
  while (at < bytes.length) {
    const stop = bytes.indexOf(10, at)
    const entries = stop < 0 ? undefined : parseLine(bytes.toString('utf8', at, stop))
    if (entries === undefined) {
      if (hasGoodLine(bytes, stop))
        throw new JournalDamagedError(`${path}, byte ${at}: a line is damaged and good ones follow`)
      return at
    }
    for (const [key, value] of entries) each(key, value)
    at = stop + 1
  }
  return at
}

/** Whether a line after this line end can be believed. */
function hasGoodLine(bytes: Buffer, after: number): boolean {
  if (after < 0) return false
  for (let at = after + 1, stop = bytes.indexOf(10, at); stop >= 0; at = stop + 1, stop = bytes.indexOf(10, at)) {
    if (parseLine(bytes.toString('utf8', at, stop)) !== undefined) return true
  }
  return false
}

function parseLine(line: string): [key: string, value: unknown][] | undefined {
  const text = line.slice(CHECKSUM_DIGITS + 1)
  if (checksumOf(text) !== line.slice(0, CHECKSUM_DIGITS)) return undefined
  try {
    return JSON.parse(text) as [string, unknown][]
  } catch {
    return undefined
  }
}
