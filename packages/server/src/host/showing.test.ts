import { expect, test } from 'vitest'
import { createManualClock } from '../testing/manual-clock.js'
import { Showing } from './showing.js'

const PERIOD_MS = 200

function start(clock = createManualClock()) {
  const showing = new Showing(clock, PERIOD_MS)
  const shown: string[] = []
  const show = (what: string) => () => void shown.push(`${what}@${Math.round(clock.now())}`)
  const observe = (tick: number, parts: number, size = 50) => {
    for (let part = 0; part < parts; part++) showing.observed(size, show(`${tick}.${part}`))
    showing.ticked(tick, show(`${tick}`))
  }
  /** A tick with a crowd of 200, so that the next one is known to have one. */
  const gather = () => {
    showing.begin(0, 0)
    observe(0, 4)
    shown.length = 0
  }
  return { clock, showing, shown, show, observe, gather }
}

/** Under a clock that calls back late. */
function startHeldUp() {
  let nowMs = 0
  let wake = (): void => {}
  const clock = {
    now: () => nowMs,
    schedule(_: number, callback: () => void) {
      wake = callback
      return () => {}
    },
    advance() {},
  }
  const { shown, ...rest } = start(clock)
  const holdUp = (ms: number): void => {
    nowMs += ms
  }
  return { ...rest, shown, holdUp, wake: () => wake() }
}

test('[SHOW1] the observations of a crowd go out evenly over a part of the tick, its end after the last', () => {
  const { clock, showing, shown, observe, gather } = start()
  gather()
  clock.advance(200)
  showing.begin(1, 200)
  clock.advance(20)
  observe(1, 4)
  clock.advance(180)
  expect(shown).toEqual(['1.0@270', '1.1@295', '1.2@320', '1.3@345', '1@345'])
})

test('[SHOW1] a tick that was asked for late or took long is shown at the same moments', () => {
  const { clock, showing, shown, observe, gather } = start()
  gather()
  clock.advance(230)
  showing.begin(1, 200)
  clock.advance(80)
  observe(1, 4)
  clock.advance(90)
  expect(shown).toEqual(['1.0@310', '1.1@310', '1.2@320', '1.3@345', '1@345'])
})

test('[SHOW2] what is late goes out at once, and nothing overtakes', () => {
  const { clock, showing, shown, observe, gather } = start()
  gather()
  clock.advance(200)
  showing.begin(1, 200)
  showing.begin(2, 400)
  clock.advance(290)
  observe(1, 4)
  observe(2, 4)
  expect(shown).toEqual(['1.0@490', '1.1@490', '1.2@490', '1.3@490', '1@490', '2.0@490'])
  clock.advance(60)
  expect(shown.slice(6)).toEqual(['2.1@495', '2.2@520', '2.3@545', '2@545'])
})

test('[SHOW2] when the program was held up, what fell due meanwhile goes out in turns', () => {
  const { showing, shown, observe, gather, holdUp, wake } = startHeldUp()
  gather()
  showing.begin(1, 0)
  observe(1, 8)
  holdUp(1000)
  const turns = [1, 2, 3].map(() => {
    wake()
    return shown.splice(0)
  })
  expect(turns).toEqual([
    ['1.0@1000', '1.1@1000', '1.2@1000', '1.3@1000'],
    ['1.4@1000', '1.5@1000', '1.6@1000', '1.7@1000'],
    ['1@1000'],
  ])
})

test('[SHOW3] the fewer there are, the sooner they go out', () => {
  const { clock, showing, shown, observe } = start()
  showing.begin(0, 0)
  observe(0, 4, 5)
  shown.length = 0
  clock.advance(200)
  showing.begin(1, 200)
  observe(1, 4, 5)
  clock.advance(180)
  expect(shown).toEqual(['1.0@207', '1.1@210', '1.2@212', '1.3@215', '1@215'])
})

test('[SHOW3] a few observations go out as soon as they are there', () => {
  const { clock, showing, shown, observe } = start()
  showing.begin(0, 0)
  observe(0, 1, 16)
  clock.advance(200)
  showing.begin(1, 200)
  clock.advance(5)
  observe(1, 1, 16)
  expect(shown).toEqual(['0.0@0', '0@0', '1.0@205', '1@205'])
})

test('[SHOW4] when a world breaks what it told is shown before that is, and its ticks are forgotten', () => {
  const { clock, showing, shown, show, observe, gather } = start()
  gather()
  clock.advance(200)
  showing.begin(1, 200)
  showing.observed(50, show('1.0'))
  showing.flush()
  expect(shown).toEqual(['1.0@200'])
  clock.advance(1000)
  showing.begin(7, 1200)
  observe(7, 4)
  clock.advance(200)
  expect(shown.slice(1)).toEqual(['7.0@1270', '7.1@1295', '7.2@1320', '7.3@1345', '7@1345'])
})

test('[SHOW4] what is dropped is never shown', () => {
  const { clock, showing, shown, observe, gather } = start()
  gather()
  clock.advance(200)
  showing.begin(1, 200)
  observe(1, 4)
  showing.drop()
  clock.advance(1000)
  expect(shown).toEqual([])
})
