import type { HostClock } from './clock.js'

/** So many observations of a tick go out as soon as they are there. */
const FEW = 16
/** From so many on all of the window is used; fewer have a part of it and hear sooner. */
const CROWD = 200
/**
 * The part of a tick's time in which the observations of a crowd go out. It begins when a world has usually made them
 * all, so that an agent hears at an even pace however long a tick took, and ends before the next tick is due.
 */
const WINDOW = { from: 0.35, to: 0.85 }
/** Handed out in one go when many are late, before sockets get their turn. */
const PARTS_PER_TURN = 4

interface Held {
  readonly dueMs: number
  readonly show: () => void
}

/** Holds the results of one world's ticks until it is time to show them, in the order they came. */
export class Showing {
  private begun: { readonly tick: number; readonly dueMs: number }[] = []
  private held: Held[] = []
  private count = 0
  /** As many as there were in the last tick. */
  private expected = 0
  private cancel: () => void = () => {}

  constructor(
    private readonly clock: HostClock,
    private readonly periodMs: number,
  ) {}

  /** The world is asked for this tick, which was due at `dueMs`. */
  begin(tick: number, dueMs: number): void {
    this.begun.push({ tick, dueMs })
  }

  /** Some observations of the tick under way. */
  observed(count: number, show: () => void): void {
    const before = this.count
    this.count += count
    const dueMs = this.begun[0]?.dueMs
    const isHeld = dueMs !== undefined && this.expected > FEW
    this.hold(isHeld ? dueMs + this.delayMs(before) : 0, show)
  }

  /** The tick is done; `show` comes after all of its observations. */
  ticked(tick: number, show: () => void): void {
    this.begun = this.begun.filter((begun) => begun.tick > tick)
    this.expected = this.count
    this.count = 0
    this.hold(0, show)
  }

  /** Shows all that is held now: the world broke, and no more comes of the ticks it was asked for. */
  flush(): void {
    this.cancel()
    this.begun = []
    this.count = 0
    const { held } = this
    this.held = []
    for (const { show } of held) show()
  }

  /** Forgets what is held. */
  drop(): void {
    this.cancel()
    this.held = []
  }

  /** How long after a tick is due an observation goes out that so many others are before. */
  private delayMs(before: number): number {
    const { expected, periodMs } = this
    const share = Math.min(1, before / expected)
    return periodMs * Math.min(1, expected / CROWD) * (WINDOW.from + (WINDOW.to - WINDOW.from) * share)
  }

  private hold(dueMs: number, show: () => void): void {
    if (this.held.length === 0 && dueMs <= this.clock.now()) {
      show()
      return
    }
    this.held.push({ dueMs, show })
    if (this.held.length === 1) this.wait()
  }

  private wait(): void {
    const [next] = this.held
    if (next !== undefined) this.cancel = this.clock.schedule(Math.max(0, next.dueMs - this.clock.now()), this.pump)
  }

  private readonly pump = (): void => {
    const nowMs = this.clock.now()
    for (let i = 0; i < PARTS_PER_TURN && (this.held[0]?.dueMs ?? Number.POSITIVE_INFINITY) <= nowMs; i++)
      this.held.shift()?.show()
    this.wait()
  }
}
