import type { Input } from '@clawstead/world'
import { StoreMismatchError } from '../errors.js'
import type { FileSystem } from '../files/file-system.js'
import type { InboxEntry } from '../inbox-store.js'
import { encodeFrame, type Frame, findFrameAfter, isFrame, LINK_BYTES, parseFrame } from '../log/frame.js'
import { decodePlain } from '../plain/decode.js'

const INBOX_FORMAT = 1

/** Frames as in the log; the link holds the entry's number, 0 for the header that begins a file. */
export function encodeEntry(sequence: number, body: Uint8Array): Buffer {
  const link = Buffer.alloc(LINK_BYTES)
  link.writeBigUInt64LE(BigInt(sequence))
  return encodeFrame(link, body)
}

export function encodeInboxHeader(worldId: string): Buffer {
  return encodeEntry(0, Buffer.from(JSON.stringify({ format: INBOX_FORMAT, worldId })))
}

const NAME = /^(\d{16})\.inbox$/

export function inboxName(firstSequence: number): string {
  return `${String(firstSequence).padStart(16, '0')}.inbox`
}

export function parseInboxName(name: string): number | undefined {
  const digits = NAME.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

export interface InboxFileContent {
  readonly entries: readonly InboxEntry[]
  /** Bytes that are no entry: the end of a write that a crash interrupted, or more after a power cut. */
  readonly lostBytes: number
}

/**
 * Reads all that can be read. The inbox is not synced, so a power cut may leave holes in it; what stands behind a hole
 * was put by somebody and is still wanted.
 */
export async function readInboxFile(fileSystem: FileSystem, path: string, worldId: string): Promise<InboxFileContent> {
  const file = await fileSystem.open(path, 'read')
  let bytes: Buffer
  try {
    bytes = await file.read(0, await file.size())
  } finally {
    await file.close()
  }
  const entries: InboxEntry[] = []
  let readBytes = 0
  for (let frame = frameAt(bytes, 0); frame !== undefined; frame = frameAt(bytes, frame.end)) {
    readBytes += frame.end - frame.offset
    const sequence = Number(frame.link.readBigUInt64LE())
    if (sequence === 0) checkHeader(frame, path, worldId)
    else entries.push({ sequence, input: decodePlain(frame.body) as Input })
  }
  return { entries, lostBytes: bytes.length - readBytes }
}

/** The frame that begins here, or the next one behind it. */
function frameAt(bytes: Buffer, start: number): Frame | undefined {
  const parsed = parseFrame(bytes, start, 0)
  return isFrame(parsed) ? parsed : findFrameAfter(bytes, start, 0)
}

function checkHeader({ body }: Frame, path: string, worldId: string): void {
  const header = JSON.parse(body.toString('utf8')) as { format?: unknown; worldId?: unknown }
  if (header.format !== INBOX_FORMAT) {
    throw new StoreMismatchError(
      `${path} has format ${String(header.format)}, this program reads format ${INBOX_FORMAT}`,
    )
  }
  if (header.worldId !== worldId) {
    throw new StoreMismatchError(`${path} belongs to world ${String(header.worldId)}, not to ${worldId}`)
  }
}
