import { describe, expect, test } from 'vitest'
import { HistoryGoneError, LogDamagedError, StoreMismatchError } from '../errors.js'
import type { LogIdentity } from '../log-store.js'
import { collect, SAMPLE_IDENTITY, sampleRecord, sampleRecords } from '../testing/sample-records.js'
import { SimulatedFileSystem } from '../testing/simulated-file-system.js'
import { openFileLog } from './file-log-store.js'
import { encodeFrame } from './frame.js'
import { readLog } from './read-records.js'
import { verifyLog } from './verify-log.js'

const DIRECTORY = 'data/log'

function open(
  disk: SimulatedFileSystem,
  { identity = SAMPLE_IDENTITY, fromTick = 0 }: { identity?: LogIdentity; fromTick?: number } = {},
) {
  return openFileLog({ fileSystem: disk, directory: DIRECTORY, identity, fromTick })
}

/** Sections of ten ticks, each tick committed by itself. */
async function writtenLog(ticks: number): Promise<SimulatedFileSystem> {
  const disk = new SimulatedFileSystem()
  const { log } = await open(disk)
  for (const record of sampleRecords(0, ticks)) {
    if (record.tick % 10 === 0) log.beginSection()
    log.append(record)
    await log.commit()
  }
  await log.close()
  return disk
}

const fileOf = (tick: number): string => `${DIRECTORY}/${String(tick).padStart(12, '0')}.log`

function flip(disk: SimulatedFileSystem, path: string, offset: number, mask = 0x40): void {
  const bytes = Buffer.from(disk.bytesOf(path))
  bytes[offset] = (bytes[offset] as number) ^ mask
  disk.setBytes(path, bytes)
}

/** Where each write to a file ended. */
async function frameEnds(disk: SimulatedFileSystem, path: string): Promise<number[]> {
  const bytes = disk.bytesOf(path)
  const ends: number[] = []
  for (let at = 0; at < bytes.length; at = ends.at(-1) as number) ends.push(at + 18 + bytes.readUInt32LE(at + 2))
  return ends
}

/** Whether a log was refused or cut, and from where on. */
async function howItOpens(disk: SimulatedFileSystem): Promise<unknown> {
  try {
    const { log, recovery } = await open(disk)
    return { outcome: 'cut', file: recovery.cut?.file, offset: recovery.cut?.offset, tick: log.nextTick }
  } catch (error) {
    const { name, file, offset, tick } = error as LogDamagedError
    return { outcome: name, file, offset, tick }
  }
}

describe('opening a log', () => {
  test('[LOG13] cut at any byte of the last file, everything before the cut write is kept, and the rest reported', async () => {
    const whole = await writtenLog(16)
    const path = fileOf(10)
    const bytes = whole.bytesOf(path)
    const ends = await frameEnds(whole, path)
    for (let length = ends[0] as number; length < bytes.length; length++) {
      const disk = whole.afterProcessEnd()
      disk.setBytes(path, bytes.subarray(0, length))
      const { log, recovery } = await open(disk)
      const keptEnd = ends.findLast((end) => end <= length) as number
      const kept = 10 + ends.indexOf(keptEnd)
      expect(log.nextTick).toBe(kept)
      const { cut, ...found } = recovery
      expect(found).toEqual({ segments: 2, firstTick: 0, lastTick: kept - 1, provedFromTick: 0, removed: [] })
      const reason = cut?.reason ?? ''
      const expected = { file: path, offset: keptEnd, bytes: length - keptEnd, reason }
      expect(cut).toEqual(length === keptEnd ? null : expected)
      expect(disk.bytesOf(path).length).toBe(keptEnd)
      log.append(sampleRecord(kept))
      await log.close()
      expect(await collect((await open(disk)).log.readFrom(0))).toEqual(sampleRecords(0, kept + 1))
    }
  })

  test('[LOG13] zeros or noise after the last write are cut off', async () => {
    for (const tail of [
      Buffer.alloc(5000),
      Buffer.from('noise '.repeat(100)),
      encodeFrame(Buffer.alloc(8), Buffer.from('x')).subarray(1),
    ]) {
      const disk = await writtenLog(16)
      const bytes = disk.bytesOf(fileOf(10))
      disk.setBytes(fileOf(10), Buffer.concat([bytes, tail]))
      const { log, recovery } = await open(disk)
      expect([log.nextTick, recovery.cut?.offset, recovery.cut?.bytes]).toEqual([16, bytes.length, tail.length])
    }
  })

  test('[LOG14] a changed byte anywhere is refused with file, byte and tick; only the last write can pass for a torn one', async () => {
    const whole = await writtenLog(25)
    for (const tick of [0, 10, 20]) {
      const path = fileOf(tick)
      const ends = await frameEnds(whole, path)
      for (let offset = 0; offset < whole.bytesOf(path).length; offset++) {
        const frame = ends.findIndex((end) => offset < end)
        // Every byte of the small parts, some of the inputs.
        if (offset - (ends[frame - 1] ?? 0) > 40 && offset % 23 !== 0) continue
        const disk = whole.afterProcessEnd()
        flip(disk, path, offset)
        const lost = { file: path, offset: ends[frame - 1] ?? 0, tick: tick + Math.max(0, frame - 1) }
        const isLastWrite = tick === 20 && frame === ends.length - 1
        expect(await howItOpens(disk)).toEqual({ ...lost, outcome: isLastWrite ? 'cut' : 'LogDamagedError' })
      }
    }
  })

  test('[LOG14] the refusal is a sentence', async () => {
    const disk = await writtenLog(25)
    const ends = await frameEnds(disk, fileOf(10))
    flip(disk, fileOf(10), (ends[4] as number) + 20)
    await expect(open(disk)).rejects.toThrow(
      `data/log/000000000010.log, byte ${ends[4]}, tick 14: the checksum of the record is wrong, and an intact one stands at byte ${ends[5]}`,
    )
  })

  test('[LOG14] a record taken out, or taken from elsewhere, breaks the chain', async () => {
    const whole = await writtenLog(25)
    const path = fileOf(20)
    const bytes = whole.bytesOf(path)
    const ends = await frameEnds(whole, path)
    const without = whole.afterProcessEnd()
    without.setBytes(path, Buffer.concat([bytes.subarray(0, ends[1]), bytes.subarray(ends[2])]))
    await expect(open(without)).rejects.toThrow(
      /byte \d+, tick 21: the record does not follow the one before it \(hash chain\)/,
    )
    const swapped = whole.afterProcessEnd()
    swapped.setBytes(fileOf(20), whole.bytesOf(fileOf(10)))
    await expect(open(swapped)).rejects.toThrow('the file holds ticks from 10 on, its name says 20')
  })

  test('[LOG15] a missing file is refused, wherever it is missing', async () => {
    const middle = await writtenLog(35)
    middle.remove(fileOf(10))
    await expect(open(middle, { fromTick: 30 })).rejects.toThrow(
      'data/log/000000000020.log, byte 0, tick 10: it follows the segment of tick 10, which is not the file before it: a file is missing',
    )
    const first = await writtenLog(35)
    first.remove(fileOf(0))
    await expect(open(first)).rejects.toThrow('the log begins at tick 10; ticks 0 to 9 are missing')
    expect((await open(first, { fromTick: 30 })).log.firstTick).toBe(10)
  })

  test('[LOG16] only what will be replayed is read; the whole log is proved by verifyLog', async () => {
    const disk = await writtenLog(35)
    const ends = await frameEnds(disk, fileOf(0))
    flip(disk, fileOf(0), (ends[3] as number) + 20)
    const { log, recovery, digestBefore } = await open(disk, { fromTick: 30 })
    expect([log.nextTick, recovery.provedFromTick, digestBefore]).toEqual([35, 30, sampleRecord(29).digest])
    const { problems } = await verifyLog({ fileSystem: disk, directory: DIRECTORY })
    const reason = `the checksum of the record is wrong, and an intact one stands at byte ${ends[4]}`
    expect(problems).toEqual([{ file: fileOf(0), offset: ends[3], tick: 3, reason }])
    await expect(collect(log.readFrom(0))).rejects.toThrow(LogDamagedError)
    expect(await collect(log.readFrom(30))).toEqual(sampleRecords(30, 5))
  })

  test('[LOG16] the digest before the first replayed tick is known in the middle of a file, too', async () => {
    const disk = await writtenLog(35)
    expect((await open(disk, { fromTick: 34 })).digestBefore).toBe(sampleRecord(33).digest)
    expect((await open(disk, { fromTick: 35 })).digestBefore).toBe(sampleRecord(34).digest)
  })

  test('[LOG17] a log of another world, seed, generator or format is not touched', async () => {
    const disk = await writtenLog(5)
    const refused = (identity: Partial<LogIdentity>) => open(disk, { identity: { ...SAMPLE_IDENTITY, ...identity } })
    await expect(refused({ worldId: 'CITY_HUB' })).rejects.toThrow('has worldId OVERWORLD, this world has CITY_HUB')
    await expect(refused({ seed: 7 })).rejects.toThrow('has seed 1337, this world has 7')
    await expect(refused({ generator: 'hills-2' })).rejects.toThrow('has generator plain-1, this world has hills-2')
    disk.setBytes(fileOf(5), encodeFrame(Buffer.alloc(8), Buffer.from('\u0001{"format":2}')))
    await expect(open(disk)).rejects.toThrow(
      new StoreMismatchError('data/log/000000000005.log has format 2, this program reads format 1'),
    )
  })

  test('[LOG18] other rules or content are refused over ticks that would be replayed, and begin a file of their own otherwise', async () => {
    for (const change of [{ rules: 2 }, { content: 'beef' }]) {
      const identity = { ...SAMPLE_IDENTITY, ...change }
      const disk = await writtenLog(15)
      await expect(open(disk, { identity, fromTick: 14 })).rejects.toThrow(
        /ticks up to 14 were made with .* Start it once with .* then upgrade/,
      )
      const { log } = await open(disk, { identity, fromTick: 15 })
      log.append(sampleRecord(15))
      await log.close()
      expect(await collect((await open(disk, { identity, fromTick: 15 })).log.readFrom(0))).toEqual(
        sampleRecords(0, 16),
      )
      expect(disk.paths()).toEqual([fileOf(0), fileOf(10), fileOf(15)])
    }
  })

  test('[LOG18] a file that never got a record takes over the new rules', async () => {
    const disk = new SimulatedFileSystem()
    const first = await open(disk)
    first.log.append(sampleRecord(0))
    await first.log.commit()
    first.log.beginSection()
    first.log.append(sampleRecord(1))
    // Creating the file works, writing the record does not.
    disk.setFault({ at: disk.calls + 4, kind: 'crash' })
    await expect(first.log.commit()).rejects.toThrow('ECRASHED')
    const next = disk.afterProcessEnd()
    const identity = { ...SAMPLE_IDENTITY, rules: 2 }
    const { log } = await open(next, { identity, fromTick: 1 })
    expect(log.nextTick).toBe(1)
    log.append(sampleRecord(1))
    await log.close()
    expect(await collect((await open(next, { identity, fromTick: 1 })).log.readFrom(0))).toEqual(sampleRecords(0, 2))
    expect((await verifyLog({ fileSystem: next, directory: DIRECTORY })).problems).toEqual([])
  })

  test('[LOG19] a reader beside the writer sees complete records and changes nothing', async () => {
    const disk = await writtenLog(16)
    const bytes = disk.bytesOf(fileOf(10)).subarray(0, -3)
    disk.setBytes(fileOf(10), bytes)
    const calls = disk.calls
    expect(await collect(readLog({ fileSystem: disk, directory: DIRECTORY, fromTick: 4 }))).toEqual(
      sampleRecords(4, 11),
    )
    expect([disk.calls, disk.bytesOf(fileOf(10))]).toEqual([calls, bytes])
    disk.remove(fileOf(0))
    await expect(collect(readLog({ fileSystem: disk, directory: DIRECTORY, fromTick: 4 }))).rejects.toThrow(
      HistoryGoneError,
    )
  })
})

describe('the size of a log', () => {
  test('[LOG8] a tick without inputs costs about 32 bytes by itself, and 8 in a group', async () => {
    const disk = new SimulatedFileSystem()
    const { log } = await open(disk)
    const empty = (tick: number) => ({ ...sampleRecord(tick), inputs: [] })
    log.append(empty(0))
    await log.commit()
    const headed = disk.bytesOf(fileOf(0)).length
    for (let tick = 1; tick <= 100; tick++) {
      log.append(empty(tick))
      await log.commit()
    }
    const alone = disk.bytesOf(fileOf(0)).length
    for (let tick = 101; tick <= 600; tick++) log.append(empty(tick))
    await log.commit()
    const grouped = disk.bytesOf(fileOf(0)).length
    expect([(alone - headed) / 100 <= 32, (grouped - alone) / 500 < 8.1]).toEqual([true, true])
    expect((await collect(log.readFrom(0))).map(({ digest }) => digest)).toEqual(
      Array.from({ length: 601 }, (_, tick) => empty(tick).digest),
    )
  })

  test('[LOG9] a file is closed when it is long, and ticks that wait too long are written unasked', async () => {
    const disk = new SimulatedFileSystem()
    const { log } = await openFileLog({
      fileSystem: disk,
      directory: DIRECTORY,
      identity: SAMPLE_IDENTITY,
      segmentBytesMax: 2000,
    })
    for (const record of sampleRecords(0, 40)) {
      log.append(record)
      await log.commit()
    }
    const lengths = disk.paths().map((path) => disk.bytesOf(path).length)
    expect(lengths.length).toBeGreaterThan(2)
    expect(lengths.slice(0, -1).every((length) => length >= 2000 && length < 3000)).toBe(true)
    for (let tick = 40; tick < 40 + 1024; tick++) log.append({ ...sampleRecord(tick), inputs: [] })
    while (log.durableTick < 40 + 1023) await new Promise(setImmediate)
    expect(log.waiting.ticks).toBe(0)
  })
})
