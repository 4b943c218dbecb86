import { expect, test } from 'vitest'
import { createManualClock } from '../testing/manual-clock.js'
import { createTurns } from './turns.js'

function start() {
  const clock = createManualClock()
  const turns = createTurns(clock, 200)
  const called: string[] = []
  const steps = (tick: number) =>
    ['a', 'b', 'c', 'd'].map((world) => () => void called.push(`${world}${tick}@${clock.now()}`))
  return { clock, turns, called, steps }
}

test('[TURN1] worlds begin a tick one after the other within its period, the first at once', () => {
  const { clock, turns, called, steps } = start()
  turns.begin(clock.now(), steps(1))
  clock.advance(200)
  expect(called).toEqual(['a1@0', 'b1@50', 'c1@100', 'd1@150'])
})

test('[TURN2] whoever waits for its turn when the next tick is due has it first', () => {
  const { clock, turns, called, steps } = start()
  turns.begin(clock.now(), steps(1))
  clock.advance(60)
  turns.finish()
  turns.begin(clock.now(), steps(2))
  clock.advance(50)
  expect(called).toEqual(['a1@0', 'b1@50', 'c1@60', 'd1@60', 'a2@60', 'b2@110'])
})

test('[TURN3] who is dropped is not called', () => {
  const { clock, turns, called, steps } = start()
  turns.begin(clock.now(), steps(1))
  turns.drop()
  clock.advance(1000)
  turns.finish()
  expect(called).toEqual(['a1@0'])
})
