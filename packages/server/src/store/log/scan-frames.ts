import type { OpenFile } from '../files/file-system.js'
import { READ_CHUNK_BYTES } from '../limits.js'
import { FRAME_HEAD_BYTES, type Frame, findFrameAfter, isFrame, parseFrame } from './frame.js'

/** Where reading a file had to stop before its end, and why. */
interface FrameStop {
  readonly offset: number
  readonly reason: string
}

/** Reads a file frame by frame, a piece at a time, so that its size costs no memory. */
export interface FrameScan {
  /** The next frames, at least one; nothing at the end of the file or at the first byte that is no frame. */
  next(): Promise<readonly Frame[] | undefined>
  /** Set once `next` gave nothing before the end. */
  readonly stop: FrameStop | undefined
  /** End of the last frame given. */
  readonly end: number
}

export function scanFrames(file: OpenFile, fileSize: number, chunkBytes = READ_CHUNK_BYTES): FrameScan {
  let bytes: Buffer = Buffer.alloc(0)
  let end = 0
  let stop: FrameStop | undefined

  /** Makes `bytes` hold at least `length` bytes from `end` on, as far as the file goes. */
  async function fill(length: number): Promise<void> {
    const missing = Math.min(Math.max(length, chunkBytes), fileSize - end) - bytes.length
    if (missing > 0) bytes = Buffer.concat([bytes, await file.read(end + bytes.length, missing)])
  }

  return {
    async next() {
      if (stop !== undefined || end >= fileSize) return undefined
      await fill(FRAME_HEAD_BYTES)
      const frames: Frame[] = []
      let start = 0
      for (;;) {
        const parsed = parseFrame(bytes, start, end)
        if (isFrame(parsed)) {
          frames.push(parsed)
          start = parsed.end - end
          if (start === bytes.length) break
          continue
        }
        if (frames.length > 0) break
        const isAll = end + bytes.length >= fileSize
        if (parsed.needs === undefined || isAll || parsed.needs > fileSize - end) {
          stop = { offset: end, reason: parsed.reason }
          return undefined
        }
        await fill(parsed.needs)
      }
      bytes = bytes.subarray(start)
      end += start
      return frames
    },
    get stop() {
      return stop
    },
    get end() {
      return end
    },
  }
}

/** An intact frame somewhere behind a broken one: the sign that the file was damaged, not merely cut short. */
export async function findLaterFrame(file: OpenFile, offset: number, fileSize: number): Promise<Frame | undefined> {
  const bytes = await file.read(offset, fileSize - offset)
  return findFrameAfter(bytes, 0, offset)
}
