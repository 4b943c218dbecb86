import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readInbox } from './inbox/read-inbox.js'
import { openFileLog } from './log/file-log-store.js'
import { SequenceSet } from './sequence-set.js'
import { decodeSnapshot } from './snapshots/snapshot-codec.js'
import { sampleSnapshot } from './testing/recorded-run.js'
import { collect, SAMPLE_IDENTITY, sampleAct, sampleRecords } from './testing/sample-records.js'
import { SimulatedFileSystem } from './testing/simulated-file-system.js'

/** Files of format 1 as they were written when it was new. They never change: a program that cannot read them loses worlds. */
const FILES = JSON.parse(readFileSync(new URL('fixtures/format-1.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>

test('[FORMAT1] files of format 1 are read', async () => {
  const disk = new SimulatedFileSystem()
  for (const [path, base64] of Object.entries(FILES)) disk.setBytes(path, Buffer.from(base64, 'base64'))
  const { log, recovery } = await openFileLog({ fileSystem: disk, directory: 'log', identity: SAMPLE_IDENTITY })
  expect(recovery).toEqual({ segments: 2, firstTick: 0, lastTick: 19, provedFromTick: 0, cut: null, removed: [] })
  expect(await collect(log.readFrom(0))).toEqual(sampleRecords(0, 20))
  const settled = new SequenceSet([[1, 1]])
  const { pending } = await readInbox({
    fileSystem: disk,
    directory: 'inbox',
    worldId: SAMPLE_IDENTITY.worldId,
    settled,
  })
  expect(pending).toEqual([{ sequence: 2, input: sampleAct(2) }])
  expect(decodeSnapshot(disk.bytesOf('snapshots/000000000010.snapshot'), 'fixture')).toEqual(sampleSnapshot(10))
})
