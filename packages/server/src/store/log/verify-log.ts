import { LogDamagedError } from '../errors.js'
import type { FileSystem } from '../files/file-system.js'
import type { SegmentHeader } from './segment-header.js'
import { gapBetween, headerOf, listSegments, type Segment, type SegmentEnd, withSegment } from './segments.js'
import type { TickGroup } from './tick-group.js'

/** Something in the files of a log that cannot be proved. */
export interface LogProblem {
  readonly file: string
  readonly offset: number
  readonly tick: number
  readonly reason: string
}

/** One file, and how much of it is proved. */
export interface SegmentSurvey extends Segment {
  readonly bytes: number
  /** Nothing when not even the header can be proved. */
  readonly header: SegmentHeader | undefined
  /** Up to this byte, this tick and this link of the chain. */
  readonly end: number
  readonly nextTick: number
  readonly chain: Buffer
  /** It continues the segment before it. */
  readonly follows: boolean
  readonly problem: LogProblem | undefined
  /** The problem is the mere end of an interrupted write at the end of the log. */
  readonly isTornTail: boolean
}

export interface LogVerification {
  readonly segments: readonly SegmentSurvey[]
  readonly firstTick: number
  readonly lastTick: number
  /** Stands for everything up to `lastTick`; two logs with the same chain hold the same history. */
  readonly chain: string
  /** Empty when all of it is proved. An interrupted write at the end is no problem. */
  readonly problems: readonly LogProblem[]
}

export interface VerifyOptions {
  readonly fileSystem: FileSystem
  readonly directory: string
  /** Told about every group that was proved. */
  readonly onGroup?: (group: TickGroup) => void
}

/** Reads the whole log and proves it, file by file, without changing anything. */
export async function verifyLog({ fileSystem, directory, onGroup }: VerifyOptions): Promise<LogVerification> {
  const segments = await listSegments(fileSystem, directory)
  const surveys: SegmentSurvey[] = []
  const problems: LogProblem[] = []
  for (const [index, segment] of segments.entries()) {
    const before = surveys.at(-1)
    const survey = await surveySegment(fileSystem, segment, before, index === segments.length - 1, onGroup)
    surveys.push(survey)
    if (survey.header !== undefined && !survey.follows && before !== undefined && before.problem === undefined) {
      const reason = gapBetween(before, survey.header) ?? ''
      problems.push({ file: segment.path, offset: 0, tick: before.nextTick, reason })
    }
    if (survey.problem !== undefined && !survey.isTornTail) problems.push(survey.problem)
  }
  const last = surveys.at(-1)
  const firstTick = segments[0]?.firstTick ?? 0
  return {
    segments: surveys,
    firstTick,
    lastTick: (last?.nextTick ?? firstTick) - 1,
    chain: last?.chain.toString('hex') ?? '',
    problems,
  }
}

async function surveySegment(
  fileSystem: FileSystem,
  segment: Segment,
  before: SegmentEnd | undefined,
  isLast: boolean,
  onGroup: ((group: TickGroup) => void) | undefined,
): Promise<SegmentSurvey> {
  return withSegment(fileSystem, segment, async (walk, bytes) => {
    let header: SegmentHeader | undefined
    let problem: LogProblem | undefined
    try {
      header = headerOf(segment, walk)
      for (let groups = await walk.next(); groups !== undefined; groups = await walk.next()) {
        for (const group of groups) onGroup?.(group)
      }
      const { stop } = walk
      if (stop !== undefined)
        problem = { file: segment.path, offset: stop.offset, tick: walk.nextTick, reason: stop.reason }
    } catch (error) {
      if (!(error instanceof LogDamagedError)) throw error
      const { file, offset, tick, message } = error
      problem = { file, offset, tick, reason: message }
    }
    return {
      ...segment,
      bytes,
      header,
      end: walk.end,
      nextTick: header === undefined ? segment.firstTick : walk.nextTick,
      chain: walk.chain,
      follows: header !== undefined && before !== undefined && gapBetween(before, header) === undefined,
      problem,
      isTornTail: isLast && header !== undefined && walk.stop?.isDamage === false,
    }
  })
}
