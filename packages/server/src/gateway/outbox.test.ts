import { expect, test } from 'vitest'
import { createOutbox, type ObsContent } from './outbox.js'

const content = (cursor: number, memory: ObsContent['memory'] = []): ObsContent => ({ cursor, memory })

/** A socket that takes frames only when told to. */
function createWire() {
  const sent: string[] = []
  const pending: { frame: string; done: () => void }[] = []
  return {
    sent,
    nowMs: 0,
    get bufferedAmount() {
      return pending.reduce((sum, entry) => sum + entry.frame.length, 0)
    },
    send(frame: string | Buffer, done: () => void) {
      pending.push({ frame: String(frame), done })
    },
    drain(count = pending.length) {
      for (const { frame, done } of pending.splice(0, count)) {
        sent.push(frame)
        done()
      }
    },
  }
}

function create(capacity = 3) {
  const wire = createWire()
  const told: number[] = []
  const outbox = createOutbox({
    wire,
    capacity,
    limits: { socketBytesMax: 4 },
    now: () => wire.nowMs,
    told: (cursor) => told.push(cursor),
  })
  return { wire, told, outbox }
}

test('[OUT1] frames reach the socket in order, a little at a time', () => {
  const { wire, outbox } = create()
  outbox.push('aaaa')
  outbox.pushObs(Buffer.from('bbbb'), content(0))
  outbox.push('cccc')
  expect([outbox.frames, outbox.bytes]).toEqual([2, 8])
  wire.drain()
  wire.drain()
  wire.drain()
  expect(wire.sent).toEqual(['aaaa', 'bbbb', 'cccc'])
  expect([outbox.frames, outbox.bytes]).toEqual([0, 0])
})

test('[OUT2] only observations are dropped, and what they told is handed back', () => {
  const { wire, told, outbox } = create()
  outbox.pushObs(Buffer.from('out!'), content(0))
  outbox.pushObs(Buffer.from('obs1'), content(3, [{ key: 'k', value: 'v' }]))
  outbox.push('ack1')
  expect(outbox.isFull).toBe(false)
  outbox.pushObs(Buffer.from('obs2'), content(5, [{ key: 'm', value: 'w' }]))
  expect(outbox.isFull).toBe(true)
  const memory = [
    { key: 'k', value: 'v' },
    { key: 'm', value: 'w' },
  ]
  expect(told).toEqual([0])
  expect(outbox.dropObs()).toEqual(memory)
  expect([outbox.frames, outbox.bytes, outbox.droppedObs]).toEqual([1, 4, 2])
  expect(outbox.dropObs()).toBeUndefined()
  outbox.pushObs(Buffer.from('obs3'), content(3, memory))
  for (let i = 0; i < 4; i++) wire.drain()
  expect(wire.sent).toEqual(['out!', 'ack1', 'obs3'])
  expect(told).toEqual([0, 3])
})

test('[OUT3] a client that takes nothing is seen to stall, one that takes a little is not', () => {
  const { wire, outbox } = create()
  expect(outbox.stalledMs(50_000)).toBe(0)
  wire.nowMs = 50_000
  outbox.push('aaaa')
  outbox.push('bbbb')
  expect(outbox.stalledMs(80_000)).toBe(30_000)
  wire.nowMs = 80_000
  wire.drain(1)
  expect(outbox.stalledMs(81_000)).toBe(1_000)
  wire.drain()
  expect(outbox.stalledMs(999_000)).toBe(0)
})

test('[OUT4] the handshake goes out before whatever waits', () => {
  const { wire, outbox } = create()
  outbox.push('aaaa')
  outbox.pushObs(Buffer.from('bbbb'), content(0))
  outbox.sendFirst([Buffer.from('welcome')])
  wire.drain()
  wire.drain()
  expect(wire.sent).toEqual(['aaaa', 'welcome', 'bbbb'])
})
