import { deepStrictEqual, rejects, strictEqual, throws } from 'node:assert/strict'
import type { LogStore } from './log-store.js'
import type { ContractCase } from './testing/contract.js'
import { collect, sampleRecord, sampleRecords } from './testing/sample-records.js'

/** An empty log, and the same log opened again, to be replayed from a tick on. */
export interface LogSubject {
  readonly log: LogStore
  readonly reopen: (fromTick: number) => Promise<LogStore>
}

/** What every log does, wherever it keeps its records. */
export const LOG_STORE_CONTRACT: readonly ContractCase<LogSubject>[] = [
  {
    name: '[LOG1] gives back every record as it was appended, in order',
    async run({ log }) {
      const records = sampleRecords(0, 50)
      for (const record of records) log.append(record)
      await log.commit()
      deepStrictEqual(await collect(log.readFrom(0)), records)
      deepStrictEqual(await collect(log.readFrom(37)), records.slice(37))
      deepStrictEqual(await collect(log.readFrom(50)), [])
    },
  },
  {
    name: '[LOG2] a record counts once committed, and is not read before',
    async run({ log }) {
      log.append(sampleRecord(0))
      deepStrictEqual([log.nextTick, log.durableTick, log.waiting.ticks], [1, -1, 1])
      deepStrictEqual(await collect(log.readFrom(0)), [])
      await log.commit()
      deepStrictEqual([log.nextTick, log.durableTick, log.waiting], [1, 0, { ticks: 0, bytes: 0 }])
      deepStrictEqual(await collect(log.readFrom(0)), [sampleRecord(0)])
    },
  },
  {
    name: '[LOG2] commits may overlap, and each covers what was appended before it',
    async run({ log }) {
      const durable: number[] = []
      const commits = sampleRecords(0, 20).map(async (record) => {
        log.append(record)
        await log.commit()
        durable.push(record.tick)
        strictEqual(log.durableTick >= record.tick, true)
      })
      await Promise.all(commits)
      deepStrictEqual(
        durable,
        Array.from({ length: 20 }, (_, tick) => tick),
      )
    },
  },
  {
    name: '[LOG3] refuses a tick out of order, and goes on as if it had not been asked',
    async run({ log }) {
      log.append(sampleRecord(0))
      throws(() => log.append(sampleRecord(2)), /tick 2 cannot follow, the next one is 1/)
      throws(() => log.append(sampleRecord(0)), /tick 0 cannot follow, the next one is 1/)
      log.append(sampleRecord(1))
      await log.commit()
      deepStrictEqual(await collect(log.readFrom(0)), sampleRecords(0, 2))
    },
  },
  {
    name: '[LOG3] refuses a digest or inbox numbers that are none, and what is not plain data',
    async run({ log }) {
      throws(() => log.append({ ...sampleRecord(0), digest: 'xyz' }), /digest is not 16 hexadecimal digits/)
      throws(
        () => log.append({ ...sampleRecord(0), inbox: [2, 2] }),
        /inbox numbers must be whole, positive and ascending: 2 after 2/,
      )
      throws(
        () => log.append({ ...sampleRecord(0), inputs: [{ kind: 'attach', agentId: (() => {}) as never }] }),
        /not plain data/,
      )
      strictEqual(log.nextTick, 0)
    },
  },
  {
    name: '[LOG4] is found again as it was committed, and goes on from there',
    async run({ log, reopen }) {
      for (const record of sampleRecords(0, 10)) log.append(record)
      await log.close()
      const again = await reopen(0)
      deepStrictEqual([again.firstTick, again.nextTick, again.durableTick], [0, 10, 9])
      strictEqual(again.lastDigest, sampleRecord(9).digest)
      again.append(sampleRecord(10))
      await again.commit()
      deepStrictEqual(await collect(again.readFrom(0)), sampleRecords(0, 11))
      await again.close()
    },
  },
  {
    name: '[LOG5] remembers which inbox entries its ticks have taken, also across sections',
    async run({ log, reopen }) {
      log.append(sampleRecord(0, [1, 2, 5]))
      await log.commit()
      log.beginSection()
      log.append(sampleRecord(1, [3]))
      strictEqual(log.settled.has(3), false)
      await log.close()
      const again = await reopen(0)
      deepStrictEqual(again.settled.runs(), [
        [1, 3],
        [5, 5],
      ])
      deepStrictEqual(await collect(again.readFrom(1)), [sampleRecord(1, [3])])
      await again.close()
    },
  },
  {
    name: '[LOG6] forgets whole sections before a tick, and says so when asked for them',
    async run({ log, reopen }) {
      for (const record of sampleRecords(0, 30)) {
        if (record.tick % 10 === 0) log.beginSection()
        log.append(record)
      }
      await log.commit()
      await log.forgetBefore(15)
      strictEqual(log.firstTick, 10)
      throws(() => log.readFrom(9), {
        name: 'HistoryGoneError',
        message: /tick 9 is no longer kept, the first one is 10/,
      })
      deepStrictEqual(await collect(log.readFrom(10)), sampleRecords(10, 20))
      await log.close()
      const again = await reopen(25)
      deepStrictEqual([again.firstTick, again.nextTick], [10, 30])
      await again.forgetBefore(1000)
      strictEqual(again.firstTick, 20)
      await again.close()
    },
  },
  {
    name: '[LOG7] takes nothing after it was closed',
    async run({ log }) {
      log.append(sampleRecord(0))
      await log.close()
      await log.close()
      throws(() => log.append(sampleRecord(1)), /closed/)
      await rejects(async () => log.append(sampleRecord(1)))
    },
  },
]
