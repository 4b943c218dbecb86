import { ACT_ID_MEMORY_TICKS } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import { ACT_MEMORY_MAX, type AckRecord, createActLedger } from './act-ledger.js'

const record = (actId: string, atTick: number): AckRecord => ({
  actId,
  worldId: 'w',
  meantFor: 'w',
  atTick,
  taken: Promise.resolve(atTick),
})

test('[ACT8] an act is remembered for 3000 ticks', () => {
  const ledger = createActLedger()
  const first = record('a', 10)
  ledger.remember(first, undefined)
  expect(ledger.find('w', 'a', undefined, 10 + ACT_ID_MEMORY_TICKS)).toBe(first)
  expect(ledger.find('w', 'a', undefined, 11 + ACT_ID_MEMORY_TICKS)).toBeUndefined()
})

test('[ACT9] an idempotency key finds the act it came with, and never another act id of the same text', () => {
  const ledger = createActLedger()
  const first = record('a', 10)
  ledger.remember(first, 'key')
  expect(ledger.find('w', 'b', 'key', 11)).toBe(first)
  expect(ledger.find('w', 'key', undefined, 11)).toBeUndefined()
  expect(ledger.find('w', 'b', 'a', 11)).toBeUndefined()
})

test('[ACT8] the memory of one agent is bounded: the oldest goes first', () => {
  const ledger = createActLedger()
  for (let i = 0; i <= ACT_MEMORY_MAX; i++) ledger.remember(record(`a${i}`, 5), undefined)
  expect(ledger.size).toBe(ACT_MEMORY_MAX)
  expect(ledger.find('w', 'a0', undefined, 5)).toBeUndefined()
  expect(ledger.find('w', 'a1', undefined, 5)?.actId).toBe('a1')
})

test('[ACT10] an act that could not be written is forgotten and may be sent again', () => {
  const ledger = createActLedger()
  const failed = record('a', 10)
  ledger.remember(failed, 'key')
  ledger.forget(failed, 'key')
  expect([ledger.find('w', 'a', undefined, 10), ledger.find('w', 'b', 'key', 10)]).toEqual([undefined, undefined])
})

test('[ACT8] an act that is safe is answered with the world and the tick that took it, whichever name it is found by', () => {
  const ledger = createActLedger()
  const first = record('a', 10)
  ledger.remember(first, 'key')
  ledger.settle(first, 'key', 12)
  for (const found of [ledger.find('w', 'a', undefined, 12), ledger.find('w', 'b', 'key', 12)])
    expect([found?.worldId, found?.taken]).toEqual(['w', 12])
  expect(ledger.size).toBe(1)
  const astray = { ...record('c', 10), worldId: 'other' }
  ledger.remember(astray, undefined)
  ledger.settle(astray, undefined, 12)
  expect(ledger.find('w', 'c', undefined, 12)).toEqual({ ...astray, taken: 12 })
  ledger.settle(record('never came', 10), undefined, 12)
  expect(ledger.find('w', 'never came', undefined, 12)).toBeUndefined()
})

test('[ACT8] of acts that are safe the newest are remembered too, for as long', () => {
  const ledger = createActLedger()
  const safe = (actId: string, tick: number): AckRecord => ({ ...record(actId, tick), taken: tick })
  for (let tick = 0; tick < 10_000; tick++) {
    ledger.remember(safe(`a${tick}`, tick), undefined)
    const oldest = Math.max(0, tick - ACT_ID_MEMORY_TICKS)
    if (tick % 97 !== 0) continue
    const found = [oldest - 1, oldest, tick].map((at) => ledger.find('w', `a${at}`, undefined, tick)?.taken)
    expect(found).toEqual([undefined, oldest, tick])
  }
  for (let i = 0; i <= ACT_MEMORY_MAX; i++) ledger.remember(safe(`b${i}`, 10_000), undefined)
  expect(ledger.size).toBe(ACT_MEMORY_MAX)
  expect([0, 1].map((i) => ledger.find('w', `b${i}`, undefined, 10_000)?.taken)).toEqual([undefined, 10_000])
})

test('[ACT8] no text is taken for that of another world', () => {
  const ledger = createActLedger()
  ledger.remember(record('first', 10), undefined)
  ledger.remember(record('\nother\na', 10), undefined)
  expect(ledger.find('other', 'a', undefined, 10)).toBeUndefined()
  expect(ledger.find('w', '\nother\na', undefined, 10)?.actId).toBe('\nother\na')
})

test('[ACT8] the same id in another world is another act', () => {
  const ledger = createActLedger()
  ledger.remember(record('a', 10), 'key')
  expect([ledger.find('other', 'a', undefined, 11), ledger.find('other', 'b', 'key', 11)]).toEqual([
    undefined,
    undefined,
  ])
})
