import { Histogram } from './histogram.js'

/** What a swarm saw, in the words and units that other yardsticks use. */
export interface SwarmResult {
  readonly agents: number
  /** Agents that got at least one observation while it was measured. */
  readonly served: number
  readonly secs: number
  readonly tick_rate: number
  readonly obs_per_s: number
  readonly obs_missed_pct: number
  readonly gap_ms: { readonly p50: number | null; readonly p99: number | null; readonly max: number | null }
  readonly ack_ms: { readonly n: number; readonly p50: number | null; readonly p99: number | null }
  readonly acted: number
  readonly refused: number
  /** Agents that could not join. */
  readonly errors: number
  /** Connections that broke. */
  readonly dropped: number
  readonly mb_per_s: number
  readonly bytes_per_obs: number
  readonly client_cpu: number
}

interface Ticks {
  readonly first: number
  last: number
  seen: number
}

/** Counts what happens to the agents of a swarm. Nothing counts before `begin`. */
export class Tally {
  private readonly gaps = new Histogram()
  private readonly acks = new Histogram()
  private readonly ticksByAgent = new Map<number, Ticks>()
  private readonly lastSeenMs = new Map<number, number>()
  private startedMs: number | undefined
  private bytes = 0
  private observations = 0
  private acted = 0
  private refused = 0
  private dropped = 0
  errors = 0
  joined = 0

  constructor(private readonly agents: number) {}

  begin(nowMs: number): void {
    this.startedMs = nowMs
  }

  observed(agent: number, tick: number, bytes: number, nowMs: number): void {
    const before = this.lastSeenMs.get(agent)
    this.lastSeenMs.set(agent, nowMs)
    if (this.startedMs === undefined) return
    this.observations++
    this.bytes += bytes
    if (before !== undefined) this.gaps.add(nowMs - before)
    const ticks = this.ticksByAgent.get(agent)
    if (ticks === undefined) this.ticksByAgent.set(agent, { first: tick, last: tick, seen: 1 })
    else {
      ticks.last = tick
      ticks.seen++
    }
  }

  act(): void {
    if (this.startedMs !== undefined) this.acted++
  }

  acknowledged(tookMs: number): void {
    if (this.startedMs !== undefined) this.acks.add(tookMs)
  }

  refusedAct(): void {
    if (this.startedMs !== undefined) this.refused++
  }

  broke(): void {
    if (this.startedMs !== undefined) this.dropped++
  }

  /** `cpuMs`: processor time this process used since `begin`. */
  result(nowMs: number, cpuMs: number): SwarmResult {
    const seconds = Math.max(0.001, (nowMs - (this.startedMs ?? nowMs)) / 1000)
    let due = 0
    let seen = 0
    let longest = 0
    for (const { first, last, seen: got } of this.ticksByAgent.values()) {
      const ticks = last - first + 1
      due += ticks
      seen += got
      longest = Math.max(longest, ticks)
    }
    const { gaps, acks } = this
    return {
      agents: this.agents,
      served: this.ticksByAgent.size,
      secs: rounded(seconds, 1),
      tick_rate: rounded(longest / seconds, 2),
      obs_per_s: Math.round(this.observations / seconds),
      obs_missed_pct: due === 0 ? 0 : rounded(100 * (1 - seen / due), 2),
      gap_ms: { p50: gaps.quantile(0.5), p99: gaps.quantile(0.99), max: gaps.quantile(1) },
      ack_ms: { n: acks.count, p50: acks.quantile(0.5), p99: acks.quantile(0.99) },
      acted: this.acted,
      refused: this.refused,
      errors: this.errors,
      dropped: this.dropped,
      mb_per_s: rounded(this.bytes / seconds / 1e6, 2),
      bytes_per_obs: Math.round(this.bytes / Math.max(1, this.observations)),
      client_cpu: rounded(cpuMs / 1000 / seconds, 2),
    }
  }
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
