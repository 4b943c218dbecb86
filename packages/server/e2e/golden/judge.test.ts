import { expect, test } from 'vitest'
import { judge } from './judge.js'
import type { Case } from './recording.js'

const CASE: Case = {
  id: 'I1 SAY',
  sent: [],
  got: [],
  told: [{ at: 5, conn: 'A1', obs: { events: [{ t: 5, type: 'CHAT', text: 'hi' }], tasks: [] } }],
}
const answering = (text: string) => ({
  obsAt: () => ({ type: 'OBS', events: [{ t: 5, type: 'CHAT', text }], tasks: [], self: {} }),
  answersTo: () => [],
  unasked: [],
})

test('[GOLDEN1] the same answer is the same, whatever else an observation holds', () => {
  expect(judge(CASE, answering('hi'), [])).toEqual({ unknown: [], outdated: [] })
})

test('[GOLDEN1] another answer is named by its place', () => {
  const difference = { path: 'A1@5.events[0].text', recorded: 'hi', answered: 'ho' }
  expect(judge(CASE, answering('ho'), [])).toEqual({ unknown: [difference], outdated: [] })
})

test('[GOLDEN1] what is known to differ explains its own place only', () => {
  const known = { because: 'voices', cases: ['I1*'], at: ['events[0].text'] }
  expect(judge(CASE, answering('ho'), [known])).toEqual({ unknown: [], outdated: [] })
  const elsewhere = { ...known, at: ['events[0].type'] }
  expect(judge(CASE, answering('ho'), [elsewhere])).toEqual({
    unknown: [{ path: 'A1@5.events[0].text', recorded: 'hi', answered: 'ho' }],
    outdated: ['voices: events[0].type'],
  })
})

test('[GOLDEN1] an explanation of what does not differ is outdated', () => {
  const known = { because: 'voices', cases: ['I1 SAY'] }
  expect(judge(CASE, answering('hi'), [known])).toEqual({ unknown: [], outdated: ['voices: *'] })
})
