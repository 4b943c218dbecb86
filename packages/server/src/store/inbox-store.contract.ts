import { deepStrictEqual, rejects, strictEqual } from 'node:assert/strict'
import type { InboxEntry, InboxStore } from './inbox-store.js'
import { type ReadonlySequenceSet, SequenceSet } from './sequence-set.js'
import type { ContractCase } from './testing/contract.js'
import { sampleAct, sampleEdit } from './testing/sample-records.js'

/** An inbox as a process finds it. */
export interface OpenedInbox {
  readonly inbox: InboxStore
  readonly pending: readonly InboxEntry[]
}

/** An empty inbox, and the same inbox opened by the next process, which knows what the log has taken. */
export interface InboxSubject extends OpenedInbox {
  readonly reopen: (settled: ReadonlySequenceSet) => Promise<OpenedInbox>
}

const numbers = ({ pending }: OpenedInbox): number[] => pending.map(({ sequence }) => sequence)

/** What every inbox does, wherever it keeps its entries. */
export const INBOX_STORE_CONTRACT: readonly ContractCase<InboxSubject>[] = [
  {
    name: '[IN1] numbers what is put, in order, from 1 on',
    async run({ inbox, pending }) {
      deepStrictEqual(pending, [])
      deepStrictEqual(await Promise.all([1, 2, 3].map((n) => inbox.put(sampleAct(n)))), [1, 2, 3])
      strictEqual(await inbox.put(sampleEdit(4)), 4)
    },
  },
  {
    name: '[IN2] gives back, as it was, what was put and not taken, even when nobody closed it',
    async run({ inbox, reopen }) {
      for (const n of [1, 2, 3]) await inbox.put(sampleAct(n))
      await inbox.put(sampleEdit(4))
      const again = await reopen(
        new SequenceSet([
          [1, 1],
          [3, 3],
        ]),
      )
      deepStrictEqual(again.pending, [
        { sequence: 2, input: sampleAct(2) },
        { sequence: 4, input: sampleEdit(4) },
      ])
    },
  },
  {
    name: '[IN3] never gives out a number twice, whatever was forgotten',
    async run({ inbox, reopen }) {
      for (let n = 1; n <= 40; n++) await inbox.put(sampleAct(n))
      const taken = new SequenceSet([[1, 40]])
      await inbox.forget(taken)
      const again = await reopen(taken)
      deepStrictEqual(again.pending, [])
      strictEqual(await again.inbox.put(sampleAct(41)), 41)
      await again.inbox.close()
      const third = await reopen(taken)
      deepStrictEqual(numbers(third), [41])
      strictEqual(await third.inbox.put(sampleAct(42)), 42)
      // The log may know numbers that the inbox has lost.
      strictEqual(await (await reopen(new SequenceSet([[1, 90]]))).inbox.put(sampleAct(91)), 91)
    },
  },
  {
    name: '[IN3] forgets nothing that was not taken',
    async run({ inbox, reopen }) {
      for (let n = 1; n <= 40; n++) await inbox.put(sampleAct(n))
      await inbox.forget(
        new SequenceSet([
          [1, 6],
          [8, 40],
        ]),
      )
      deepStrictEqual(
        numbers(
          await reopen(
            new SequenceSet([
              [1, 6],
              [8, 40],
            ]),
          ),
        ),
        [7],
      )
    },
  },
  {
    name: '[IN5] takes nothing after it was closed, and everything before',
    async run({ inbox, reopen }) {
      const last = inbox.put(sampleAct(1))
      await inbox.close()
      strictEqual(await last, 1)
      await rejects(inbox.put(sampleAct(2)), /closed/)
      deepStrictEqual(numbers(await reopen(new SequenceSet())), [1])
    },
  },
]
