/** Each agent is observed at every k-th tick at least. */
export const OBS_EVERY_MAX = 16
/** Ticks that are looked at before observations are made rarer. */
const RISE_TICKS = 10
/** Ticks that are looked at before they are made more frequent again. */
const FALL_TICKS = 50
/** Share of the tick period above which there is too much to do. */
const RISE_LOAD = 0.9
/** Share of its time above which the thread of the sockets has too much to do. */
const RISE_HOST_LOAD = 0.95
/** Share of the period that observing twice as often would have to stay under. */
const FALL_LOAD = 0.5
/** A world this far behind has too much to do, whatever its ticks say. */
const BEHIND_TICKS = 2

export interface PacingSample {
  /** Work of one tick, observations included. */
  readonly durationMs: number
  readonly observeMs: number
  /** Ticks asked for and not done. */
  readonly behindTicks: number
  /** Share of its time the thread of the sockets is busy, 0 to 1. */
  readonly hostLoad: number
}

/**
 * How often each agent of a world is observed. When there is too much to do the tick rate is kept and observations become
 * rarer: every second tick, every fourth, and so on, until there is room again. The rule is [LOAD1]-[LOAD4] in SPEC.md.
 */
export interface Pacing {
  readonly obsEvery: number
  note(sample: PacingSample): void
}

export function createPacing(periodMs: number): Pacing {
  let obsEvery = 1
  let samples: PacingSample[] = []

  function set(next: number): void {
    obsEvery = next
    samples = []
  }

  return {
    get obsEvery() {
      return obsEvery
    },
    note(sample) {
      samples.push(sample)
      if (samples.length > FALL_TICKS) samples.shift()
      const latest = samples.slice(-RISE_TICKS)
      const isTooMuch =
        latest.length === RISE_TICKS &&
        (latest.every(({ behindTicks }) => behindTicks >= BEHIND_TICKS) ||
          mean(latest, ({ durationMs }) => durationMs) > periodMs * RISE_LOAD ||
          mean(latest, ({ hostLoad }) => hostLoad) > RISE_HOST_LOAD)
      if (isTooMuch) {
        if (obsEvery < OBS_EVERY_MAX) set(obsEvery * 2)
        return
      }
      if (obsEvery === 1 || samples.length < FALL_TICKS) return
      const doubledMs = mean(samples, ({ durationMs, observeMs }) => durationMs + observeMs)
      const doubledLoad = mean(samples, ({ hostLoad }) => hostLoad) * 2
      const isBehind = samples.some(({ behindTicks }) => behindTicks >= BEHIND_TICKS)
      if (!isBehind && doubledMs < periodMs * FALL_LOAD && doubledLoad < 1) set(obsEvery / 2)
    },
  }
}

function mean(samples: readonly PacingSample[], valueOf: (sample: PacingSample) => number): number {
  return samples.reduce((sum, sample) => sum + valueOf(sample), 0) / samples.length
}
