import type { OpenFile } from '../files/file-system.js'
import { PlainDataError } from '../plain/tags.js'
import { CHAIN_START, linkOf, nextChain } from './chain.js'
import type { Frame } from './frame.js'
import { findLaterFrame, scanFrames } from './scan-frames.js'
import { decodeHeader, type SegmentHeader } from './segment-header.js'
import { BODY, decodeTickGroup, type TickGroup } from './tick-group.js'

const KIND_BITS = 0x0f

/** Why a segment cannot be proved from some byte on. */
export interface WalkStop {
  readonly offset: number
  readonly reason: string
  /** Set when no crash can have caused it: intact records stand here or behind it. */
  readonly isDamage: boolean
}

/** Goes through one segment, proving each record before giving it: its checksum, its place in the chain, its tick. */
export interface SegmentWalk {
  /** Nothing when not even the header can be proved. */
  readonly header: SegmentHeader | undefined
  /** The next groups, at least one; nothing at the end or at the first thing that cannot be proved. */
  next(): Promise<readonly TickGroup[] | undefined>
  readonly stop: WalkStop | undefined
  /** Up to here everything is proved. */
  readonly end: number
  readonly chain: Buffer
  readonly nextTick: number
  readonly lastDigest: string
}

export async function walkSegment(
  file: OpenFile,
  fileSize: number,
  name: string,
  chunkBytes?: number,
): Promise<SegmentWalk> {
  const scan = scanFrames(file, fileSize, chunkBytes)
  let frames: readonly Frame[] = []
  let header: SegmentHeader | undefined
  let stop: WalkStop | undefined
  let end = 0
  let chain: Buffer = CHAIN_START
  let nextTick = 0
  let lastDigest = ''

  /** A frame with a good checksum that is not what must stand here. */
  const misplaced = (frame: Frame, reason: string): void => {
    stop = { offset: frame.offset, reason, isDamage: true }
  }

  /** Proves that a frame follows what stands before it. */
  function follow(frame: Frame): boolean {
    const following = nextChain(chain, frame.body)
    if (!linkOf(following).equals(frame.link)) {
      misplaced(frame, 'the record does not follow the one before it (hash chain)')
      return false
    }
    chain = following
    end = frame.end
    return true
  }

  async function readFrames(): Promise<void> {
    frames = (await scan.next()) ?? []
    if (scan.stop === undefined) return
    const later = await findLaterFrame(file, scan.stop.offset, fileSize)
    const reason =
      later === undefined ? scan.stop.reason : `${scan.stop.reason}, and an intact one stands at byte ${later.offset}`
    stop = { offset: scan.stop.offset, reason, isDamage: later !== undefined }
  }

  function readGroup(frame: Frame): TickGroup | undefined {
    if (((frame.body[0] ?? 0) & KIND_BITS) !== BODY.ticks) {
      misplaced(frame, 'a record of unknown kind')
      return undefined
    }
    const chainBefore = chain
    const endBefore = end
    if (!follow(frame)) return undefined
    try {
      const group = decodeTickGroup(frame.body)
      if (group.firstTick === nextTick && group.count > 0) return group
      misplaced(frame, `the record begins at tick ${group.firstTick}, tick ${nextTick} is expected`)
    } catch (error) {
      if (!(error instanceof PlainDataError)) throw error
      misplaced(frame, `the record cannot be read: ${error.message}`)
    }
    chain = chainBefore
    end = endBefore
    return undefined
  }

  await readFrames()
  const first = frames[0]
  if (first === undefined) {
    stop ??= { offset: 0, reason: 'the file is empty', isDamage: false }
  } else {
    const decoded = decodeHeader(first.body, name)
    if (typeof decoded === 'string') misplaced(first, decoded)
    else {
      chain = decoded.previous === null ? CHAIN_START : Buffer.from(decoded.previous.chain, 'hex')
      if (follow(first)) {
        header = decoded
        nextTick = decoded.firstTick
        lastDigest = decoded.previousDigest
        frames = frames.slice(1)
      }
    }
  }

  return {
    header,
    async next() {
      if (stop === undefined && frames.length === 0) await readFrames()
      const groups: TickGroup[] = []
      for (const frame of frames) {
        const group = stop === undefined ? readGroup(frame) : undefined
        if (group === undefined) break
        nextTick = group.firstTick + group.count
        lastDigest = group.digest(nextTick - 1)
        groups.push(group)
      }
      frames = []
      return groups.length > 0 ? groups : undefined
    },
    get stop() {
      return stop
    },
    get end() {
      return end
    },
    get chain() {
      return chain
    },
    get nextTick() {
      return nextTick
    },
    get lastDigest() {
      return lastDigest
    },
  }
}
