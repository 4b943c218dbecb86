import { afterEach, beforeEach, expect, test } from 'vitest'
import { ackFrame, errorOf, Harness, manualClock, obsFrame, seen, told, welcomeFrame } from './testing/index.js'

let harness: Harness
beforeEach(async () => {
  harness = await Harness.start()
})
afterEach(() => harness.close())

test('[OBS1] one observation wakes everybody who waits', async () => {
  const { connection, peer } = await harness.connected()
  const waits = [seen(connection), seen(connection), seen(connection)]
  peer.send(obsFrame(2))
  expect((await Promise.all(waits)).map(({ obs }) => obs.tick)).toEqual([2, 2, 2])
})

test('[OBS2] waiting ends with an error when nothing comes', async () => {
  const { connection } = await harness.connected()
  await expect(connection.waitForObservation(() => true, 1)).rejects.toMatchObject({
    code: 'timeout',
    message: 'timeout waiting for obs',
  })
})

test('[OBS3] an OBS with a mistyped field is dropped whole, and so is the base of later changes', async () => {
  const clock = manualClock()
  const { connection, peer } = await harness.connected({ clock })
  const next = seen(connection)
  peer.send(obsFrame(2, { self: { pos: [0, 0, 0], hp: 1.5 } }))
  peer.send(obsFrame(3, { voxels: { center: [0, 0, 0], radius: 1, encoding: 'DELTA', ops: [{ d: [0, 0, 0], b: 1 }] } }))
  expect(await next).toMatchObject({ obs: { tick: 3 }, cube: undefined })
})

test('[VOX4] a cube that stays in doubt is asked for by a reconnect', async () => {
  const clock = manualClock()
  const { connection, peer } = await harness.connected({ clock })
  const next = seen(connection)
  peer.send(obsFrame(9, { voxels: { center: [0, 0, 0], radius: 1, encoding: 'DELTA', ops: [{ d: [0, 0, 0], b: 1 }] } }))
  expect((await next).cube?.isCertain).toBe(false)
  const down = told(connection, 'down')
  clock.advance(2000)
  expect(await down).toBe('voxels lost their base')
  const back = await harness.comeBack(clock)
  const whole = seen(connection)
  back.send(welcomeFrame())
  back.send(obsFrame(12))
  expect((await whole).cube?.isCertain).toBe(true)
})

test('[VOX5] a server that says it sends every k-th OBS loses nothing', async () => {
  const { connection, peer } = await harness.connected()
  const next = seen(connection)
  const voxels = { center: [0, 0, 0], radius: 1, encoding: 'DELTA', ops: [{ d: [0, 0, 0], b: 1 }] }
  peer.send(obsFrame(4, { voxels, obs_every: 3 }))
  expect((await next).cube?.isCertain).toBe(true)
})

test('[ACT1] an ACT carries all that 1.1 asks for, and resolves with its ACK', async () => {
  const clock = manualClock(1_700_000_000_000)
  const { connection, peer } = await harness.connected({ clock })
  const receipt = connection.act({ instants: [{ id: 'I1', type: 'SAY', text: 'hi' }], cancel: ['T000001'] })
  const act = await peer.next()
  expect(act).toEqual({
    type: 'ACT',
    protocol_version: '1.1',
    act_id: 'ACT_1700000000000_1',
    based_on_obs_id: 'A1:1:0',
    idempotency_key: 'ACT_1700000000000_1',
    tick: 1,
    agent_id: 'A1',
    expected_world_id: 'world_1',
    instants: [{ id: 'I1', type: 'SAY', text: 'hi' }],
    cancel: ['T000001'],
  })
  peer.send(ackFrame(act))
  expect(await receipt).toEqual({ actId: 'ACT_1700000000000_1', tick: 1, agentId: 'A1', ack: ackFrame(act) })
})

test('[ACT2] acts of one millisecond have different ids and get their own ACKs', async () => {
  const { connection, peer } = await harness.connected({ clock: manualClock() })
  const receipts = [1, 2, 3].map((n) => connection.act({ instants: [{ id: `I${n}`, type: 'SAY', text: 'x' }] }))
  const acts = [await peer.next(), await peer.next(), await peer.next()]
  for (const act of acts.reverse()) peer.send(ackFrame(act))
  const ids = (await Promise.all(receipts)).map(({ actId }) => actId)
  expect(new Set(ids).size).toBe(3)
})

test('[ACT3] a negative ACK is an error with its code', async () => {
  const { connection, peer } = await harness.connected()
  const receipt = connection.act({})
  const refused = errorOf(receipt)
  peer.send(ackFrame(await peer.next(), { accepted: false, code: 'E_PROTO_BAD_REQUEST', message: 'missing act_id' }))
  expect(await refused).toMatchObject({
    code: 'E_PROTO_BAD_REQUEST',
    message: 'act rejected code=E_PROTO_BAD_REQUEST message=missing act_id',
  })
})

test('[ACT4] no ACK, no connection and a break in between are told apart', async () => {
  const clock = manualClock()
  const { connection, peer } = await harness.connected({ clock })
  const unanswered = errorOf(connection.act({}, { timeoutMs: 300 }))
  await peer.next()
  clock.advance(300)
  expect(await unanswered).toMatchObject({
    code: 'timeout',
    message: 'timeout waiting for ack',
  })
  const broken = errorOf(connection.act({}))
  await peer.next()
  peer.drop()
  expect(await broken).toMatchObject({ code: 'disconnected' })
  await expect(connection.act({})).rejects.toMatchObject({ code: 'not_connected', message: 'not connected' })
})

test('[ACT8] an act after a break waits for a fresh look', async () => {
  const clock = manualClock()
  const { connection, peer } = await harness.connected({ clock })
  const down = told(connection, 'down')
  peer.drop()
  await down
  const back = await harness.comeBack(clock)
  back.send(welcomeFrame())
  await connection.waitUntilConnected(5000)
  const receipt = connection.act({})
  back.send(obsFrame(40))
  const act = await back.next()
  expect(act.tick).toBe(40)
  back.send(ackFrame(act))
  expect((await receipt).tick).toBe(40)
})

test('[ACT5] before 1.1 there are no act ids and no ACK', async () => {
  const connection = harness.dial()
  const peer = await harness.server.connection()
  await peer.next()
  const first = seen(connection)
  peer.send(welcomeFrame({ protocol_version: '1.0', selected_version: '1.0' }))
  peer.send(obsFrame(6, { protocol_version: '1.0' }))
  await first
  const receipt = connection.act({ tasks: [{ id: 'K1', type: 'STOP' }] })
  expect(await peer.next()).toEqual({
    type: 'ACT',
    protocol_version: '1.0',
    tick: 6,
    agent_id: 'A1',
    tasks: [{ id: 'K1', type: 'STOP' }],
  })
  expect(await receipt).toMatchObject({ tick: 6, ack: undefined })
})

test('[EVT8] events are asked of the server by cursor', async () => {
  const { connection, peer } = await harness.connected()
  const page = connection.events({ since: 3, limit: 5 })
  const request = await peer.next()
  expect(request).toMatchObject({ type: 'EVENT_BATCH_REQ', since_cursor: 3, limit: 5 })
  const events = [{ cursor: 4, event: { t: 1, type: 'CHAT', from: 'A2', channel: 'LOCAL', text: 'hi' } }]
  peer.send({ type: 'EVENT_BATCH', protocol_version: '1.1', req_id: request.req_id, events, next_cursor: 4 })
  expect(await page).toEqual({ events, nextCursor: 4, source: 'server' })
})

test('[EVT8] and come from memory when the server does not answer, is away, or is older', async () => {
  const clock = manualClock()
  const { connection, peer } = await harness.connected({ clock })
  const next = seen(connection)
  const event = { t: 2, type: 'TASK_DONE', task_id: 'T000001', kind: 'MINE' }
  peer.send(obsFrame(2, { events: [event], events_cursor: 1 }))
  await next
  const expected = { events: [{ cursor: 1, event }], nextCursor: 1, source: 'memory' }
  const unanswered = connection.events({ since: 0 })
  await peer.next()
  clock.advance(2000)
  expect(await unanswered).toEqual(expected)
  peer.drop()
  await told(connection, 'down')
  expect(await connection.events({ since: 0 })).toEqual(expected)
  expect(await connection.events({ since: 9 })).toEqual({ events: [], nextCursor: 9, source: 'memory' })
})

test('[EVT2] events of a skipped OBS are fetched and told in order', async () => {
  const { connection, peer } = await harness.connected()
  const cursors: number[] = []
  connection.on('event', ({ cursor }) => cursors.push(cursor))
  const event = (t: number) => ({ t, type: 'TASK_DONE', task_id: `T00000${t}`, kind: 'MINE' })
  peer.send(obsFrame(2, { events: [event(2)], events_cursor: 1 }))
  peer.send(obsFrame(5, { events: [event(5)], events_cursor: 3 }))
  const request = await peer.next()
  expect(request).toMatchObject({ type: 'EVENT_BATCH_REQ', since_cursor: 1, limit: 1 })
  expect(connection.areEventsComplete).toBe(false)
  peer.send({
    type: 'EVENT_BATCH',
    protocol_version: '1.1',
    req_id: request.req_id,
    events: [{ cursor: 2, event: event(3) }],
    next_cursor: 2,
  })
  expect(await connection.waitForEvents(5000)).toEqual({ isComplete: true })
  expect(cursors).toEqual([1, 2, 3])
})
