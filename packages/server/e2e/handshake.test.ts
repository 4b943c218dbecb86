import { afterEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../src/testing/test-server.js'

let server: TestServer
afterEach(() => server.close())

const CATALOGS = ['block_palette', 'item_palette', 'tuning', 'recipes', 'blueprints', 'law_templates', 'events']

test('[HELLO1] WELCOME, seven catalogs and the first observation, in this order', async () => {
  server = await startTestServer()
  const client = await server.connect()
  client.send({
    type: 'HELLO',
    protocol_version: '1.1',
    agent_name: 'ann',
    capabilities: { delta_voxels: true, max_queue: 8 },
  })
  await client.sync()
  expect(client.frames).toEqual([]) // nothing precedes the tick that joins the agent
  server.tick()
  await client.sync()
  expect(client.frames.map((frame) => frame.name ?? frame.type)).toEqual(['WELCOME', ...CATALOGS, 'OBS'])
  const [welcome, palette] = client.frames
  expect(welcome).toEqual({
    type: 'WELCOME',
    protocol_version: '1.1',
    selected_version: '1.1',
    server_capabilities: { ack: true, event_batch: true, idempotency: true },
    session_id: expect.stringMatching(/^sess_[0-9a-f]{16}$/),
    agent_id: 'A1',
    resume_token: expect.stringMatching(/^resume_[\w-]{43}$/),
    world_params: { tick_rate_hz: 5, chunk_size: [16, 16, 1], height: 1, obs_radius: 7, day_ticks: 6000, seed: 1337 },
    catalogs: {
      block_palette: { digest: palette?.digest, count: 30 },
      item_palette: { digest: expect.any(String), count: 45 },
      recipes_digest: expect.any(String),
      blueprints_digest: expect.any(String),
      law_templates_digest: expect.any(String),
      events_digest: expect.any(String),
      tuning_digest: expect.any(String),
    },
    current_world_id: 'world_1',
    world_manifest: [
      { world_id: 'world_1', entry_point_id: 'spawn', switch_cooldown_ticks: 150, reset_every_ticks: 42000 },
    ],
  })
  expect(client.frames.at(-1)).toMatchObject({
    type: 'OBS',
    tick: 1,
    agent_id: 'A1',
    world_id: 'world_1',
    voxels: { encoding: 'RLE' },
  })
})

test.each(['1.0', '0.9'])(
  '[VER1] a %s session stamps its version on every frame and gets no ACK and no EVENT_BATCH',
  async (version) => {
    server = await startTestServer()
    const { client, welcome, obs } = await server.join({ protocol_version: version })
    expect([welcome.protocol_version, welcome.selected_version, obs.protocol_version]).toEqual([
      version,
      version,
      version,
    ])
    expect(client.take('CATALOG').map((frame) => frame.protocol_version)).toEqual(CATALOGS.map(() => version))
    client.send({ type: 'ACT', protocol_version: version, tick: 1, instants: [{ id: 'I1', type: 'LOAD_MEMORY' }] })
    client.send({ type: 'ACT', protocol_version: '3', tick: 1, instants: [{ id: 'I2', type: 'LOAD_MEMORY' }] })
    client.send({ type: 'ACT', protocol_version: version, tick: 'x' })
    client.send({ type: 'EVENT_BATCH_REQ', protocol_version: version, req_id: 'r', since_cursor: 0 })
    await client.sync()
    server.tick()
    const next = await client.next('OBS')
    expect(next.events).toEqual([{ t: 2, type: 'ACTION_RESULT', ref: 'I1', ok: true, message: 'loaded 0 keys' }])
    expect(client.frames).toEqual([])
  },
)

test('[HELLO2] a first frame that is no HELLO closes with 1008', async () => {
  server = await startTestServer()
  const client = await server.connect()
  client.send({ type: 'ACT', protocol_version: '1.1' })
  expect(await client.closed).toEqual({ code: 1008, reason: 'expected HELLO' })
})

test('[HELLO7] a socket that says nothing for 5 s is cut', async () => {
  server = await startTestServer()
  const client = await server.connect()
  await client.sync()
  server.clock.advance(4999)
  await client.sync()
  server.clock.advance(1)
  expect(await client.closed).toEqual({ code: 1006, reason: '' })
})

test('[HELLO8] a frame that came before WELCOME is handled after it', async () => {
  server = await startTestServer()
  const client = await server.connect()
  client.send({ type: 'HELLO', protocol_version: '1.1' })
  client.send({ type: 'EVENT_BATCH_REQ', req_id: 'early', since_cursor: 999 })
  await client.sync()
  server.tick()
  const batch = await client.next('EVENT_BATCH')
  expect(batch).toEqual({
    type: 'EVENT_BATCH',
    protocol_version: '1.1',
    req_id: 'early',
    events: [],
    next_cursor: 999,
    world_id: 'world_1',
  })
  expect(client.frames[0]?.type).toBe('WELCOME')
})

test('[HELLO9] a world can be asked for; an unknown one gives the default', async () => {
  server = await startTestServer({ worldIds: ['OVERWORLD', 'CITY_HUB'] })
  const first = await server.join({ world_preference: ' CITY_HUB ' })
  const second = await server.join({ world_preference: 'NOPE' })
  expect([first.welcome.current_world_id, first.welcome.agent_id, first.obs.world_id]).toEqual([
    'CITY_HUB',
    'A1',
    'CITY_HUB',
  ])
  expect([second.welcome.current_world_id, second.welcome.agent_id, second.obs.world_id]).toEqual([
    'OVERWORLD',
    'A2',
    'OVERWORLD',
  ])
  expect(first.welcome.world_manifest).toEqual([
    {
      world_id: 'CITY_HUB',
      world_type: 'OVERWORLD',
      entry_point_id: 'spawn',
      switch_cooldown_ticks: 150,
      reset_every_ticks: 42000,
    },
    {
      world_id: 'OVERWORLD',
      world_type: 'OVERWORLD',
      entry_point_id: 'spawn',
      switch_cooldown_ticks: 150,
      reset_every_ticks: 42000,
    },
  ])
  expect(second.obs.tick).toBe((first.obs.tick as number) + 1) // one count of ticks for all worlds
})

test('[OBS1] one observation per tick', async () => {
  server = await startTestServer()
  const { client } = await server.join()
  server.tick(3)
  await client.sync()
  expect(client.take('OBS').map((frame) => frame.tick)).toEqual([2, 3, 4])
})
