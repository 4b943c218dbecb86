import { LogDamagedError } from '../errors.js'
import type { FileSystem } from '../files/file-system.js'
import { parseSegmentName, type SegmentHeader, segmentName } from './segment-header.js'
import { type SegmentWalk, walkSegment } from './walk-segment.js'

/** Enough for the header of most segments. */
export const HEADER_CHUNK_BYTES = 4096

/** One file of the log. */
export interface Segment {
  readonly firstTick: number
  readonly path: string
}

/** The segments of a directory, oldest first. Other files are nobody's business here. */
export async function listSegments(fileSystem: FileSystem, directory: string): Promise<Segment[]> {
  const segments: Segment[] = []
  for (const name of await fileSystem.list(directory)) {
    const firstTick = parseSegmentName(name)
    if (firstTick !== undefined) segments.push({ firstTick, path: `${directory}/${segmentName(firstTick)}` })
  }
  return segments.sort((a, b) => a.firstTick - b.firstTick)
}

/** Opens a segment, hands its walk to `use`, and closes it whatever happens. */
export async function withSegment<T>(
  fileSystem: FileSystem,
  segment: Segment,
  use: (walk: SegmentWalk, fileSize: number) => Promise<T>,
  chunkBytes?: number,
): Promise<T> {
  const file = await fileSystem.open(segment.path, 'read')
  try {
    const fileSize = await file.size()
    return await use(await walkSegment(file, fileSize, segment.path, chunkBytes), fileSize)
  } finally {
    await file.close()
  }
}

/** The header of a segment, which was durable before the file had its name. */
export function headerOf(segment: Segment, walk: SegmentWalk): SegmentHeader {
  const { header, stop } = walk
  const place = { file: segment.path, offset: stop?.offset ?? 0, tick: segment.firstTick }
  if (header === undefined) throw new LogDamagedError(place, stop?.reason ?? 'no header')
  if (header.firstTick !== segment.firstTick) {
    throw new LogDamagedError(
      place,
      `the file holds ticks from ${header.firstTick} on, its name says ${segment.firstTick}`,
    )
  }
  return header
}

/** What a later segment must be found to follow. */
export interface SegmentEnd {
  readonly firstTick: number
  readonly nextTick: number
  readonly chain: Buffer
}

/** Why a segment does not continue the one before it; nothing when it does. */
export function gapBetween(before: SegmentEnd, header: SegmentHeader): string | undefined {
  if (header.previous?.firstTick !== before.firstTick) {
    const wanted = header.previous === null ? 'nothing' : `the segment of tick ${header.previous.firstTick}`
    return `it follows ${wanted}, and the segment before it is that of tick ${before.firstTick}: a file is missing`
  }
  if (header.firstTick !== before.nextTick) {
    return `it begins at tick ${header.firstTick}, and the segment before it ends at tick ${before.nextTick - 1}: records are missing`
  }
  if (header.previous.chain !== before.chain.toString('hex'))
    return 'it does not follow the segment before it (hash chain)'
  return undefined
}
