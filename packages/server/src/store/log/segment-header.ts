import { StoreMismatchError } from '../errors.js'
import type { LogIdentity } from '../log-store.js'
import type { SequenceRun } from '../sequence-set.js'
import { BODY } from './tick-group.js'

/** Grows when a program that knows the former number could misread the files. */
export const LOG_FORMAT = 1

/** The first frame of a segment: whose it is, what made it, and what it follows. */
export interface SegmentHeader extends LogIdentity {
  readonly format: number
  readonly firstTick: number
  /** The segment before this one; nothing for the first of a log. */
  readonly previous: { readonly firstTick: number; readonly chain: string } | null
  /** The digest after the tick before this segment; empty at the birth of a world. */
  readonly previousDigest: string
  /** Inbox numbers taken before this segment, so that nobody has to read further back. */
  readonly settled: readonly SequenceRun[]
}

export function encodeHeader(header: SegmentHeader): Buffer {
  return Buffer.concat([Buffer.from([BODY.header]), Buffer.from(JSON.stringify(header))])
}

/**
 * Reads a body that came with a good checksum; says what is wrong with it otherwise. A header of another format is
 * no damage: it throws, so that nobody repairs what a newer program wrote.
 */
export function decodeHeader(body: Buffer, file: string): SegmentHeader | string {
  if (body[0] !== BODY.header) return 'the file does not begin with a header'
  let header: Partial<SegmentHeader>
  try {
    header = JSON.parse(body.toString('utf8', 1)) as Partial<SegmentHeader>
  } catch {
    return 'the header is not JSON'
  }
  if (header.format !== LOG_FORMAT) {
    throw new StoreMismatchError(`${file} has format ${String(header.format)}, this program reads format ${LOG_FORMAT}`)
  }
  const isWhole =
    typeof header.worldId === 'string' &&
    typeof header.seed === 'number' &&
    typeof header.generator === 'string' &&
    typeof header.rules === 'number' &&
    typeof header.content === 'string' &&
    Number.isSafeInteger(header.firstTick) &&
    typeof header.previousDigest === 'string' &&
    header.previous !== undefined &&
    Array.isArray(header.settled)
  return isWhole ? (header as SegmentHeader) : 'the header lacks a field'
}

const NAME = /^(\d{12,16})\.log$/

/** Files sort by name as they do by tick. */
export function segmentName(firstTick: number): string {
  return `${String(firstTick).padStart(12, '0')}.log`
}

export function parseSegmentName(name: string): number | undefined {
  const digits = NAME.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
