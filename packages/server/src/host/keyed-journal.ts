import { crc32 } from 'node:zlib'
import { toWriteFailure } from '../store/errors.js'
import type { FileSystem, OpenFile } from '../store/files/file-system.js'

const HEADER = 'clawstead journal 1\n'
/** A journal is written anew once it is this long and mostly outdated. */
const COMPACT_BYTES_MIN = 1024 * 1024
const COMPACT_FACTOR = 4
const CHECKSUM_DIGITS = 8

/** A journal is damaged in a way that no crash explains. */
export class JournalDamagedError extends Error {
  override readonly name = 'JournalDamagedError'
}

/** Values by key that outlive the process: a file to which every change is added as one line. */
export interface KeyedJournal {
  /** What was found at the start, last value per key. */
  readonly found: ReadonlyMap<string, unknown>
  /** Bytes of an interrupted write that were cut off at the start. */
  readonly cutBytes: number
  /** Changes a value. It is written soon, and lost by a power cut unless `safe` was waited for. */
  set(key: string, value: unknown): void
  /** Resolves when all changes so far are on the disk; rejects when the disk refused, and may be tried again. */
  safe(): Promise<void>
  close(): Promise<void>
}

export async function openKeyedJournal(options: {
  readonly fileSystem: FileSystem
  readonly directory: string
  readonly name: string
  readonly compactBytesMin?: number
}): Promise<KeyedJournal> {
  const { fileSystem, directory, name, compactBytesMin = COMPACT_BYTES_MIN } = options
  const path = `${directory}/${name}`
  await fileSystem.makeDirectory(directory)
  const exists = (await fileSystem.list(directory)).includes(name)
  const lineByKey = new Map<string, string>()
  const found = new Map<string, unknown>()
  let cutBytes = 0
  let file: OpenFile
  let end: number
  if (exists) {
    file = await fileSystem.open(path, 'write')
    const size = await file.size()
    const text = await file.read(0, size)
    try {
      end = readLines(path, text, (key, value, line) => {
        found.set(key, value)
        lineByKey.set(key, line)
      })
    } catch (error) {
      await file.close()
      throw error
    }
    cutBytes = size - end
    if (cutBytes > 0) await file.truncate(end)
    if (end === 0) end = await begin(file)
  } else {
    file = await fileSystem.open(path, 'replace')
    end = await begin(file)
    await file.sync()
    await fileSystem.syncDirectory(directory)
  }

  let liveBytes = [...lineByKey.values()].reduce((sum, line) => sum + line.length, 0)
  let waiting: string[] = []
  let writing: Promise<void> | undefined
  let mustCut = false

  async function begin(opened: OpenFile): Promise<number> {
    await opened.write(Buffer.from(HEADER), 0)
    return HEADER.length
  }

  async function write(): Promise<void> {
    const lines = waiting
    waiting = []
    try {
      if (mustCut) await file.truncate(end)
      mustCut = true
      const bytes = Buffer.from(lines.join(''))
      await file.write(bytes, end)
      await file.sync()
      mustCut = false
      end += bytes.length
    } catch (error) {
      waiting = [...lines, ...waiting]
      throw toWriteFailure(error, path)
    }
    if (end > compactBytesMin && end > liveBytes * COMPACT_FACTOR) await compact()
  }

  /** Writes the latest values into a new file that takes the place of the old one. A failure leaves the old one as it is. */
  async function compact(): Promise<void> {
    const bytes = Buffer.from(HEADER + [...lineByKey.values()].join(''))
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
    await fileSystem.syncDirectory(directory)
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
      const line = lineOf(key, value)
      liveBytes += line.length - (lineByKey.get(key)?.length ?? 0)
      lineByKey.set(key, line)
      waiting.push(line)
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

function lineOf(key: string, value: unknown): string {
  const text = JSON.stringify([key, value])
  return `${crc32(text).toString(16).padStart(CHECKSUM_DIGITS, '0')} ${text}\n`
}

/** Calls back for each line and returns where the last good one ends. Only the last line may be incomplete. */
function readLines(path: string, bytes: Buffer, each: (key: string, value: unknown, line: string) => void): number {
  if (bytes.length < HEADER.length) return 0
  if (bytes.toString('latin1', 0, HEADER.length) !== HEADER)
    throw new JournalDamagedError(`${path} is not a journal of this program`)
  let at = HEADER.length
  while (at < bytes.length) {
    const stop = bytes.indexOf(10, at)
    const line = stop < 0 ? undefined : bytes.toString('utf8', at, stop + 1)
    const entry = line === undefined ? undefined : parseLine(line)
    if (line === undefined || entry === undefined) {
      if (hasGoodLine(bytes, stop + 1, stop))
        throw new JournalDamagedError(`${path}, byte ${at}: a line is damaged and good ones follow`)
      return at
    }
    each(entry[0], entry[1], line)
    at = stop + 1
  }
  return at
}

function hasGoodLine(bytes: Buffer, from: number, stop: number): boolean {
  if (stop < 0) return false
  for (let at = from, end = bytes.indexOf(10, at); end >= 0; at = end + 1, end = bytes.indexOf(10, at)) {
    if (parseLine(bytes.toString('utf8', at, end + 1)) !== undefined) return true
  }
  return false
}

function parseLine(line: string): [key: string, value: unknown] | undefined {
  const text = line.slice(CHECKSUM_DIGITS + 1, -1)
  if (crc32(text).toString(16).padStart(CHECKSUM_DIGITS, '0') !== line.slice(0, CHECKSUM_DIGITS)) return undefined
  try {
    return JSON.parse(text) as [string, unknown]
  } catch {
    return undefined
  }
}
