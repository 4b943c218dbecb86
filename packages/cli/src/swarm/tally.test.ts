import { expect, test } from 'vitest'
import { Histogram } from './histogram.js'
import { swarmTable } from './table.js'
import { Tally } from './tally.js'
import { targetOf } from './walker.js'

test('[SWARM1] a histogram answers with the values themselves', () => {
  const histogram = new Histogram()
  expect([histogram.count, histogram.quantile(0.5)]).toEqual([0, null])
  for (const value of [5, 1, 4, 2, 3.14159]) histogram.add(value)
  expect([0, 0.5, 0.99, 1].map((share) => histogram.quantile(share))).toEqual([1, 3.1, 5, 5])
  histogram.add(9)
  expect(histogram.quantile(1)).toBe(9)
})

function measured(): Tally {
  const tally = new Tally(3)
  tally.observed(0, 1, 500, 0)
  tally.act()
  tally.broke()
  tally.begin(1000)
  for (let tick = 6; tick <= 15; tick++) tally.observed(0, tick, 500, tick * 200)
  for (let tick = 6; tick <= 15; tick += 3) tally.observed(1, tick, 500, tick * 200)
  tally.act()
  tally.acknowledged(12.34)
  tally.act()
  tally.refusedAct()
  tally.errors++
  tally.broke()
  return tally
}

test('[SWARM2] nothing counts before the beginning; what is missing counts as missed', () => {
  expect(measured().result(3000, 500)).toEqual({
    agents: 3,
    served: 2,
    secs: 2,
    tick_rate: 5,
    obs_per_s: 7,
    obs_missed_pct: 30,
    gap_ms: { p50: 200, p99: 1200, max: 1200 },
    ack_ms: { n: 1, p50: 12.3, p99: 12.3 },
    acted: 2,
    refused: 1,
    errors: 1,
    dropped: 1,
    mb_per_s: 0,
    bytes_per_obs: 500,
    client_cpu: 0.25,
  })
})

test('[SWARM3] a person gets the same as a table', () => {
  expect(swarmTable(measured().result(3000, 500))).toEqual([
    '  agents        2 of 3 served, 1 could not join, 1 connections broke',
    '  time          2.0 s, 5.00 ticks/s',
    '  observations  7/s, 30.00 % missed',
    '  between two   median 200.0 ms, p99 1200.0 ms, longest 1200.0 ms',
    '  acknowledged  1 of 2, median 12.3 ms, p99 12.3 ms, 1 refused',
    '  traffic       0.00 MB/s, 500 bytes per observation',
    '  this process  0.25 processors',
  ])
  expect(swarmTable(new Tally(1).result(0, 0))[3]).toBe('  between two   median -, p99 -, longest -')
})

test('[SWARM4] walks stay within the spread and are the same in every run', () => {
  const targets = Array.from({ length: 200 }, (_, seen) =>
    targetOf([100, 64, -100], seen, { index: 3, spreadBlocks: 5 }),
  )
  expect(targets.every(([x, y, z]) => Math.abs(x - 100) <= 5 && y === 64 && Math.abs(z + 100) <= 5)).toBe(true)
  expect(targets.slice(0, 2)).toEqual([
    [105, 64, -105],
    [96, 64, -100],
  ])
  expect(new Set(targets.map(String)).size).toBeGreaterThan(5)
})
