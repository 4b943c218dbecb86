import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from './index.js'
import { catalogFrame, errorOf, Harness, manualClock, obsFrame, seen, told, welcomeFrame } from './testing/index.js'

let harness: Harness
beforeEach(async () => {
  harness = await Harness.start()
})
afterEach(() => harness.close())

test('[CONN1] HELLO names the agent, the versions and what the client can take', async () => {
  harness.dial({ worldPreference: 'MINE_L1' })
  const peer = await harness.server.connection()
  expect(await peer.next()).toEqual({
    type: 'HELLO',
    protocol_version: '1.1',
    supported_versions: ['1.1', '1.0', '0.9'],
    agent_name: 'tester',
    capabilities: { delta_voxels: true, max_queue: 64, clawstead: true },
    client_capabilities: { delta_voxels: true, ack_required: true, event_cursor: true },
    world_preference: 'MINE_L1',
  })
})

test('[CONN1] WELCOME, catalogs and OBS are kept', async () => {
  const { connection, peer } = await harness.connected()
  const catalog = connection.waitForCatalog('block_palette', 5000)
  peer.send(catalogFrame('block_palette', ['AIR', 'STONE']))
  expect((await catalog).data).toEqual(['AIR', 'STONE'])
  expect(connection).toMatchObject({
    isConnected: true,
    agentId: 'A1',
    resumeToken: 'token-1',
    protocolVersion: '1.1',
    worldId: 'world_1',
    lastError: undefined,
  })
  expect(connection.latest?.obs.tick).toBe(1)
  expect(connection.latest?.cube?.cells).toEqual(new Uint16Array(27))
})

test('[CONN2] a lost connection comes back with the token, after 250 ms at the earliest', async () => {
  const clock = manualClock()
  const { connection, peer } = await harness.connected({ clock })
  const down = told(connection, 'down')
  peer.drop()
  await down
  expect(connection.phase).toBe('waiting')
  clock.advance(249)
  expect(connection.phase).toBe('waiting')
  clock.advance(1)
  const again = await harness.server.connection()
  expect(await again.next()).toMatchObject({ type: 'HELLO', auth: { token: 'token-1' } })
  again.send(welcomeFrame({ resume_token: 'token-2' }))
  await connection.waitUntilConnected(5000)
  expect(connection.resumeToken).toBe('token-2')
})

test('[CONN2] pauses grow while the server is away and start over with a WELCOME', async () => {
  const clock = manualClock()
  const { connection, peer } = await harness.connected({ clock })
  let last = peer
  for (const pauseMs of [250, 400, 800]) {
    const down = told(connection, 'down')
    last.drop()
    await down
    clock.advance(pauseMs - 1)
    expect(connection.phase).toBe('waiting')
    last = await harness.comeBack(clock, 1)
  }
  last.send(welcomeFrame())
  await connection.waitUntilConnected(5000)
  const down = told(connection, 'down')
  last.drop()
  await down
  await harness.comeBack(clock, 250)
})

test('[CONN3] a token from an earlier run waits before it is used', async () => {
  const clock = manualClock()
  const connection = harness.dial({ clock, token: 'old', agentId: 'A7' })
  expect(connection.phase).toBe('waiting')
  expect(connection.agentId).toBe('A7')
  clock.advance(250)
  const peer = await harness.server.connection()
  expect(await peer.next()).toMatchObject({ auth: { token: 'old' } })
})

test('[CONN4] a server that forgot the agent gives another, and says so', async () => {
  const clock = manualClock()
  const connection = harness.dial({ clock, token: 'old', agentId: 'A7' })
  const peer = await harness.comeBack(clock)
  const identity = told(connection, 'identity')
  peer.send(welcomeFrame({ agent_id: 'A9' }))
  expect(await identity).toEqual({ from: 'A7', to: 'A9' })
  expect(connection.agentId).toBe('A9')
})

test('[CONN5] the end is final when no version is shared', async () => {
  const connection = harness.dial()
  const peer = await harness.server.connection()
  await peer.next()
  const ended = told(connection, 'ended')
  peer.close(1008, 'bad protocol_version')
  expect(await ended).toMatchObject({ code: 'bad_protocol_version' })
  expect(connection.phase).toBe('ended')
  await expect(connection.waitUntilConnected(10)).rejects.toMatchObject({ code: 'bad_protocol_version' })
})

test('[CONN5] the end is final when another connection took the agent over', async () => {
  const { connection, peer } = await harness.connected()
  const ended = told(connection, 'ended')
  peer.close(1008, 'superseded')
  expect(await ended).toMatchObject({ code: 'superseded' })
})

test('[CONN5] any other close is followed by another dial', async () => {
  const clock = manualClock()
  const { connection, peer } = await harness.connected({ clock })
  const down = told(connection, 'down')
  peer.close(1008, 'expected HELLO')
  await down
  expect(connection.lastError).toBe('connection closed: 1008 expected HELLO')
  await harness.comeBack(clock)
})

test('[CONN6] a WELCOME of an unknown version is ignored, one that follows is taken', async () => {
  const connection = harness.dial()
  const peer = await harness.server.connection()
  peer.send(welcomeFrame({ protocol_version: '2.0', selected_version: '2.0', agent_id: 'A5' }))
  peer.send(welcomeFrame({ protocol_version: '1.0', selected_version: '1.0' }))
  await connection.waitUntilConnected(5000)
  expect(connection).toMatchObject({ agentId: 'A1', protocolVersion: '1.0' })
})

test('[CONN7] silence makes the client dial again', async () => {
  const clock = manualClock()
  const { connection } = await harness.connected({ clock })
  const down = told(connection, 'down')
  clock.advance(4999)
  expect(connection.isConnected).toBe(true)
  clock.advance(1)
  expect(await down).toBe('no OBS for 5 s')
})

test('[CONN7] so does a server that never welcomes', async () => {
  const clock = manualClock()
  const connection = harness.dial({ clock })
  await (await harness.server.connection()).next()
  const down = told(connection, 'down')
  clock.advance(10_000)
  expect(await down).toBe('the server sent no WELCOME')
})

test('[CONN8] an idle client keeps the connection open', async () => {
  const clock = manualClock()
  const { connection, peer } = await harness.connected({ clock })
  for (let tick = 2; tick <= 6; tick++) {
    clock.advance(4000)
    const next = seen(connection)
    peer.send(obsFrame(tick))
    await next
  }
  expect(await peer.next()).toMatchObject({ type: 'EVENT_BATCH_REQ', limit: 1 })
})

test('[CONN9] reconnect drops the socket and comes back as the same agent', async () => {
  const clock = manualClock()
  const { connection, peer } = await harness.connected({ clock })
  connection.reconnect()
  expect(await peer.closed).toMatchObject({ code: 1006 })
  expect(connection).toMatchObject({ isConnected: false, lastError: 'disconnected on request' })
  clock.advance(250)
  expect(await (await harness.server.connection()).next()).toMatchObject({ auth: { token: 'token-1' } })
})

test('[CONN9] reconnect while a connection is being made changes nothing: a second HELLO would be a second agent', async () => {
  const connection = harness.dial()
  connection.reconnect()
  const peer = await harness.server.connection()
  await peer.next()
  connection.reconnect()
  peer.send(welcomeFrame())
  await connection.waitUntilConnected(5000)
  expect(connection).toMatchObject({ isConnected: true, agentId: 'A1' })
})

test('[CONN10] close says goodbye and fails what is waiting', async () => {
  const { connection, peer } = await harness.connected()
  const waiting = connection.waitForObservation(() => true, 60_000)
  const refused = errorOf(waiting)
  await connection.close()
  expect(await refused).toMatchObject({ code: 'closed' })
  expect(await peer.closed).toMatchObject({ code: 1000 })
  await expect(connection.waitForObservation(() => true, 10)).rejects.toMatchObject({ code: 'closed' })
})

test('[CONN11] a URL that is no WebSocket URL is refused', () => {
  expect(() => connect({ url: 'http://127.0.0.1:1/', name: 'x' })).toThrow('url: must start with ws:// or wss://')
})
