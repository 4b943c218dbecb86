import type { InboxRecovery } from './inbox/read-inbox.js'
import type { LogRecovery } from './log/recover-log.js'
import type { DamagedSnapshot, SnapshotInfo } from './snapshot-store.js'

/** What bringing a world back from disk found, kept and cut. */
export interface RecoveryReport {
  readonly worldId: string
  readonly snapshot: SnapshotInfo | null
  readonly damagedSnapshots: readonly DamagedSnapshot[]
  readonly log: LogRecovery
  readonly inbox: InboxRecovery
}

/** The report in sentences, for a log line or a person. */
export function describeRecovery({ worldId, snapshot, damagedSnapshots, log, inbox }: RecoveryReport): string {
  const sentences: string[] = []
  if (log.lastTick < log.firstTick && snapshot === null) sentences.push(`${worldId} has no history yet.`)
  else {
    const from = snapshot === null ? 'no snapshot' : `a snapshot of tick ${snapshot.tick}`
    const replayed = Math.max(0, log.lastTick + 1 - (snapshot?.tick ?? log.firstTick))
    sentences.push(`${worldId} has ticks ${log.firstTick} to ${log.lastTick} and ${from}; ${replayed} ticks to replay.`)
  }
  for (const { reason } of damagedSnapshots) sentences.push(`A snapshot was passed over: ${reason}.`)
  if (log.cut !== null) {
    sentences.push(
      `An interrupted write was cut off: ${log.cut.bytes} bytes of ${log.cut.file} from byte ${log.cut.offset} on (${log.cut.reason}).`,
    )
  }
  if (log.removed.length > 0) sentences.push(`Half-made files were removed: ${log.removed.join(', ')}.`)
  if (inbox.pending > 0) sentences.push(`${inbox.pending} acknowledged inputs will be delivered again.`)
  if (inbox.lostBytes > 0) sentences.push(`${inbox.lostBytes} bytes of the inbox could not be read.`)
  return sentences.join(' ')
}
