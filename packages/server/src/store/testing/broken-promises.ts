import { isDeepStrictEqual } from 'node:util'
import { verifyLog } from '../log/verify-log.js'
import { openRun, openRunInbox, RUN_DIRECTORY, type RunWitness, sampleSnapshot } from './recorded-run.js'
import { collect, sampleRecord } from './sample-records.js'
import type { SimulatedFileSystem } from './simulated-file-system.js'

/**
 * Opens what a run left on a disk and says which promises it does not keep: none, if all is well. Goes on with the
 * world for a tick, too, since a store that opens and then cannot be written to has kept nothing.
 */
export async function brokenPromises(
  disk: SimulatedFileSystem,
  witness: RunWitness,
  after: 'process end' | 'power cut',
): Promise<string[]> {
  const broken: string[] = []
  const must = (isKept: boolean, promise: string): void => {
    if (!isKept) broken.push(promise)
  }
  const store = await openRun(disk)
  const { log, inbox, snapshot } = store
  must(log.durableTick >= witness.shownTick, `tick ${witness.shownTick} was shown, tick ${log.durableTick} is the last`)
  const records = await collect(log.readFrom(0))
  must(isDeepStrictEqual(records, witness.appended.slice(0, records.length)), 'records are as they were appended')
  const savedTick = witness.snapshots.at(-1) ?? 0
  must((snapshot?.state.tick ?? 0) >= savedTick, `snapshot ${savedTick} was saved, ${snapshot?.state.tick} is found`)
  must(
    snapshot === undefined || isDeepStrictEqual(snapshot, sampleSnapshot(snapshot.state.tick)),
    'the snapshot is as it was',
  )

  const again = inbox.pending.map(({ sequence }) => sequence)
  const delivered = new Set([...records.flatMap((record) => record.inbox), ...again])
  const deliveries = records.reduce((sum, record) => sum + record.inbox.length, again.length)
  must(delivered.size === deliveries, 'no entry is delivered twice')
  for (const { sequence, input } of inbox.pending) {
    const acknowledged = witness.acknowledged.get(sequence) ?? input
    must(isDeepStrictEqual(input, acknowledged), `entry ${sequence} is as it was put`)
  }
  if (after === 'process end') {
    for (const sequence of witness.acknowledged.keys()) {
      must(delivered.has(sequence), `entry ${sequence} was acknowledged and is delivered`)
    }
  }

  log.append(sampleRecord(log.nextTick, again))
  const writer = openRunInbox(disk, store)
  const fresh = await writer.put({ kind: 'attach', agentId: 'A1' as never })
  must(!delivered.has(fresh), `number ${fresh} is new`)
  await writer.close()
  await store.close()
  const { problems, lastTick } = await verifyLog({ fileSystem: disk, directory: `${RUN_DIRECTORY}/log` })
  must(problems.length === 0 && lastTick === records.length, `the log is sound: ${JSON.stringify(problems)}`)
  const last = await openRun(disk)
  const lastPending = last.inbox.pending.map(({ sequence }) => sequence)
  must(isDeepStrictEqual(lastPending, [fresh]), `entries ${lastPending.join()} are pending, ${fresh} was put last`)
  must(last.log.nextTick === records.length + 1, 'the tick appended last is there')
  await last.close()
  return broken
}
