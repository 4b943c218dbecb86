import { deepStrictEqual, rejects, strictEqual } from 'node:assert/strict'
import type { SnapshotStore } from './snapshot-store.js'
import type { ContractCase } from './testing/contract.js'
import { sampleSnapshot } from './testing/recorded-run.js'

/** An empty store that keeps three. */
export interface SnapshotSubject {
  readonly snapshots: SnapshotStore
}

const ticksOf = async (store: SnapshotStore): Promise<number[]> => (await store.list()).map(({ tick }) => tick)

/** What every store of snapshots does. */
export const SNAPSHOT_STORE_CONTRACT: readonly ContractCase<SnapshotSubject>[] = [
  {
    name: '[SNAP1] gives back the newest one as it was written',
    async run({ snapshots }) {
      deepStrictEqual(await snapshots.latest(), { found: undefined, damaged: [] })
      const info = await snapshots.write(sampleSnapshot(20))
      await snapshots.write(sampleSnapshot(9))
      deepStrictEqual(await snapshots.latest(), { found: { snapshot: sampleSnapshot(20), info }, damaged: [] })
      deepStrictEqual(await ticksOf(snapshots), [9, 20])
    },
  },
  {
    name: '[SNAP2] gives the newest one at or before a tick',
    async run({ snapshots }) {
      for (const tick of [10, 20, 30]) await snapshots.write(sampleSnapshot(tick))
      strictEqual((await snapshots.latest(25)).found?.info.tick, 20)
      strictEqual((await snapshots.latest(20)).found?.info.tick, 20)
      strictEqual((await snapshots.latest(9)).found, undefined)
    },
  },
  {
    name: '[SNAP3] keeps the newest ones',
    async run({ snapshots }) {
      for (const tick of [10, 20, 30, 40, 50]) await snapshots.write(sampleSnapshot(tick))
      deepStrictEqual(await ticksOf(snapshots), [30, 40, 50])
    },
  },
  {
    name: '[SNAP4] several at once are written one after the other',
    async run({ snapshots }) {
      await Promise.all([10, 20, 20, 30].map((tick) => snapshots.write(sampleSnapshot(tick))))
      deepStrictEqual(await ticksOf(snapshots), [10, 20, 30])
      deepStrictEqual((await snapshots.latest(20)).found?.snapshot, sampleSnapshot(20))
    },
  },
  {
    name: '[SNAP5] refuses what is not plain data, and keeps what was there',
    async run({ snapshots }) {
      await snapshots.write(sampleSnapshot(10))
      await rejects(
        snapshots.write({ ...sampleSnapshot(20), profile: (() => {}) as never }),
        /profile: a function is not plain data/,
      )
      deepStrictEqual(await ticksOf(snapshots), [10])
    },
  },
]
