import { deepStrictEqual } from 'node:assert/strict'
import type { ContractCase } from '../store/testing/contract.js'
import type { Ownership } from './ownership.js'

/** An ownership whose time passes when the test says so. */
export interface OwnershipSubject {
  readonly ownership: Ownership
  readonly pass: (milliseconds: number) => Promise<void>
}

const LEASE_MS = 1_000

/** What every ownership does, wherever it is kept. */
export const OWNERSHIP_CONTRACT: readonly ContractCase<OwnershipSubject>[] = [
  {
    name: '[OWN1] a thing has one holder at a time',
    async run({ ownership }) {
      const mine = await ownership.acquire('world/a', 'one', LEASE_MS)
      deepStrictEqual(mine, { thing: 'world/a', holder: 'one', token: 1, leaseMs: LEASE_MS })
      deepStrictEqual(await ownership.acquire('world/a', 'two', LEASE_MS), undefined)
      // Not even the same one twice: two parts of a process must not both believe they write.
      deepStrictEqual(await ownership.acquire('world/a', 'one', LEASE_MS), undefined)
      deepStrictEqual((await ownership.acquire('world/b', 'two', LEASE_MS))?.holder, 'two')
      deepStrictEqual(await ownership.holderOf('world/a'), mine)
      deepStrictEqual(await ownership.holderOf('world/c'), undefined)
    },
  },
  {
    name: '[OWN1] of many who try at once one gets it',
    async run({ ownership }) {
      const tries = Array.from({ length: 20 }, (_, i) => ownership.acquire('world/a', `holder ${i}`, LEASE_MS))
      deepStrictEqual((await Promise.all(tries)).filter((lease) => lease !== undefined).length, 1)
    },
  },
  {
    name: '[OWN2] a lease runs out unless it is renewed',
    async run({ ownership, pass }) {
      const mine = await ownership.acquire('world/a', 'one', LEASE_MS)
      for (let i = 0; i < 5; i++) {
        await pass(LEASE_MS * 0.8)
        deepStrictEqual(mine && (await ownership.renew(mine)), true)
      }
      await pass(LEASE_MS + 1)
      deepStrictEqual(await ownership.holderOf('world/a'), undefined)
      deepStrictEqual(mine && (await ownership.renew(mine)), false)
    },
  },
  {
    name: '[OWN3] tokens grow with every lease, however the one before ended',
    async run({ ownership, pass }) {
      const first = await ownership.acquire('world/a', 'one', LEASE_MS)
      if (first !== undefined) await ownership.release(first)
      const second = await ownership.acquire('world/a', 'one', LEASE_MS)
      await pass(LEASE_MS + 1)
      const third = await ownership.acquire('world/a', 'two', LEASE_MS)
      deepStrictEqual([first?.token, second?.token, third?.token], [1, 2, 3])
    },
  },
  {
    name: '[OWN4] who lost a lease can neither renew nor release the next one',
    async run({ ownership, pass }) {
      const old = await ownership.acquire('world/a', 'one', LEASE_MS)
      await pass(LEASE_MS + 1)
      const fresh = await ownership.acquire('world/a', 'two', LEASE_MS)
      if (old !== undefined) {
        deepStrictEqual(await ownership.renew(old), false)
        await ownership.release(old)
      }
      deepStrictEqual(await ownership.holderOf('world/a'), fresh)
    },
  },
]
