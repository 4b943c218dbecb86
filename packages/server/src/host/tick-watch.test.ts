import { expect, test } from 'vitest'
import { createManualClock } from '../testing/manual-clock.js'
import { createMemoryLog } from '../testing/silent-log.js'
import { createTickWatch } from './tick-watch.js'

test('[TICK8] a long tick is reported with what it spent its time on, now and then', () => {
  const clock = createManualClock()
  const log = createMemoryLog()
  const watch = createTickWatch({ periodMs: 200, clock, log })
  const seen = (tick: number, durationMs: number, worldId = 'A') =>
    watch(worldId, {
      tick,
      digest: '',
      inputs: 3,
      durationMs,
      spentMs: { movement: durationMs - 10.04, observe: 10.04 },
      logMs: 2.4,
      behindTicks: 0,
    })
  seen(1, 200)
  seen(2, 250)
  seen(3, 300)
  seen(3, 300, 'B')
  clock.advance(5000)
  seen(4, 400)
  expect(log.lines.map(({ fields }) => fields)).toEqual([
    {
      worldId: 'A',
      tick: 2,
      inputs: 3,
      durationMs: 250,
      spentMs: { movement: 240, observe: 10 },
      logMs: 2,
      othersSince: 0,
    },
    {
      worldId: 'B',
      tick: 3,
      inputs: 3,
      durationMs: 300,
      spentMs: { movement: 290, observe: 10 },
      logMs: 2,
      othersSince: 0,
    },
    {
      worldId: 'A',
      tick: 4,
      inputs: 3,
      durationMs: 400,
      spentMs: { movement: 390, observe: 10 },
      logMs: 2,
      othersSince: 1,
    },
  ])
})
