import type { Snapshot } from '@clawstead/world'
import type { LogVerification, SegmentSurvey } from './verify-log.js'

/** Segments that follow each other without a gap, each proved up to its `end`. */
export interface Span {
  readonly segments: readonly SegmentSurvey[]
  readonly firstTick: number
  readonly nextTick: number
}

/** A stretch of history together with the state it starts from: all a world needs to go on. */
export interface AnchoredSpan extends Span {
  /** Nothing for a stretch that starts at the world's birth. */
  readonly snapshot: Snapshot | undefined
}

export function spansOf({ segments }: LogVerification): Span[] {
  const spans: SegmentSurvey[][] = []
  for (const survey of segments) {
    if (survey.header === undefined) continue
    const current = spans.at(-1)
    const before = current?.at(-1)
    const continues = survey.follows && before?.problem === undefined && before?.nextTick === survey.firstTick
    if (current !== undefined && continues) current.push(survey)
    else spans.push([survey])
  }
  return spans.map((list) => ({
    segments: list,
    firstTick: list[0]?.firstTick ?? 0,
    nextTick: list.at(-1)?.nextTick ?? 0,
  }))
}

/** Whether a snapshot lies on this stretch: its tick is in it, and both know the same digest for the tick before. */
export function isOnSpan(snapshot: Snapshot, span: Span, digestByTick: ReadonlyMap<number, string>): boolean {
  const { tick, chain } = snapshot.state
  if (tick < span.firstTick || tick > span.nextTick) return false
  const digest = tick === span.firstTick ? span.segments[0]?.header?.previousDigest : digestByTick.get(tick - 1)
  return digest === chain
}

/** The stretch that reaches furthest among those with a state to start from; of equals the one with more history. */
export function furthestSpan(
  spans: readonly Span[],
  snapshots: readonly Snapshot[],
  digestByTick: ReadonlyMap<number, string>,
): AnchoredSpan | undefined {
  const candidates: AnchoredSpan[] = []
  for (const span of spans) {
    if (span.firstTick === 0) candidates.push({ ...span, snapshot: undefined })
    for (const snapshot of snapshots) if (isOnSpan(snapshot, span, digestByTick)) candidates.push({ ...span, snapshot })
  }
  for (const snapshot of snapshots) {
    const { tick } = snapshot.state
    candidates.push({ segments: [], firstTick: tick, nextTick: tick, snapshot })
  }
  return candidates.sort((a, b) => b.nextTick - a.nextTick || a.firstTick - b.firstTick || tickOf(b) - tickOf(a))[0]
}

function tickOf({ snapshot }: AnchoredSpan): number {
  return snapshot?.state.tick ?? 0
}
