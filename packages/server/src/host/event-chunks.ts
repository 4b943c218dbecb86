import { crc32 } from 'node:zlib'
import type { AgentId, GameEvent } from '@clawstead/protocol'
import type { OpenFile } from '../store/files/file-system.js'

/** Consecutive events of one agent, as they lie in a file. */
export interface Chunk {
  readonly agentId: AgentId
  /** Cursor of the first event. */
  readonly first: number
  readonly count: number
  readonly offset: number
  readonly length: number
}

const NAME = /^(\d{8})\.events$/
/** Length of the body, then its checksum. */
const HEAD_BYTES = 8
const BODY_BYTES_MAX = 256 * 1024 * 1024

export function segmentName(number: number): string {
  return `${String(number).padStart(8, '0')}.events`
}

export function segmentNumber(name: string): number | undefined {
  const digits = NAME.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

export function encodeChunk(agentId: AgentId, first: number, texts: readonly string[]): Buffer {
  const body = Buffer.from(`${agentId} ${first} ${texts.length}\n[${texts.join(',')}]`)
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32LE(body.length, 0)
  head.writeUInt32LE(crc32(body), 4)
  return Buffer.concat([head, body])
}

/** Finds the chunks of a file. What cannot be read at its end was being written when the process died. */
export async function scanChunks(
  file: OpenFile,
  each: (chunk: Chunk) => void,
): Promise<{ end: number; lostBytes: number }> {
  const size = await file.size()
  let offset = 0
  while (offset + HEAD_BYTES <= size) {
    const head = await file.read(offset, HEAD_BYTES)
    const bodyLength = head.readUInt32LE(0)
    if (bodyLength > BODY_BYTES_MAX || offset + HEAD_BYTES + bodyLength > size) break
    const body = await file.read(offset + HEAD_BYTES, bodyLength)
    if (crc32(body) !== head.readUInt32LE(4)) break
    const [agentId, first, count] = body.toString('utf8', 0, Math.max(0, body.indexOf(10))).split(' ')
    const length = HEAD_BYTES + bodyLength
    each({ agentId: agentId as AgentId, first: Number(first), count: Number(count), offset, length })
    offset += length
  }
  return { end: offset, lostBytes: size - offset }
}

export async function readChunk(file: OpenFile, { offset, length }: Chunk): Promise<readonly GameEvent[]> {
  const bytes = await file.read(offset, length)
  const body = bytes.subarray(HEAD_BYTES)
  if (body.length !== length - HEAD_BYTES || crc32(body) !== bytes.readUInt32LE(4))
    throw new Error(`events at byte ${offset} are damaged`)
  return JSON.parse(body.toString('utf8', body.indexOf(10) + 1)) as GameEvent[]
}
