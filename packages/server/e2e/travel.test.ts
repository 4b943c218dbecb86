import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../src/host/clock.js'
import type { Frame, TestClient } from '../src/testing/test-client.js'
import { startTestServer, type TestServer } from '../src/testing/test-server.js'

const WORLDS = ['HERE', 'THERE']

let server: TestServer
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'clawstead-travel-'))
})
afterEach(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

let acts = 0

function act(client: TestClient, { tick, world_id: worldId }: Frame, instants: object[], more: object = {}): void {
  client.send({
    type: 'ACT',
    protocol_version: '1.1',
    act_id: `act_${++acts}`,
    based_on_obs_id: 'x',
    expected_world_id: worldId,
    tick,
    instants,
    ...more,
  })
}

const switchTo = (target: string) => ({ id: 'SW', type: 'SWITCH_WORLD', target_world_id: target })

/** Runs ticks until the client sees a world; returns all it saw. Between two ticks everything on its way gets there. */
async function tickTo(client: TestClient, worldId: string): Promise<Frame[]> {
  const seen: Frame[] = []
  for (let i = 0; i < 10; i++) {
    server.tick()
    await client.sync()
    seen.push(...client.take('OBS'))
    if (seen.at(-1)?.world_id === worldId) return seen
  }
  throw new Error(`the client never saw ${worldId}`)
}

/** Waits for the first observation of a world that runs by itself. */
async function obsIn(client: TestClient, worldId: string): Promise<void> {
  while ((await client.next('OBS')).world_id !== worldId);
}

const arrival = (from: string, to: string) => [
  { type: 'WORLD_SWITCH', from, to, agent_id: 'A1', world_id: to, from_entry_id: 'spawn', to_entry_id: 'spawn' },
  { type: 'ACTION_RESULT', ref: 'SW', ok: true, world_id: to, from, from_entry_id: 'spawn', to_entry_id: 'spawn' },
]

test('[MOVE9] [MW-01] a client follows its agent: same connection, events without a gap, full view, same token', async () => {
  server = await startTestServer({ worldIds: WORLDS })
  const { client, welcome, obs } = await server.join()
  act(client, obs, [{ id: 'M', type: 'SAVE_MEMORY', key: 'k', value: 'v' }, switchTo('THERE')], {
    tasks: [{ id: 'K', type: 'STOP' }],
  })
  expect(await client.next('ACK')).toMatchObject({ accepted: true, world_id: 'HERE' })
  const there = (await tickTo(client, 'THERE')).at(-1) as Frame
  const cursor = (obs.events_cursor as number) + 4
  expect(there).toMatchObject({
    agent_id: 'A1',
    events_cursor: cursor,
    voxels: { encoding: 'RLE' },
    inventory: obs.inventory,
  })
  expect(there.events).toMatchObject([
    { ref: 'M', ok: true },
    { ref: 'K', ok: false, code: 'E_CONFLICT', message: 'switching worlds' },
    ...arrival('HERE', 'THERE'),
  ])

  client.send({ type: 'EVENT_BATCH_REQ', req_id: 'r', since_cursor: 0, limit: 100 })
  const batch = (await client.next('EVENT_BATCH')) as Frame & { events: { cursor: number }[] }
  expect(batch.events.map((entry) => entry.cursor)).toEqual(Array.from({ length: cursor }, (_, i) => i + 1))
  expect(batch.world_id).toBe('THERE')

  const again = await server.resume(String(welcome.resume_token))
  expect([again.welcome.agent_id, again.welcome.current_world_id]).toEqual(['A1', 'THERE'])
  server.tick()
  expect(await again.client.next('OBS')).toMatchObject({ world_id: 'THERE', agent_id: 'A1', events: [] })
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toContain('voxelcraft_world_switch_total{from="HERE",to="THERE",result="ok"} 1\n')
  expect(metrics).toContain('voxelcraft_world_agents{world="THERE"} 1\n')
})

test('[MOVE10] what is sent on the way is answered where the agent arrives', async () => {
  server = await startTestServer({ worldIds: WORLDS })
  const { client, obs } = await server.join()
  act(client, obs, [switchTo('THERE')])
  act(client, obs, [switchTo('THERE')])
  await client.sync()
  const told = (await tickTo(client, 'THERE')).flatMap((frame) => frame.events)
  for (let i = 0; i < 3; i++) told.push(...(await tickTo(client, 'THERE')).flatMap((frame) => frame.events))
  expect(told).toMatchObject([
    ...arrival('HERE', 'THERE'),
    { ref: 'ACT', code: 'E_WORLD_BUSY', message: 'expected_world_id mismatch' },
  ])
})

test('[MOVE11] a refused switch leaves everything as it is, and the rest of the ACT is carried out', async () => {
  server = await startTestServer({ worldIds: WORLDS })
  const { client, obs } = await server.join()
  act(client, obs, [switchTo('NOWHERE'), { id: 'L', type: 'LOAD_MEMORY' }], { tasks: [{ id: 'K', type: 'STOP' }] })
  await client.sync()
  server.tick()
  expect(await client.next('OBS')).toMatchObject({
    world_id: 'HERE',
    self: obs.self,
    events: [
      {
        t: (obs.tick as number) + 1,
        ref: 'SW',
        ok: false,
        code: 'E_WORLD_NOT_FOUND',
        message: 'target world not found',
      },
      { ref: 'L', ok: true },
      { ref: 'K', ok: true },
    ],
  })
})

test('[MOVE12] a server of one world does not know the action', async () => {
  server = await startTestServer()
  const { client, obs } = await server.join()
  act(client, obs, [switchTo('HERE')])
  await client.sync()
  server.tick()
  expect((await client.next('OBS')).events).toMatchObject([
    { ref: 'SW', ok: false, code: 'E_BAD_REQUEST', message: 'unknown instant type' },
  ])
})

test('[MOVE13] worlds that are kept bring travellers back after a restart, once', async () => {
  const start = () => startTestServer({ worldIds: WORLDS, dataDir, keep: true, clock: systemClock })
  server = await start()
  const { client, welcome, obs } = await server.join()
  let token = String(welcome.resume_token)
  act(client, obs, [switchTo('THERE')])
  // Stopped as soon as the act is safe: before, during or after the journey, as it happens.
  await client.next('ACK')
  await server.shutDown()
  server = await start()
  const back = await server.resume(token)
  token = String(back.welcome.resume_token)
  expect(back.welcome.agent_id).toBe('A1')
  await obsIn(back.client, 'THERE')
  back.client.send({ type: 'EVENT_BATCH_REQ', req_id: 'r', since_cursor: 0, limit: 100 })
  const { events } = (await back.client.next('EVENT_BATCH')) as Frame & { events: { event: { type: string } }[] }
  expect(events.filter(({ event }) => event.type === 'WORLD_SWITCH')).toHaveLength(1)
  await server.shutDown()
  server = await start()
  const again = await server.resume(token)
  expect([again.welcome.agent_id, again.welcome.current_world_id]).toEqual(['A1', 'THERE'])
  expect((await again.client.next('OBS')).world_id).toBe('THERE')
})
