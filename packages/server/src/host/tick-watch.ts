import type { Logger } from '../log.js'
import type { HostClock } from './clock.js'
import type { WorldTick } from './world-runner.js'

/** Long ticks of one world are reported this far apart, the longest one in between. */
const REPORT_EVERY_MS = 5_000

/** Reports ticks that take longer than the time between two of them, with what they spent it on. */
export function createTickWatch(options: {
  readonly periodMs: number
  readonly clock: HostClock
  readonly log: Logger
}): (worldId: string, tick: WorldTick) => void {
  const { periodMs, clock, log } = options
  const stateByWorld = new Map<string, { reportedAtMs: number; unreported: number }>()
  return (worldId, { tick, inputs, durationMs, spentMs, logMs }) => {
    if (durationMs <= periodMs) return
    const nowMs = clock.now()
    const state = stateByWorld.get(worldId)
    if (state !== undefined && nowMs - state.reportedAtMs < REPORT_EVERY_MS) {
      state.unreported++
      return
    }
    stateByWorld.set(worldId, { reportedAtMs: nowMs, unreported: 0 })
    const rounded = Object.entries(spentMs).map(([part, ms]) => [part, Math.round(ms * 10) / 10])
    log.warn(
      {
        worldId,
        tick,
        inputs,
        durationMs: Math.round(durationMs),
        spentMs: Object.fromEntries(rounded),
        logMs: Math.round(logMs),
        othersSince: state?.unreported ?? 0,
      },
      'a tick took longer than the time between ticks',
    )
  }
}
