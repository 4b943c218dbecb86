import { describe, expect, test } from 'vitest'
import { LogDamagedError } from '../errors.js'
import { SAMPLE_IDENTITY, sampleRecord } from '../testing/sample-records.js'
import { SimulatedFileSystem } from '../testing/simulated-file-system.js'
import { LOG_FORMAT, type SegmentHeader } from './segment-header.js'
import { createSegment } from './segment-writer.js'
import { encodeTickGroup, packTick } from './tick-group.js'
import { verifyLog } from './verify-log.js'

const HEADER: SegmentHeader = {
  format: LOG_FORMAT,
  ...SAMPLE_IDENTITY,
  firstTick: 0,
  previous: null,
  previousDigest: '',
  settled: [],
}
const PATH = 'data/log/000000000000.log'
const body = (first: number, count: number): Promise<Buffer> =>
  encodeTickGroup(Array.from({ length: count }, (_, index) => packTick(sampleRecord(first + index))))

/** A segment with three ticks in it; refused writes leave all their bytes behind. */
async function begun() {
  const disk = new SimulatedFileSystem(undefined, () => 1)
  const writer = await createSegment(disk, 'data/log', HEADER)
  await writer.append(await body(0, 3))
  return { disk, writer, end: writer.end }
}

describe('writing a segment', () => {
  test('[LOG12] what a refused write left behind is cut off before the next one', async () => {
    const { disk, writer, end } = await begun()
    disk.setFault({ at: disk.calls, kind: 'fail', code: 'ENOSPC' })
    await expect(writer.append(await body(3, 50))).rejects.toThrow('ENOSPC')
    expect(disk.bytesOf(PATH).length).toBeGreaterThan(end)
    expect(writer.end).toBe(end)
    await writer.append(await body(3, 1))
    expect(disk.bytesOf(PATH).length).toBe(writer.end)
    expect((await verifyLog({ fileSystem: disk, directory: 'data/log' })).lastTick).toBe(3)
  })

  test('[LOG20] after a failed sync the file is opened and proved again before it is written to', async () => {
    const { disk, writer, end } = await begun()
    disk.setFault({ at: disk.calls + 1, kind: 'fail', code: 'EIO' })
    await expect(writer.append(await body(3, 50))).rejects.toThrow('EIO')
    expect([disk.history.at(-1), writer.end]).toEqual(['sync', end])
    await writer.append(await body(3, 1))
    expect(disk.history.slice(-3)).toEqual(['truncate', 'write', 'sync'])
    expect((await verifyLog({ fileSystem: disk, directory: 'data/log' })).problems).toEqual([])
  })

  test('[LOG20] a file that lost what was durable before is not written to again', async () => {
    const { disk, writer, end } = await begun()
    disk.setFault({ at: disk.calls + 1, kind: 'fail', code: 'EIO' })
    await expect(writer.append(await body(3, 1))).rejects.toThrow('EIO')
    disk.setBytes(PATH, Buffer.from(disk.bytesOf(PATH)).fill(0, end - 8, end))
    await expect(writer.append(await body(3, 1))).rejects.toThrow(LogDamagedError)
    await expect(writer.append(await body(3, 1))).rejects.toThrow(
      /tick 0: after a failed sync: the checksum of the record is wrong/,
    )
  })
})
