import { afterEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../src/testing/test-server.js'

let server: TestServer
afterEach(() => server.close())

const ACT = { type: 'ACT', protocol_version: '1.1', based_on_obs_id: 'x', expected_world_id: 'world_1', tick: 1 }

test('[LIM2] an agent that sends too fast has its acts refused, and may send them again', async () => {
  server = await startTestServer({ limits: { agentFrames: { perSecond: 1, burst: 2 } } })
  const { client } = await server.join()
  for (const act_id of ['a', 'b', 'c']) client.send({ ...ACT, act_id })
  client.send({ type: 'EVENT_BATCH_REQ', req_id: 'r', since_cursor: 1 })
  const acks = [await client.next('ACK'), await client.next('ACK'), await client.next('ACK')]
  const ackOf = (actId: string) => acks.find((ack) => ack.ack_for === actId)
  expect([ackOf('a')?.accepted, ackOf('b')?.accepted]).toEqual([true, true])
  expect(ackOf('c')).toMatchObject({
    accepted: false,
    code: 'E_RATE_LIMIT',
    message: 'too many frames, at most 1 per second',
  })
  expect(await client.next('EVENT_BATCH')).toMatchObject({ req_id: 'r', events: [], next_cursor: 1 })
  server.clock.advance(1000)
  client.send({ ...ACT, act_id: 'c' })
  expect(await client.next('ACK')).toMatchObject({ ack_for: 'c', accepted: true })
})

const closing: [story: string, limits: object, sent: number][] = [
  ['frames of one connection', { connectionFrames: { perSecond: 1, burst: 3 } }, 5],
  ['bytes of one connection', { connectionBytes: { perSecond: 1, burst: 300 } }, 5],
  ['frames of one address', { addressFrames: { perSecond: 1, burst: 3 } }, 5],
]
test.each(closing)('[LIM3] too many %s close it with 1008', async (_story, limits, sent) => {
  server = await startTestServer({ limits })
  const { client } = await server.join()
  for (let i = 0; i < sent; i++) client.send({ ...ACT, act_id: `a${i}` })
  expect(await client.closed).toEqual({ code: 1008, reason: 'too many frames' })
})

test('[LIM3] too many frames before WELCOME close the connection', async () => {
  server = await startTestServer({ limits: { earlyFramesMax: 2 } })
  const client = await server.connect()
  client.send({ type: 'HELLO', protocol_version: '1.1' })
  for (let i = 0; i < 3; i++) client.send({ ...ACT, act_id: `a${i}` })
  expect(await client.closed).toEqual({ code: 1008, reason: 'too many frames before WELCOME' })
})

test('[LIM4] a frame larger than the limit closes the connection with 1009', async () => {
  server = await startTestServer({ limits: { frameBytesMax: 1000 } })
  const { client } = await server.join()
  client.sendRaw('x'.repeat(1001))
  expect(await client.closed).toMatchObject({ code: 1009 })
})

test('[LIM5] connections and new agents are bounded per address and in all', async () => {
  server = await startTestServer({ limits: { addressConnectionsMax: 1 } })
  await server.join()
  expect(await (await server.connect()).closed).toEqual({ code: 1013, reason: 'too many connections' })
})

const joins: [limits: object, reason: string][] = [
  [{ addressJoins: { perSecond: 0.001, burst: 1 } }, 'too many new agents from this address'],
  [{ agentsMax: 1 }, 'the server has as many agents as it may'],
]
test.each(joins)('[LIM6] with %j a second agent is turned away', async (limits, reason) => {
  server = await startTestServer({ limits })
  const { welcome } = await server.join()
  const client = await server.connect()
  client.send({ type: 'HELLO', protocol_version: '1.1' })
  expect(await client.closed).toEqual({ code: 1013, reason })
  expect((await server.resume(String(welcome.resume_token))).welcome.agent_id).toBe('A1') // coming back is never turned away
})

test('[LIVE1] a silent but living client is never cut', async () => {
  server = await startTestServer()
  const { client } = await server.join()
  for (let i = 0; i < 20; i++) {
    server.clock.advance(20_000)
    await client.sync()
    client.take('OBS')
  }
  server.tick()
  expect(await client.next('OBS')).toMatchObject({ agent_id: 'A1' })
})

test('[LIVE2] a client that leaves two pings unanswered is cut, not earlier', async () => {
  server = await startTestServer()
  const { client } = await server.join()
  client.playDead()
  server.clock.advance(39_000)
  await client.sync()
  expect(server.log.lines.filter((line) => line.message === 'a connection was cut')).toEqual([])
  server.clock.advance(21_000)
  expect(await client.closed).toEqual({ code: 1006, reason: '' })
})
