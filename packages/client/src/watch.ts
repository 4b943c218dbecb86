import { Alarm, type Clock } from './clock.js'
import type { Observation } from './connection-types.js'
import * as limits from './limits.js'

export type WatchHandlers = {
  /** The socket is of no more use. */
  drop(reason: string): void
  /** Nothing was sent for long. */
  keepAlive(): void
}

/** Looks after an open socket: is it silent, is it idle, has the voxel cube lost its base? */
export class Watch {
  readonly #handlers: WatchHandlers
  readonly #silence: Alarm
  readonly #idleness: Alarm
  readonly #doubt: Alarm
  #isInDoubt = false

  constructor(clock: Clock, handlers: WatchHandlers) {
    this.#handlers = handlers
    this.#silence = new Alarm(clock)
    this.#idleness = new Alarm(clock)
    this.#doubt = new Alarm(clock)
  }

  /** An observation is due from now on; slow worlds get more time. */
  expectObservation(tickRateHz: number): void {
    const silenceMs = Math.max(limits.OBS_SILENCE_MS, (limits.OBS_SILENCE_TICKS * 1000) / Math.max(tickRateHz, 0.01))
    this.#silence.set(silenceMs, () => this.#handlers.drop(`no OBS for ${Math.round(silenceMs / 1000)} s`))
  }

  sent(): void {
    this.#idleness.set(limits.KEEP_ALIVE_MS, () => this.#handlers.keepAlive())
  }

  /** A whole cube comes by itself as soon as nothing moves; only when it does not is it asked for. */
  observed({ cube }: Observation): void {
    const isInDoubt = cube === undefined || !cube.isCertain
    if (isInDoubt === this.#isInDoubt) return
    this.#isInDoubt = isInDoubt
    if (isInDoubt) this.#doubt.set(limits.VOXEL_DOUBT_MS, () => this.#handlers.drop('voxels lost their base'))
    else this.#doubt.clear()
  }

  stop(): void {
    this.#isInDoubt = false
    for (const alarm of [this.#silence, this.#idleness, this.#doubt]) alarm.clear()
  }
}
