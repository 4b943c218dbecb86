import { deepStrictEqual, rejects } from 'node:assert/strict'
import type { ContractCase } from '../store/testing/contract.js'
import type { Bus } from './bus.js'

/** A way to wait until all that was published has been handed over. */
export interface BusSubject {
  readonly bus: Bus
  readonly settle: () => Promise<void>
}

/** What every bus does, wherever its ends are. */
export const BUS_CONTRACT: readonly ContractCase<BusSubject>[] = [
  {
    name: '[BUS1] tells everybody who listens on a subject, and nobody else',
    async run({ bus, settle }) {
      const heard: unknown[] = []
      bus.subscribe('a', (message) => heard.push(['first', message]))
      bus.subscribe('a', (message) => heard.push(['second', message]))
      bus.subscribe('b', (message) => heard.push(['other', message]))
      bus.publish('a', { number: 1, bytes: new Uint8Array([1, 2]) })
      bus.publish('nobody', 1)
      await settle()
      const message = { number: 1, bytes: new Uint8Array([1, 2]) }
      deepStrictEqual(heard, [
        ['first', message],
        ['second', message],
      ])
    },
  },
  {
    name: '[BUS2] keeps the order of one sender on one subject, asked or told',
    async run({ bus }) {
      const heard: unknown[] = []
      bus.subscribe('a', (message) => {
        heard.push(message)
        return message
      })
      const answers: Promise<unknown>[] = []
      for (let i = 0; i < 100; i += 2) {
        bus.publish('a', i)
        answers.push(bus.request('a', i + 1))
      }
      deepStrictEqual(
        await Promise.all(answers),
        Array.from({ length: 50 }, (_, i) => i * 2 + 1),
      )
      deepStrictEqual(
        heard,
        Array.from({ length: 100 }, (_, i) => i),
      )
    },
  },
  {
    name: '[BUS3] a request is answered by the one who came first, now or later',
    async run({ bus }) {
      bus.subscribe('a', async (message) => {
        await new Promise((resolve) => setImmediate(resolve))
        return { got: message }
      })
      bus.subscribe('a', () => 'not me')
      deepStrictEqual(await bus.request('a', 7), { got: 7 })
      bus.subscribe('nothing', () => undefined)
      deepStrictEqual(await bus.request('nothing', 7), undefined)
    },
  },
  {
    name: '[BUS4] a request that nobody answers, or that is answered with an error, is refused with a sentence',
    async run({ bus }) {
      await rejects(bus.request('nobody', 1), { name: 'BusError', message: 'nobody answers on nobody' })
      bus.subscribe('later', () => Promise.reject(new Error('not today')))
      await rejects(bus.request('later', 1), { message: 'not today' })
      bus.subscribe('now', () => {
        throw new Error('not now')
      })
      await rejects(bus.request('now', 1), { message: 'not now' })
    },
  },
  {
    name: '[BUS5] who stopped listening hears nothing more',
    async run({ bus, settle }) {
      const heard: unknown[] = []
      const stop = bus.subscribe('a', (message) => heard.push(message))
      bus.publish('a', 1)
      await settle()
      stop()
      stop()
      bus.publish('a', 2)
      await settle()
      deepStrictEqual(heard, [1])
      await rejects(bus.request('a', 3), { name: 'BusError' })
    },
  },
  {
    name: '[BUS6] a closed bus hands nothing over and keeps nobody waiting',
    async run({ bus, settle }) {
      const heard: unknown[] = []
      bus.subscribe('a', (message) => heard.push(message))
      bus.subscribe('never', () => new Promise(() => {}))
      const waiting = bus.request('never', 1)
      const refused = rejects(waiting, { name: 'BusError', message: 'the bus is closed' })
      await bus.close()
      await refused
      bus.publish('a', 1)
      await settle()
      deepStrictEqual(heard, [])
      await rejects(bus.request('a', 1), { name: 'BusError' })
    },
  },
]
