import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw, inflateRawSync } from 'node:zlib'
import type { Snapshot } from '@clawstead/world'
import { SnapshotDamagedError, StoreMismatchError } from '../errors.js'
import { SNAPSHOT_CHUNK_BYTES } from '../limits.js'
import { decodePlain } from '../plain/decode.js'
import { PlainEncoder } from '../plain/encode.js'

const deflate = promisify(deflateRaw)

/** Grows when a program that knows the former number could misread the files. */
const SNAPSHOT_FORMAT = 1

const MAGIC = Buffer.from('CLAWSNAP')
const CHUNK_HEAD_BYTES = 8
const SHA_BYTES = 32
/** A chunk of no bytes says that the checksum follows. */
const END = Buffer.alloc(CHUNK_HEAD_BYTES)

/** What can be said about a snapshot without reading it. */
interface SnapshotHead {
  readonly format: number
  readonly worldId: string
  readonly tick: number
}

/**
 * The file of a snapshot, piece by piece: magic, head, chunks of compressed plain data (stored length, raw length,
 * bytes), an empty chunk, SHA-256 of all before it. Each piece costs the event loop a few milliseconds at most;
 * compression runs on another thread.
 */
export async function* encodeSnapshot(snapshot: Snapshot): AsyncGenerator<Buffer, void, undefined> {
  const sum = createHash('sha256')
  const counted = (bytes: Buffer): Buffer => {
    sum.update(bytes)
    return bytes
  }
  const head: SnapshotHead = { format: SNAPSHOT_FORMAT, worldId: snapshot.worldId, tick: snapshot.state.tick }
  const text = Buffer.from(JSON.stringify(head))
  yield counted(Buffer.concat([MAGIC, uint32(text.length), text]))
  const encoder = new PlainEncoder(snapshot)
  for (let raw = encoder.next(SNAPSHOT_CHUNK_BYTES); raw !== undefined; raw = encoder.next(SNAPSHOT_CHUNK_BYTES)) {
    const stored = await deflate(raw, { level: 1 })
    yield counted(Buffer.concat([uint32(stored.length), uint32(raw.length), stored]))
    await new Promise(setImmediate)
  }
  yield counted(END)
  yield sum.digest()
}

/** The snapshot of a file's bytes. Nothing of it is read before its checksum is found right. */
export function decodeSnapshot(bytes: Buffer, file: string): Snapshot {
  const damaged = (what: string): SnapshotDamagedError => new SnapshotDamagedError(`${file}: ${what}`)
  if (bytes.length < MAGIC.length + SHA_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw damaged('this is not a snapshot')
  }
  const content = bytes.subarray(0, bytes.length - SHA_BYTES)
  if (!createHash('sha256').update(content).digest().equals(bytes.subarray(content.length))) {
    throw damaged('the checksum is wrong')
  }
  let position = MAGIC.length
  const word = (): number => {
    position += 4
    return content.readUInt32LE(position - 4)
  }
  const textLength = word()
  const head = JSON.parse(content.toString('utf8', position, position + textLength)) as SnapshotHead
  position += textLength
  if (head.format !== SNAPSHOT_FORMAT) {
    throw new StoreMismatchError(`${file} has format ${head.format}, this program reads format ${SNAPSHOT_FORMAT}`)
  }
  const pieces: Buffer[] = []
  for (let stored = word(), raw = word(); stored > 0; stored = word(), raw = word()) {
    pieces.push(inflateRawSync(content.subarray(position, position + stored), { maxOutputLength: raw }))
    position += stored
  }
  return decodePlain(Buffer.concat(pieces)) as Snapshot
}

function uint32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeUInt32LE(value)
  return bytes
}
