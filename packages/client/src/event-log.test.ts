import type { ReceivedEvent } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import { type CursoredEvent, EventLog } from './event-log.js'

const happened = (n: number): ReceivedEvent => ({ type: 'X', n }) as unknown as ReceivedEvent
const entry = (cursor: number): CursoredEvent => ({ cursor, event: happened(cursor) })
const entries = (...cursors: number[]): CursoredEvent[] => cursors.map(entry)

function setUp(
  fetch: (since: number, limit: number) => Promise<readonly CursoredEvent[]> = () =>
    Promise.reject(new Error('no server')),
) {
  const delivered: CursoredEvent[] = []
  const log = new EventLog({ fetch, deliver: (item) => delivered.push(item) })
  return { log, delivered }
}

test('[EVT1] cursors follow from the running total of an OBS', () => {
  const { log, delivered } = setUp()
  log.restart(0)
  log.accept([happened(1), happened(2)], 2, false)
  log.accept([], 2, false)
  log.accept([happened(3)], 3, false)
  expect(delivered).toEqual(entries(1, 2, 3))
  expect(log.newestCursor).toBe(3)
})

test('[EVT1] without a total the local count goes on', () => {
  const { log, delivered } = setUp()
  log.restart(0)
  log.accept([happened(1), happened(2)], undefined, false)
  log.accept([happened(3)], undefined, false)
  expect(delivered).toEqual(entries(1, 2, 3))
})

test('[EVT2] a skipped OBS is seen, and its events are fetched before later ones are told', async () => {
  const asked: [number, number][] = []
  const { log, delivered } = setUp(async (since, limit) => {
    asked.push([since, limit])
    return entries(3, 4, 5)
  })
  log.restart(0)
  log.accept([happened(1), happened(2)], 2, false)
  log.accept([happened(6)], 6, false)
  log.accept([happened(7)], 7, false)
  expect(delivered).toEqual(entries(1, 2))
  await log.settled()
  expect(asked).toEqual([[2, 3]])
  expect(delivered).toEqual(entries(1, 2, 3, 4, 5, 6, 7))
})

test('[EVT2] a gap shows even when the next OBS has no events', async () => {
  const { log, delivered } = setUp(async () => entries(1, 2))
  log.restart(0)
  log.accept([], 2, false)
  await log.settled()
  expect(delivered).toEqual(entries(1, 2))
})

test('[EVT2] a long gap is fetched page by page', async () => {
  const { log, delivered } = setUp(async (since, limit) => {
    return Array.from({ length: Math.min(limit, 1000) }, (_, index) => entry(since + 1 + index))
  })
  log.restart(0)
  log.accept([happened(2501)], 2501, false)
  await log.settled()
  expect(delivered.map(({ cursor }) => cursor)).toEqual(Array.from({ length: 2501 }, (_, index) => index + 1))
})

test('[EVT3] a gap that cannot be filled does not hold up what follows', async () => {
  const { log, delivered } = setUp()
  log.restart(0)
  log.accept([happened(5)], 5, false)
  await log.settled()
  expect(delivered).toEqual(entries(5))
})

test('[EVT4] nothing is told twice', () => {
  const { log, delivered } = setUp()
  log.restart(0)
  log.accept([happened(1), happened(2)], 2, false)
  log.accept([happened(2), happened(3)], 3, false)
  expect(delivered).toEqual(entries(1, 2, 3))
})

test('[EVT5] a log that starts over is followed: smaller total, or a used cursor in another world', () => {
  const { log, delivered } = setUp()
  log.restart(0)
  log.accept([happened(1), happened(2)], 2, false)
  log.accept([happened(1)], 1, false)
  log.accept([happened(1)], 1, true)
  expect(delivered).toEqual(entries(1, 2, 1, 1))
})

test('[EVT5] a server that carries the count into another world is followed too', () => {
  const { log, delivered } = setUp()
  log.restart(0)
  log.accept([happened(1)], 1, false)
  log.accept([happened(2)], 2, true)
  log.accept([], 2, true)
  expect(delivered).toEqual(entries(1, 2))
})

test('[EVT6] the past of a resumed agent is not asked for', () => {
  const { log, delivered } = setUp()
  log.restart(undefined)
  log.accept([happened(41), happened(42)], 42, false)
  expect(delivered).toEqual(entries(41, 42))
})

test('[EVT7] memory keeps the newest 4096', () => {
  const { log } = setUp()
  log.restart(0)
  for (let cursor = 1; cursor <= 5000; cursor++) log.accept([happened(cursor)], cursor, false)
  expect(log.since(0, 2)).toEqual(entries(905, 906))
  expect(log.since(4998, 10)).toEqual(entries(4999, 5000))
})
