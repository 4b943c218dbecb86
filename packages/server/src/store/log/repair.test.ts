import { describe, expect, test } from 'vitest'
import { LogDamagedError } from '../errors.js'
import { createWitness, openRun, RUN_DIRECTORY, recordedRun, sampleSnapshot } from '../testing/recorded-run.js'
import { collect, SAMPLE_IDENTITY } from '../testing/sample-records.js'
import { SimulatedFileSystem } from '../testing/simulated-file-system.js'
import { repairLog } from './repair.js'
import { verifyLog } from './verify-log.js'

const LOG = `${RUN_DIRECTORY}/log`
const witness = createWitness()

/** The recorded run: ticks 0 to 59, snapshots of ticks 41 and 50. */
async function writtenWorld(): Promise<SimulatedFileSystem> {
  const disk = new SimulatedFileSystem()
  await recordedRun(disk, witness, (step) => step())
  return disk
}

const repair = (disk: SimulatedFileSystem) =>
  repairLog({ fileSystem: disk, directory: RUN_DIRECTORY, worldId: SAMPLE_IDENTITY.worldId })
const segmentsOf = (disk: SimulatedFileSystem): string[] => disk.paths().filter((path) => path.startsWith(`${LOG}/`))
const lastBefore = (disk: SimulatedFileSystem, tick: number): string =>
  segmentsOf(disk).findLast((path) => Number(path.slice(-16, -4)) <= tick) as string

/** Breaks a byte in the middle of the file that holds a tick. */
function damage(disk: SimulatedFileSystem, tick: number): string {
  const path = lastBefore(disk, tick)
  const bytes = Buffer.from(disk.bytesOf(path))
  const middle = Math.floor(bytes.length * 0.6)
  bytes[middle] = (bytes[middle] as number) ^ 0xff
  disk.setBytes(path, bytes)
  return path
}

const removeSnapshots = (disk: SimulatedFileSystem): void => {
  for (const path of disk.paths()) if (path.includes('/snapshots/')) disk.remove(path)
}

describe('repair', () => {
  test('[FIX1] a sound log, or one with a torn tail, is left as it is', async () => {
    const disk = await writtenWorld()
    const last = segmentsOf(disk).at(-1) as string
    disk.setBytes(last, Buffer.concat([disk.bytesOf(last), Buffer.alloc(9)]))
    const before = disk.paths()
    const report = await repair(disk)
    expect(report).toEqual({
      isChanged: false,
      problems: [],
      firstTick: 0,
      lastTick: 59,
      chain: (await verifyLog({ fileSystem: disk, directory: LOG })).chain,
      snapshotTick: 50,
      lostFromTick: null,
      setAside: null,
      snapshotsSetAside: [],
    })
    expect([disk.paths(), disk.bytesOf(last).length > 9]).toEqual([before, true])
  })

  test('[FIX2] without snapshots the provable beginning is kept, and proved', async () => {
    const disk = await writtenWorld()
    removeSnapshots(disk)
    const damaged = damage(disk, 30)
    const damagedBytes = disk.bytesOf(damaged)
    await expect(openRun(disk)).rejects.toThrow(LogDamagedError)
    const report = await repair(disk)
    expect(report.problems.map(({ file }) => file)).toEqual([damaged])
    expect([report.isChanged, report.firstTick, report.snapshotTick, report.lostFromTick]).toEqual([
      true,
      0,
      null,
      report.lastTick + 1,
    ])
    const store = await openRun(disk)
    expect(store.log.durableTick).toBe(report.lastTick)
    const records = await collect(store.log.readFrom(0))
    expect(records).toEqual(witness.appended.slice(0, report.lastTick + 1))
    expect((await verifyLog({ fileSystem: disk, directory: LOG })).chain).toBe(report.chain)
    expect(report.setAside).toBe(`${RUN_DIRECTORY}/log.damaged-1`)
    expect(disk.bytesOf(damaged.replace('/log/', '/log.damaged-1/'))).toEqual(damagedBytes)
    await store.close()
  })

  test('[FIX3] with a later snapshot nothing of the present is lost, only the history before it moves aside', async () => {
    const disk = await writtenWorld()
    damage(disk, 10)
    const report = await repair(disk)
    expect([report.lastTick, report.lostFromTick, report.snapshotTick]).toEqual([59, null, 50])
    expect(report.firstTick).toBeGreaterThan(10)
    const store = await openRun(disk)
    expect([store.snapshot, store.log.durableTick]).toEqual([sampleSnapshot(50), 59])
    expect(await collect(store.log.readFrom(report.firstTick))).toEqual(witness.appended.slice(report.firstTick))
    await store.close()
  })

  test('[FIX3] damage after the last snapshot keeps what comes before it', async () => {
    const disk = await writtenWorld()
    damage(disk, 50)
    const report = await repair(disk)
    expect([report.firstTick, report.snapshotTick, report.lostFromTick]).toEqual([0, 50, report.lastTick + 1])
    expect(report.lastTick).toBeGreaterThanOrEqual(49)
    expect(report.lastTick).toBeLessThan(59)
    const store = await openRun(disk)
    expect(store.log.durableTick).toBe(report.lastTick)
    await store.close()
  })

  test('[FIX4] the log is gone and a snapshot is left: the world goes on from it, and takes no act twice', async () => {
    const disk = await writtenWorld()
    for (const path of segmentsOf(disk)) disk.remove(path)
    await expect(openRun(disk)).rejects.toThrow(
      'the snapshot was taken after the last record of the log: ticks 0 to 49 are missing',
    )
    const report = await repair(disk)
    expect([report.firstTick, report.lastTick, report.snapshotTick]).toEqual([50, 49, 50])
    const store = await openRun(disk)
    expect([store.log.nextTick, store.log.lastDigest, store.inbox.pending]).toEqual([
      50,
      sampleSnapshot(50).state.chain,
      [],
    ])
    store.log.append({ ...(witness.appended[50] as (typeof witness.appended)[0]), inbox: [] })
    await store.close()
    expect((await openRun(disk)).log.durableTick).toBe(50)
  })

  test('[FIX5] a snapshot of another history is set aside', async () => {
    const disk = await writtenWorld()
    const store = await openRun(disk)
    const stranger = sampleSnapshot(55)
    await store.snapshots.write({ ...stranger, state: { ...stranger.state, chain: 'f'.repeat(16) } })
    await store.close()
    await expect(openRun(disk)).rejects.toThrow('they are not of one history')
    const report = await repair(disk)
    expect([report.lastTick, report.snapshotsSetAside]).toEqual([
      59,
      [`${RUN_DIRECTORY}/snapshots/000000000055.snapshot.set-aside`],
    ])
    expect((await openRun(disk)).snapshot?.state.tick).toBe(50)
  })

  test('[FIX6] nothing provable: nothing is changed', async () => {
    const disk = await writtenWorld()
    removeSnapshots(disk)
    const first = segmentsOf(disk)[0] as string
    disk.setBytes(first, Buffer.from(disk.bytesOf(first)).fill(0, 20, 60))
    const before = disk.paths()
    await expect(repair(disk)).rejects.toThrow(
      'neither the beginning of the log nor any snapshot can be proved; nothing was changed',
    )
    expect(disk.paths()).toEqual(before)
  })

  test('[FIX7] interrupted at any call, a repair can be run again', async () => {
    const whole = await writtenWorld()
    damage(whole, 10)
    const counted = whole.afterProcessEnd()
    const wanted = await repair(counted)
    for (let at = 0; at < counted.calls; at++) {
      const disk = whole.afterProcessEnd()
      disk.setFault({ at, kind: 'crash' })
      await expect(repair(disk)).rejects.toThrow('ECRASHED')
      const next = disk.afterProcessEnd()
      const report = await repair(next)
      expect([report.lastTick, report.chain]).toEqual([wanted.lastTick, wanted.chain])
      const store = await openRun(next)
      expect(store.log.durableTick).toBe(59)
      await store.close()
    }
  })
})
