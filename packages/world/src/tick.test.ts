import { decodeServerFrame } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import { encodeObs } from './observe/encode-obs.js'
import { createView } from './observe/view.js'
import { scenario } from './testing/scenario.js'

test('[TICK1] an agent is born, seen and heard', () => {
  const s = scenario(`
    . . . . .
    . A . # B
    . . . . .
  `)
  s.instant('A', { id: 'I1', type: 'SAY', text: 'hello' })
  s.tick()
  expect(s.events('B')).toEqual([{ t: 1, type: 'CHAT', from: 'A1', channel: 'LOCAL', text: 'hello' }])
  expect(s.events('A')).toEqual([
    { t: 1, type: 'CHAT', from: 'A1', channel: 'LOCAL', text: 'hello' },
    { t: 1, type: 'ACTION_RESULT', ref: 'I1', ok: true, message: 'ok' },
  ])
  const { id, cursor } = s.agent('A')
  const text = encodeObs(s.world, id, createView({ deltaVoxels: true }), {
    protocolVersion: '1.1',
    events: [],
    eventsCursor: cursor,
  })
  const decoded = decodeServerFrame(text)
  expect(decoded).toMatchObject({ ok: true, value: { type: 'OBS', tick: 1, self: { pos: s.at('A') } } })
})
