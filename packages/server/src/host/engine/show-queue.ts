import { LogDamagedError, type LogStore } from '../../store/index.js'
import type { EventText, TickNews } from '../world-runner.js'
import type { EngineReport, FrameBatch } from './messages.js'
import type { Spending } from './spending.js'

/** Ticks that nobody waits for are made durable together, this many at most and this much later at most. */
const UNHURRIED_TICKS_MAX = 5
const UNHURRIED_MS = 1_000
/** How long to wait before trying again to write what the disk refused. */
const RETRY_MS = 1_000

interface Show {
  readonly tick: number
  readonly digest: string
  readonly inputs: number
  readonly events: readonly EventText[]
  readonly spending: Spending
  readonly news: TickNews
  batches: FrameBatch[]
  isComplete: boolean
  behindTicks: number
  isTold: boolean
  logMs: number
}

interface ShowQueueOptions {
  readonly log: LogStore
  readonly report: (report: EngineReport) => void
  readonly lastCommitMs: () => number
  readonly onDamage: (error: LogDamagedError) => void
}

/**
 * Results of ticks on their way out. A tick is shown when its record is durable, and not before the one before it; the
 * world runs on meanwhile. When the disk refuses, nothing is shown until it can be written after all.
 */
export class ShowQueue {
  private shows: Show[] = []
  private durableTick: number
  private unhurried = 0
  private hurrying: NodeJS.Timeout | undefined
  private isStalled = false
  private isStopped = false

  constructor(private readonly options: ShowQueueOptions) {
    this.durableTick = options.log.durableTick
  }

  /** Takes the results of a tick whose record was appended. Observations are added as they are made. */
  add(tick: Pick<Show, 'tick' | 'digest' | 'inputs' | 'events' | 'spending' | 'news'>): {
    observed(batch: FrameBatch): void
    complete(behindTicks: number): void
  } {
    const show: Show = { ...tick, batches: [], isComplete: false, behindTicks: 0, isTold: false, logMs: 0 }
    this.shows.push(show)
    if (++this.unhurried >= UNHURRIED_TICKS_MAX) this.hurry()
    else this.hurrying ??= setTimeout(() => this.hurry(), UNHURRIED_MS).unref()
    return {
      observed: (batch) => {
        show.batches.push(batch)
        this.tell()
      },
      complete: (behindTicks) => {
        show.isComplete = true
        show.behindTicks = behindTicks
        this.tell()
      },
    }
  }

  /** Somebody waits for what was added last. */
  hurry(): void {
    clearTimeout(this.hurrying)
    this.hurrying = undefined
    this.unhurried = 0
    if (!this.isStalled) void this.settle().catch(() => {})
  }

  /** Resolves when all that was added so far is durable and, as far as it is complete, told. */
  async settle(): Promise<void> {
    const { log, lastCommitMs } = this.options
    const tick = log.nextTick - 1
    try {
      await log.commit()
    } catch (error) {
      this.stall(error)
      throw error
    }
    for (const show of this.shows) if (show.tick > this.durableTick && show.tick <= tick) show.logMs = lastCommitMs()
    this.durableTick = Math.max(this.durableTick, tick)
    this.tell()
  }

  stop(): void {
    this.isStopped = true
    clearTimeout(this.hurrying)
  }

  private tell(): void {
    const { report } = this.options
    for (let show = this.shows[0]; show !== undefined && show.tick <= this.durableTick; show = this.shows[0]) {
      const { tick, digest, inputs, events, spending, logMs, behindTicks, news } = show
      // A tick tells its own figures, so it waits for its last observation; the observations do not.
      const { batches } = show
      show.batches = []
      if (!show.isTold) {
        show.isTold = true
        if (events.length > 0) report({ kind: 'events', events })
      }
      for (const batch of batches) report({ kind: 'observed', batch })
      if (!show.isComplete) return
      this.shows.shift()
      const { totalMs: durationMs, spentMs } = spending
      const figures = { inputs, durationMs, spentMs: { ...spentMs }, logMs, behindTicks }
      report({ kind: 'ticked', tick: { tick, digest, ...figures, ...news } })
    }
  }

  private stall(error: unknown): void {
    if (error instanceof LogDamagedError) return this.options.onDamage(error)
    if (this.isStalled) return
    this.isStalled = true
    this.options.report({ kind: 'stalled', reason: error instanceof Error ? error.message : String(error) })
    this.retryLater()
  }

  private retryLater(): void {
    setTimeout(() => void this.retry(), RETRY_MS).unref()
  }

  private async retry(): Promise<void> {
    if (this.isStopped) return
    try {
      await this.settle()
    } catch {
      this.retryLater()
      return
    }
    this.isStalled = false
    this.options.report({ kind: 'stalled', reason: undefined })
  }
}
