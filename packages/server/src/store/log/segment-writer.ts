import { LogDamagedError } from '../errors.js'
import type { FileSystem, OpenFile } from '../files/file-system.js'
import { CHAIN_START, linkOf, nextChain } from './chain.js'
import { encodeFrame } from './frame.js'
import { encodeHeader, type SegmentHeader, segmentName } from './segment-header.js'
import { walkSegment } from './walk-segment.js'

export const TEMPORARY_SUFFIX = '.tmp'

/** The end of the log: the one file that is written to. */
export interface SegmentWriter {
  readonly firstTick: number
  /** Everything before this byte is durable. */
  readonly end: number
  readonly chain: Buffer
  /** Adds one frame and makes it durable. After a failure the file ends, for every reader, where it ended before. */
  append(body: Buffer): Promise<void>
  close(): Promise<void>
}

/** Begins a segment. It comes into being under its name complete and durable, or not at all. */
export async function createSegment(
  fileSystem: FileSystem,
  directory: string,
  header: SegmentHeader,
): Promise<SegmentWriter> {
  const path = `${directory}/${segmentName(header.firstTick)}`
  const before = header.previous === null ? CHAIN_START : Buffer.from(header.previous.chain, 'hex')
  const body = encodeHeader(header)
  const chain = nextChain(before, body)
  const frame = encodeFrame(linkOf(chain), body)
  const file = await fileSystem.open(path + TEMPORARY_SUFFIX, 'replace')
  try {
    await file.write(frame, 0)
    await file.sync()
    await fileSystem.rename(path + TEMPORARY_SUFFIX, path)
    await fileSystem.syncDirectory(directory)
  } catch (error) {
    await file.close().catch(() => {})
    throw error
  }
  return createWriter(fileSystem, path, file, { firstTick: header.firstTick, end: frame.length, chain })
}

/** Goes on with a segment that was read and proved up to `end`; what stands behind that is cut off first. */
export async function resumeSegment(
  fileSystem: FileSystem,
  path: string,
  state: { readonly firstTick: number; readonly end: number; readonly chain: Buffer },
): Promise<SegmentWriter> {
  const file = await fileSystem.open(path, 'write')
  try {
    if ((await file.size()) > state.end) await file.truncate(state.end)
    // A former process may have died between writing and syncing: what is kept is made durable before it is built upon.
    await file.sync()
    await fileSystem.syncDirectory(path.slice(0, path.lastIndexOf('/')))
  } catch (error) {
    await file.close().catch(() => {})
    throw error
  }
  return createWriter(fileSystem, path, file, state)
}

function createWriter(
  fileSystem: FileSystem,
  path: string,
  opened: OpenFile,
  start: { readonly firstTick: number; readonly end: number; readonly chain: Buffer },
): SegmentWriter {
  let file: OpenFile = opened
  let { end, chain } = start
  /** Something may stand behind `end`. */
  let hasRest = false
  /** The disk failed to make something durable: what this handle reads may be memory only. */
  let isSuspect = false

  async function reopen(): Promise<void> {
    await file.close().catch(() => {})
    file = await fileSystem.open(path, 'write')
    const walk = await walkSegment(file, end, path)
    while ((await walk.next()) !== undefined) await new Promise(setImmediate)
    if (walk.end !== end || !walk.chain.equals(chain)) {
      const reason = walk.stop?.reason ?? 'what was written before is no longer there'
      throw new LogDamagedError({ file: path, offset: walk.end, tick: walk.nextTick }, `after a failed sync: ${reason}`)
    }
    isSuspect = false
    hasRest = true
  }

  return {
    firstTick: start.firstTick,
    get end() {
      return end
    },
    get chain() {
      return chain
    },
    async append(body) {
      if (isSuspect) await reopen()
      if (hasRest) {
        await file.truncate(end)
        hasRest = false
      }
      const following = nextChain(chain, body)
      const frame = encodeFrame(linkOf(following), body)
      hasRest = true
      await file.write(frame, end)
      isSuspect = true
      await file.sync()
      isSuspect = false
      hasRest = false
      end += frame.length
      chain = following
    },
    close: () => file.close(),
  }
}
