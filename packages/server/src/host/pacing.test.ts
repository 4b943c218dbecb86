import { expect, test } from 'vitest'
import { createPacing, OBS_EVERY_MAX, type Pacing } from './pacing.js'

const CALM = { durationMs: 20, observeMs: 10, behindTicks: 0, hostLoad: 0.1 }

function note(pacing: Pacing, ticks: number, sample: Partial<typeof CALM> = {}): number {
  for (let i = 0; i < ticks; i++) pacing.note({ ...CALM, ...sample })
  return pacing.obsEvery
}

test('[LOAD1] observations become rarer when ten ticks in a row are too much, by whichever measure', () => {
  for (const tooMuch of [{ durationMs: 181 }, { behindTicks: 2 }, { hostLoad: 0.96 }]) {
    const pacing = createPacing(200)
    expect([tooMuch, note(pacing, 9, tooMuch), note(pacing, 1, tooMuch)]).toEqual([tooMuch, 1, 2])
    expect([note(pacing, 9, tooMuch), note(pacing, 1, tooMuch)]).toEqual([2, 4])
    expect(note(pacing, 1000, tooMuch)).toBe(OBS_EVERY_MAX)
  }
})

test('[LOAD1] a few slow ticks change nothing', () => {
  const pacing = createPacing(200)
  for (let i = 0; i < 100; i++) note(pacing, 1, { durationMs: i % 5 === 0 ? 400 : 20 })
  expect(pacing.obsEvery).toBe(1)
})

test('[LOAD3] they become more frequent again once twice as many would be easy for fifty ticks', () => {
  const pacing = createPacing(200)
  note(pacing, 20, { durationMs: 300 })
  expect(pacing.obsEvery).toBe(4)
  expect([note(pacing, 49), note(pacing, 1)]).toEqual([4, 2])
  expect([note(pacing, 49), note(pacing, 1)]).toEqual([2, 1])
  expect(note(pacing, 200)).toBe(1)
})

test('[LOAD3] they stay rare while twice as many would be too much again', () => {
  for (const busy of [{ durationMs: 70, observeMs: 40 }, { hostLoad: 0.6 }]) {
    const pacing = createPacing(200)
    note(pacing, 10, { durationMs: 300 })
    expect([busy, note(pacing, 500, busy)]).toEqual([busy, 2])
  }
})
