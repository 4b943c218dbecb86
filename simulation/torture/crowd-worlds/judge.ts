import { ACT_ID_MEMORY_TICKS } from '@clawstead/protocol'
import type { Share } from './tally.js'
import type { UsageStory } from './usage-record.js'

const MB = 1_000_000

/** What a crowd may expect, in every world. */
export const REACH = { gap_ms_p99: 250, ack_ms_p99: 100, resident_bytes: 600 * MB } as const

const TICKS_PER_SECOND = 5
/** An act is remembered for ten minutes, so that it is not taken twice. What the server keeps may grow by this much for each. */
const KEPT_BYTES_PER_ACT_MAX = 300
/** Caches may still be filling, by this much. */
const KEPT_BYTES_MIN = 16 * MB
/** Below this nothing can be said about growth. */
const GROWTH_SECONDS_MIN = 120

/** Which limits were broken, and where. */
export function judge(worlds: readonly Share[], usage: UsageStory, seconds: number): string[] {
  const wrong = worlds.flatMap(judgeWorld)
  if (usage.resident.max >= REACH.resident_bytes)
    wrong.push(`the server took ${inMb(usage.resident.max)} MB, reach ${inMb(REACH.resident_bytes)}`)
  const grown = usage.kept_after - usage.kept_before
  const grownMax = keptBytesMax(worlds, seconds)
  if (seconds >= GROWTH_SECONDS_MIN && grown > grownMax)
    wrong.push(`what the server keeps grew by ${inMb(grown)} MB, reach ${inMb(grownMax)}`)
  return wrong
}

/** However long a run is, no more than the acts of the last ten minutes are kept. */
function keptBytesMax(worlds: readonly Share[], seconds: number): number {
  const acts = worlds.reduce((total, world) => total + world.acts, 0)
  const rememberedShare = Math.min(1, ACT_ID_MEMORY_TICKS / (seconds * TICKS_PER_SECOND))
  return KEPT_BYTES_MIN + acts * rememberedShare * KEPT_BYTES_PER_ACT_MAX
}

function judgeWorld(share: Share): string[] {
  const { world, agents, served, missed, observations, unacknowledged, acts, refused, cut } = share
  const wrong: string[] = []
  if (served < agents) wrong.push(`${world}: ${agents - served} of ${agents} agents were shown nothing`)
  if (missed > 0) wrong.push(`${world}: ${missed} observations were missed, ${observations} came`)
  if (unacknowledged > 0) wrong.push(`${world}: ${unacknowledged} of ${acts} acts were never acknowledged`)
  if (refused > 0) wrong.push(`${world}: ${refused} of ${acts} acts were refused`)
  if (cut > 0) wrong.push(`${world}: ${cut} connections ended`)
  const [gap, ack] = [share.gap_ms.p99 ?? 0, share.ack_ms.p99 ?? 0]
  if (gap >= REACH.gap_ms_p99) wrong.push(`${world}: observations ${gap} ms apart at p99, reach ${REACH.gap_ms_p99}`)
  if (ack >= REACH.ack_ms_p99) wrong.push(`${world}: an ACK took ${ack} ms at p99, reach ${REACH.ack_ms_p99}`)
  return wrong
}

function inMb(bytes: number): string {
  return (bytes / MB).toFixed(1)
}
