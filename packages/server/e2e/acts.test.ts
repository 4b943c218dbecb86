import { afterEach, expect, test } from 'vitest'
import type { Frame, TestClient } from '../src/testing/test-client.js'
import { startTestServer, type TestServer } from '../src/testing/test-server.js'

let server: TestServer
afterEach(() => server.close())

const ACT = { type: 'ACT', protocol_version: '1.1', based_on_obs_id: 'A1:1:1', expected_world_id: 'world_1' }
const load = (id = 'I1') => ({ instants: [{ id, type: 'LOAD_MEMORY' }] })
const loaded = (t: number, ref = 'I1') => ({ t, type: 'ACTION_RESULT', ref, ok: true, message: 'loaded 0 keys' })
const ack = (actId: string, serverTick: number) => ({
  type: 'ACK',
  protocol_version: '1.1',
  ack_for: actId,
  accepted: true,
  server_tick: serverTick,
  world_id: 'world_1',
})

async function act(client: TestClient, fields: object): Promise<Frame> {
  client.send({ ...ACT, ...fields })
  return client.next('ACK')
}

async function eventsOfTick(client: TestClient): Promise<unknown> {
  server.tick()
  return (await client.next('OBS')).events
}

test('[ACT5] an act is acknowledged at once and answered in the next observation', async () => {
  server = await startTestServer()
  const { client } = await server.join()
  expect(await act(client, { act_id: 'a', tick: 1, ...load() })).toEqual(ack('a', 2))
  expect(await eventsOfTick(client)).toEqual([loaded(2)])
})

test('[ACT4] a repeated act gets its old ACK, on this connection and on the next, and runs once', async () => {
  server = await startTestServer()
  const { client, welcome } = await server.join()
  const first = await act(client, { act_id: 'dup', tick: 1, ...load() })
  expect(await eventsOfTick(client)).toEqual([loaded(2)])
  expect(
    await act(client, { act_id: 'dup', tick: 2, instants: [{ id: 'I9', type: 'SAY', channel: 'LOCAL', text: 'no' }] }),
  ).toEqual(first)
  expect(await eventsOfTick(client)).toEqual([])
  const again = await server.resume(String(welcome.resume_token))
  expect(await act(again.client, { act_id: 'dup', tick: 3, ...load('I3') })).toEqual(first)
  expect(await eventsOfTick(again.client)).toEqual([])
})

test('[ACT9] a repeated idempotency key runs once and is acknowledged under the new id', async () => {
  server = await startTestServer()
  const { client } = await server.join()
  await act(client, { act_id: 'a', idempotency_key: 'key', tick: 1, ...load() })
  expect(await act(client, { act_id: 'b', idempotency_key: 'key', tick: 1, ...load() })).toEqual({
    ...ack('a', 2),
    ack_for: 'b',
  })
  expect(await eventsOfTick(client)).toEqual([loaded(2)])
})

test('[ACT2] a refused act says why and its id can be used again', async () => {
  server = await startTestServer()
  const { client } = await server.join()
  const refused = await act(client, { act_id: 'n', tick: 'x', ...load() })
  expect(refused).toEqual({ ...ack('n', 2), accepted: false, code: 'E_PROTO_BAD_REQUEST', message: 'bad ACT payload' })
  expect(await act(client, { act_id: 'n', tick: 1, ...load() })).toEqual(ack('n', 2))
})

test('[ACT2] a client that understands additions is told the field', async () => {
  server = await startTestServer()
  const { client } = await server.join({ capabilities: { clawstead: true } })
  const refused = await act(client, { act_id: 'n', tick: 'x' })
  expect(refused.detail).toMatch(/^tick /)
})

test('[ACT6] an act is stale outside the window of two ticks', async () => {
  server = await startTestServer()
  const { client } = await server.join()
  server.tick(6)
  await client.sync()
  client.take('OBS')
  const stale = (t: number) => ({
    t,
    type: 'ACTION_RESULT',
    ref: 'ACT',
    ok: false,
    code: 'E_STALE',
    message: 'act tick out of range',
  })
  const results: unknown[] = []
  for (const offset of [-3, -2, -1, 0, 1]) {
    const now = 8 + results.length
    await act(client, { act_id: `s${offset}`, tick: now + offset, ...load() })
    results.push(await eventsOfTick(client))
  }
  expect(results).toEqual([[stale(8)], [loaded(9)], [loaded(10)], [loaded(11)], [stale(12)]])
})

test('[ACT7] an act meant for another world is refused with the tick it happened in', async () => {
  server = await startTestServer({ worldIds: ['OVERWORLD', 'CITY_HUB'] })
  const { client } = await server.join()
  expect(await act(client, { act_id: 'a', tick: 1, expected_world_id: 'CITY_HUB', ...load() })).toEqual({
    ...ack('a', 2),
    world_id: 'OVERWORLD',
  })
  expect(await eventsOfTick(client)).toEqual([
    { t: 2, type: 'ACTION_RESULT', ref: 'ACT', ok: false, code: 'E_WORLD_BUSY', message: 'expected_world_id mismatch' },
  ])
})

test('[ACT7] a server of one world does not compare the name', async () => {
  server = await startTestServer()
  const { client } = await server.join()
  await act(client, { act_id: 'a', tick: 1, expected_world_id: 'NOPE', ...load() })
  expect(await eventsOfTick(client)).toEqual([loaded(2)])
})

test('[ACT11] a full inbox is answered, not dropped', async () => {
  server = await startTestServer({ limits: { worldInboxMax: 1 } })
  const { client } = await server.join()
  await act(client, { act_id: 'a', tick: 1, ...load() })
  await act(client, { act_id: 'b', tick: 1, ...load('I2') })
  expect(await eventsOfTick(client)).toEqual([
    { t: 2, type: 'ACTION_RESULT', ref: 'ACT', ok: false, code: 'E_WORLD_BUSY', message: 'world inbox busy' },
    loaded(2),
  ])
})

test('[ACT1] what cannot be understood is ignored, and the session goes on', async () => {
  server = await startTestServer()
  const { client } = await server.join()
  client.take('CATALOG')
  for (const frame of [
    'garbage',
    '[]',
    'null',
    '{"act_id":"q"}',
    '{"type":"PING"}',
    '{"type":"HELLO","protocol_version":"1.1"}',
  ])
    client.sendRaw(frame)
  client.sendRaw(Buffer.from([0xff, 0xfe, 0x00]))
  await client.sync()
  expect(client.frames).toEqual([])
  client.sendRaw(Buffer.from(JSON.stringify({ ...ACT, act_id: 'bin', tick: 1, ...load() })))
  expect(await client.next('ACK')).toEqual(ack('bin', 2))
})

test('[EVT1] events are fetched by cursor', async () => {
  server = await startTestServer()
  const { client, obs } = await server.join()
  const start = (obs.events as unknown[]).length
  for (let i = 1; i <= 3; i++) {
    await act(client, { act_id: `a${i}`, tick: i, ...load(`I${i}`) })
    await eventsOfTick(client)
  }
  const ask = async (fields: object): Promise<Frame> => {
    client.send({ type: 'EVENT_BATCH_REQ', req_id: 'r', ...fields })
    return client.next('EVENT_BATCH')
  }
  const record = (i: number) => ({ cursor: start + i, event: loaded(i + 1, `I${i}`) })
  const batch = { type: 'EVENT_BATCH', protocol_version: '1.1', req_id: 'r', world_id: 'world_1' }
  expect(await ask({ since_cursor: start })).toEqual({
    ...batch,
    events: [record(1), record(2), record(3)],
    next_cursor: start + 3,
  })
  expect(await ask({ since_cursor: start, limit: 2 })).toEqual({
    ...batch,
    events: [record(1), record(2)],
    next_cursor: start + 2,
  })
  expect(await ask({ since_cursor: start + 3 })).toEqual({ ...batch, events: [], next_cursor: start + 3 })
  expect(await ask({ since_cursor: 999_999 })).toEqual({ ...batch, events: [], next_cursor: 999_999 })
  expect(((await ask({ limit: -5 })).events as unknown[]).length).toBe(start + 3)
  for (const ignored of [{ req_id: '' }, { since_cursor: -1 }, { since_cursor: '0' }, { protocol_version: 2 }]) {
    client.send({ type: 'EVENT_BATCH_REQ', req_id: 'r', ...ignored })
  }
  await client.sync()
  expect(client.take('EVENT_BATCH')).toEqual([])
})
