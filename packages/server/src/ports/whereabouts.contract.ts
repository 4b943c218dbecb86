import { deepStrictEqual } from 'node:assert/strict'
import type { AgentId } from '@clawstead/protocol'
import type { ContractCase } from '../store/testing/contract.js'
import type { Whereabouts } from './whereabouts.js'

const ONE = 'A1' as AgentId
const TWO = 'A2' as AgentId

/** What every register of whereabouts does. */
export const WHEREABOUTS_CONTRACT: readonly ContractCase<Whereabouts>[] = [
  {
    name: '[WHERE1] an agent is where its last journey led',
    async run(whereabouts) {
      deepStrictEqual(whereabouts.worldOf(ONE), undefined)
      deepStrictEqual(whereabouts.learn(ONE, 'a', 1), true)
      deepStrictEqual(whereabouts.learn(ONE, 'b', 2), true)
      deepStrictEqual(whereabouts.learn(TWO, 'c', 1), true)
      deepStrictEqual([whereabouts.worldOf(ONE), whereabouts.worldOf(TWO)], ['b', 'c'])
    },
  },
  {
    name: '[WHERE2] news of an earlier journey, or of the same one again, changes nothing',
    async run(whereabouts) {
      whereabouts.learn(ONE, 'b', 3)
      deepStrictEqual(whereabouts.learn(ONE, 'a', 2), false)
      deepStrictEqual(whereabouts.learn(ONE, 'c', 3), false)
      deepStrictEqual(whereabouts.worldOf(ONE), 'b')
    },
  },
  {
    name: '[WHERE3] who has not travelled is known by whoever made it',
    async run(whereabouts) {
      deepStrictEqual(whereabouts.learn(ONE, 'a', 0), false)
      deepStrictEqual(whereabouts.worldOf(ONE), undefined)
    },
  },
]
