import { expect, test } from 'vitest'
import { judge } from './judge.js'
import { crowdTable } from './table.js'
import { type Share, shareOf, Tally } from './tally.js'
import { slopeOf, type UsageStory } from './usage-record.js'

const GOOD: Share = {
  world: 'MINE_L1',
  agents: 2,
  served: 2,
  ticks_per_second: 5,
  observations: 100,
  missed: 0,
  gap_ms: { p50: 200, p99: 249.9, max: 400 },
  acts: 10,
  unacknowledged: 0,
  refused: 0,
  ack_ms: { p50: 3, p99: 99.9, max: 300 },
  cut: 0,
  bytes_per_second: 4000,
}

const SMALL: UsageStory = {
  samples: 24,
  resident: { max: 599_999_999, per_minute: 1_000_000 },
  heap: { max: 200_000_000, per_minute: -500_000 },
  external: { max: 50_000_000, per_minute: 0 },
  kept_before: 100_000_000,
  kept_after: 116_000_000,
  kept_per_minute: 4_000_000,
  processors: 1,
}

test('what is within reach is not wrong', () => {
  expect(judge([GOOD], SMALL, 600)).toEqual([])
})

test('every limit that is broken is named, with the world where it was', () => {
  const bad: Share = {
    ...GOOD,
    served: 1,
    missed: 3,
    gap_ms: { p50: 200, p99: 250, max: 400 },
    unacknowledged: 1,
    refused: 2,
    ack_ms: { p50: 3, p99: 100, max: 300 },
    cut: 1,
  }
  const large = { ...SMALL, resident: { max: 600_000_000, per_minute: 0 }, kept_after: 117_000_000 }
  expect(judge([GOOD, bad], large, 600)).toEqual([
    'MINE_L1: 1 of 2 agents were shown nothing',
    'MINE_L1: 3 observations were missed, 100 came',
    'MINE_L1: 1 of 10 acts were never acknowledged',
    'MINE_L1: 2 of 10 acts were refused',
    'MINE_L1: 1 connections ended',
    'MINE_L1: observations 250 ms apart at p99, reach 250',
    'MINE_L1: an ACK took 100 ms at p99, reach 100',
    'the server took 600.0 MB, reach 600.0',
    'what the server keeps grew by 17.0 MB, reach 16.0',
  ])
})

test('a short run says nothing about growth', () => {
  expect(judge([GOOD], { ...SMALL, kept_after: 300_000_000 }, 60)).toEqual([])
})

test('acts may be remembered, those of the last ten minutes', () => {
  const busy = { ...GOOD, acts: 100_000 }
  const grown = { ...SMALL, kept_after: 140_000_000 }
  expect(judge([busy], grown, 600)).toEqual([])
  expect(judge([busy], grown, 1200)).toEqual(['what the server keeps grew by 40.0 MB, reach 31.0'])
})

test('missed observations are the ticks between the first and the last that did not come', () => {
  const [one, other] = [new Tally('A'), new Tally('B')]
  for (const tally of [one, other]) tally.agents = 1
  for (const tick of [10, 11, 14]) one.observed(0, tick, 100, 200)
  for (const tick of [10, 11]) other.observed(1, tick, 100, undefined)
  one.acts = 2
  one.acks.add(4)
  expect(shareOf('together', [one, other], 2)).toEqual({
    world: 'together',
    agents: 2,
    served: 2,
    ticks_per_second: 2.5,
    observations: 5,
    missed: 2,
    gap_ms: { p50: 200, p99: 200, max: 200 },
    acts: 2,
    unacknowledged: 1,
    refused: 0,
    ack_ms: { p50: 4, p99: 4, max: 4 },
    cut: 0,
    bytes_per_second: 250,
  })
})

test('the table has a line for each world and says what the server took', () => {
  expect(crowdTable([GOOD], SMALL)).toEqual([
    'world    agents  ticks/s  OBS  missed  gap p50    p99  max ms  acts  no ACK  ACK p50   p99  max ms',
    'MINE_L1       2     5.00  100       0      200  249.9     400    10       0        3  99.9     300',
    'resident  600.0 MB at most, +1.0 MB/min',
    'heaps     200.0 MB at most, -0.5 MB/min',
    'external  50.0 MB at most, +0.0 MB/min',
    'kept      100.0 MB before, 116.0 MB after, +4.0 MB/min',
  ])
})

test('a slope is that of the nearest line', () => {
  const lines = [
    [],
    [[1, 5]],
    [
      [0, 1],
      [1, 3],
      [2, 5],
    ],
    [
      [0, 0],
      [1, 4],
      [2, 2],
    ],
  ] as [number, number][][]
  expect(lines.map(slopeOf)).toEqual([0, 0, 2, 1])
})
