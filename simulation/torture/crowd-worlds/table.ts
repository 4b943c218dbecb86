import type { Share } from './tally.js'
import type { Growth, UsageStory } from './usage-record.js'

const COLUMNS: readonly (readonly [title: string, value: (share: Share) => number | string | null])[] = [
  ['world', ({ world }) => world],
  ['agents', ({ agents }) => agents],
  ['ticks/s', (share) => share.ticks_per_second.toFixed(2)],
  ['OBS', ({ observations }) => observations],
  ['missed', ({ missed }) => missed],
  ['gap p50', (share) => share.gap_ms.p50],
  ['p99', (share) => share.gap_ms.p99],
  ['max ms', (share) => share.gap_ms.max],
  ['acts', ({ acts }) => acts],
  ['no ACK', ({ unacknowledged }) => unacknowledged],
  ['ACK p50', (share) => share.ack_ms.p50],
  ['p99', (share) => share.ack_ms.p99],
  ['max ms', (share) => share.ack_ms.max],
]

/** The table for people: a line for each world and one for all of them, and what the server took. */
export function crowdTable(shares: readonly Share[], usage: UsageStory): string[] {
  const rows = [
    COLUMNS.map(([title]) => title),
    ...shares.map((share) => COLUMNS.map(([, value]) => String(value(share) ?? '-'))),
  ]
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length)))
  const align = (cell: string, column: number): string => {
    const width = widths[column] as number
    return column === 0 ? cell.padEnd(width) : cell.padStart(width)
  }
  const { resident, heap, external, kept_before: before, kept_after: after, kept_per_minute: perMinute } = usage
  return [
    ...rows.map((row) => row.map(align).join('  ')),
    `resident  ${grew(resident)}`,
    `heaps     ${grew(heap)}`,
    `external  ${grew(external)}`,
    `kept      ${inMb(before)} MB before, ${inMb(after)} MB after, ${signed(perMinute)} MB/min`,
  ]
}

function grew({ max, per_minute: perMinute }: Growth): string {
  return `${inMb(max)} MB at most, ${signed(perMinute)} MB/min`
}

function signed(bytes: number): string {
  return `${bytes < 0 ? '' : '+'}${inMb(bytes)}`
}

function inMb(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
