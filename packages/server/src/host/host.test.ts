import { type AgentId, WorldDefinition } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import { createFakeRunner } from '../testing/fake-runner.js'
import { createManualClock } from '../testing/manual-clock.js'
import { createMemoryLog } from '../testing/silent-log.js'
import { createMemoryEventStore } from './event-store.js'
import { createHost } from './host.js'
import type { WorldRunner } from './world-runner.js'

const definition = WorldDefinition.parse({ id: 'A', boundary_r: 100, reset_every_ticks: 1000 })

function create() {
  const clock = createManualClock()
  const log = createMemoryLog()
  const [a, b] = [createFakeRunner('A'), createFakeRunner('B')]
  const worlds = [a, b].map((runner) => ({ definition, runner }))
  const host = createHost({
    clock,
    log,
    tickRateHz: 5,
    defaultWorldId: 'A',
    worlds,
    events: createMemoryEventStore(10),
  })
  return { clock, log, a, b, host }
}

test('[TICK4] all worlds run the same ticks, the first one at once', async () => {
  const { clock, a, b, host } = create()
  await host.open()
  expect(host.troubles()).toEqual(['world A has not run a tick yet', 'world B has not run a tick yet'])
  await host.start()
  clock.advance(400)
  expect([a.steps, b.steps, host.nextTick]).toEqual([[0, 1, 2], [0, 1, 2], 3])
  expect(host.troubles()).toEqual([])
  host.stop()
  clock.advance(1000)
  expect(a.steps).toEqual([0, 1, 2])
})

test('[TICK5] a world that breaks stands still, says why, and holds up no other', async () => {
  const { clock, a, b, host } = create()
  await host.open()
  await host.start()
  a.behaviour = 'broken'
  clock.advance(200)
  a.behaviour = 'silent'
  clock.advance(400)
  expect(b.steps).toEqual([0, 1, 2, 3])
  expect(host.troubles()).toEqual(['world A broke at tick 1: a belief was wrong'])
})

test('[TICK6] a world that came back is well again, and the count goes on', async () => {
  const { clock, a, host } = create()
  await host.open()
  await host.start()
  a.listener().failed({ message: 'a belief was wrong', tick: 1, isComingBack: true })
  clock.advance(400)
  expect(host.troubles()).toEqual(['world A broke at tick 1: a belief was wrong; it is being brought back'])
  a.comeBack()
  clock.advance(200)
  expect([host.troubles(), host.nextTick]).toEqual([[], 4])
})

test('[TICK7] the count goes on where the furthest world stands', async () => {
  const clock = createManualClock()
  const [a, b] = [createFakeRunner('A', { nextTick: 7 }), createFakeRunner('B', { nextTick: 5 })]
  const host = createHost({
    clock,
    log: createMemoryLog(),
    tickRateHz: 5,
    defaultWorldId: 'A',
    worlds: [a, b].map((runner) => ({ definition, runner })),
    events: createMemoryEventStore(10),
  })
  await host.open()
  await host.start()
  expect([a.steps, b.steps, host.nextTick]).toEqual([[7], [7], 8])
})

test('[DISK1] while one world cannot be written no tick passes in any, and it goes on by itself', async () => {
  const { clock, log, a, b, host } = create()
  await host.open()
  await host.start()
  a.listener().stalled('no room')
  clock.advance(1000)
  expect([a.steps, b.steps, host.nextTick]).toEqual([[0], [0], 1])
  expect(host.troubles()[0]).toBe('world A cannot be written, so no tick passes: no room')
  a.listener().stalled(undefined)
  clock.advance(200)
  expect([a.steps, b.steps, host.nextTick, host.troubles()]).toEqual([[0, 1], [0, 1], 2, []])
  expect(log.lines.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    'error: the world cannot be written; no tick passes until it can be',
    'info: the world can be written again; ticks go on',
  ])
})

test('[HTTP4] a world that falls behind or falls silent is a trouble', async () => {
  const { clock, a, host } = create()
  await host.open()
  await host.start()
  a.behaviour = 'silent'
  clock.advance(2000)
  expect(host.troubles()).toEqual([])
  clock.advance(200)
  expect(host.troubles()).toEqual(['world A is 11 ticks behind'])
  a.behaviour = 'well'
  clock.advance(200)
  expect(host.troubles()).toEqual([])
  host.stop()
  clock.advance(2001)
  expect(host.troubles()).toEqual(['world A has not ticked for 2001 ms', 'world B has not ticked for 2001 ms'])
})

test('a default world that is not hosted is named', () => {
  const { clock, log } = create()
  const options = { clock, log, tickRateHz: 5, defaultWorldId: 'NOPE', worlds: [], events: createMemoryEventStore(1) }
  expect(() => createHost(options)).toThrow('default world NOPE is not among the worlds')
})

test('[MOVE15] events of one agent that several worlds tell while they are brought back are put in order', async () => {
  const agentId = 'A1' as AgentId
  const telling = (worldId: string, cursors: readonly number[]): WorldRunner => {
    const runner = createFakeRunner(worldId)
    const texts = cursors.map((cursor) => ({ agentId, cursor, text: JSON.stringify({ t: cursor }) }))
    return {
      ...runner,
      async open(listener) {
        listener.happened(texts)
        await runner.open(listener)
      },
    }
  }
  const events = createMemoryEventStore(10)
  const runners = [telling('B', [3, 4, 7]), telling('A', [1, 2, 5, 6])]
  const host = createHost({
    clock: createManualClock(),
    log: createMemoryLog(),
    tickRateHz: 5,
    defaultWorldId: 'A',
    worlds: runners.map((runner) => ({ definition, runner })),
    events,
  })
  await host.open()
  expect((await events.read(agentId, 0, 100)).map(({ cursor }) => cursor)).toEqual([1, 2, 3, 4, 5, 6, 7])
})
