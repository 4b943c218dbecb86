import { Durations } from './durations.js'

/** Counts what happens in one world while it is measured. */
export class Tally {
  agents = 0
  observations = 0
  bytes = 0
  acts = 0
  refused = 0
  cut = 0
  readonly gaps = new Durations()
  readonly acks = new Durations()
  readonly ticksByAgent = new Map<number, Ticks>()

  constructor(readonly world: string) {}

  observed(agent: number, tick: number, length: number, gapMs: number | undefined): void {
    this.observations++
    this.bytes += length
    if (gapMs !== undefined) this.gaps.add(gapMs)
    const ticks = this.ticksByAgent.get(agent)
    if (ticks === undefined) this.ticksByAgent.set(agent, { first: tick, last: tick, seen: 1 })
    else {
      ticks.last = tick
      ticks.seen++
    }
  }

  /** Acts that nothing has been answered to. */
  get unacknowledged(): number {
    return this.acts - this.acks.count
  }
}

interface Ticks {
  readonly first: number
  last: number
  seen: number
}

export interface Quantiles {
  readonly p50: number | null
  readonly p99: number | null
  readonly max: number | null
}

/** What the agents of one world were given, or those of several together. */
export interface Share {
  readonly world: string
  readonly agents: number
  /** Agents that were shown anything while it was measured. */
  readonly served: number
  readonly ticks_per_second: number
  readonly observations: number
  /** Ticks between the first and the last that an agent was shown, and that it was not shown. */
  readonly missed: number
  readonly gap_ms: Quantiles
  readonly acts: number
  readonly unacknowledged: number
  readonly refused: number
  readonly ack_ms: Quantiles
  /** Connections that ended and should not have. */
  readonly cut: number
  readonly bytes_per_second: number
}

export function shareOf(world: string, tallies: readonly Tally[], seconds: number): Share {
  const sum = (of: (tally: Tally) => number): number => tallies.reduce((total, tally) => total + of(tally), 0)
  const gaps = new Durations()
  const acks = new Durations()
  for (const tally of tallies) {
    gaps.addAll(tally.gaps)
    acks.addAll(tally.acks)
  }
  const ticks = tallies.flatMap((tally) => [...tally.ticksByAgent.values()])
  let missed = 0
  let longest = 0
  for (const { first, last, seen } of ticks) {
    const span = last - first + 1
    missed += span - seen
    longest = Math.max(longest, span)
  }
  return {
    world,
    agents: sum((tally) => tally.agents),
    served: ticks.length,
    ticks_per_second: Math.round((longest / seconds) * 100) / 100,
    observations: sum((tally) => tally.observations),
    missed,
    gap_ms: quantiles(gaps),
    acts: sum((tally) => tally.acts),
    unacknowledged: sum((tally) => tally.unacknowledged),
    refused: sum((tally) => tally.refused),
    ack_ms: quantiles(acks),
    cut: sum((tally) => tally.cut),
    bytes_per_second: Math.round(sum((tally) => tally.bytes) / seconds),
  }
}

function quantiles(durations: Durations): Quantiles {
  return { p50: durations.quantile(0.5), p99: durations.quantile(0.99), max: durations.quantile(1) }
}
