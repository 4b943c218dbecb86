import type { SwarmResult } from './tally.js'

/** A result as lines for a person. */
export function swarmTable(result: SwarmResult): string[] {
  const ms = (value: number | null): string => (value === null ? '-' : `${value.toFixed(1)} ms`)
  const { gap_ms: gap, ack_ms: ack } = result
  const rows: readonly (readonly [string, string])[] = [
    [
      'agents',
      `${result.served} of ${result.agents} served, ${result.errors} could not join, ${result.dropped} connections broke`,
    ],
    ['time', `${result.secs.toFixed(1)} s, ${result.tick_rate.toFixed(2)} ticks/s`],
    ['observations', `${result.obs_per_s}/s, ${result.obs_missed_pct.toFixed(2)} % missed`],
    ['between two', `median ${ms(gap.p50)}, p99 ${ms(gap.p99)}, longest ${ms(gap.max)}`],
    [
      'acknowledged',
      `${ack.n} of ${result.acted}, median ${ms(ack.p50)}, p99 ${ms(ack.p99)}, ${result.refused} refused`,
    ],
    ['traffic', `${result.mb_per_s.toFixed(2)} MB/s, ${result.bytes_per_obs} bytes per observation`],
    ['this process', `${result.client_cpu.toFixed(2)} processors`],
  ]
  return rows.map(([name, value]) => `  ${name.padEnd(13)} ${value}`)
}
