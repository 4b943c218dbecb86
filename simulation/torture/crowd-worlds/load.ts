import { cpus } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const LATE_RESOLUTION_MS = 10

/** What else was going on while it was measured: a busy machine makes every server slow. */
export interface Load {
  readonly seconds: number
  readonly processors: number
  /** Processors in use on this machine, by everybody. */
  readonly machine_processors: number
  /** Processors this process used, which is the crowd. */
  readonly crowd_processors: number
  /** How late the crowd came to what it wanted to do, in milliseconds: what it measures is no better than that. */
  readonly crowd_late_ms_p99: number
}

/** Begins to watch. What it returns ends that, and tells. */
export function beginLoad(): () => Load {
  const late = monitorEventLoopDelay({ resolution: LATE_RESOLUTION_MS })
  const cpuBefore = process.cpuUsage()
  const busyBefore = machineBusyMs()
  const beganMs = performance.now()
  late.enable()
  return () => {
    late.disable()
    const passedMs = performance.now() - beganMs
    const { user, system } = process.cpuUsage(cpuBefore)
    return {
      seconds: passedMs / 1000,
      processors: cpus().length,
      machine_processors: (machineBusyMs() - busyBefore) / passedMs,
      crowd_processors: (user + system) / 1000 / passedMs,
      crowd_late_ms_p99: Math.max(0, late.percentile(99) / 1e6 - LATE_RESOLUTION_MS),
    }
  }
}

function machineBusyMs(): number {
  return cpus().reduce((total, { times }) => total + times.user + times.nice + times.sys + times.irq, 0)
}
