import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../src/host/clock.js'
import type { Frame, TestClient } from '../src/testing/test-client.js'
import { startTestServer, type TestServer } from '../src/testing/test-server.js'

let dataDir: string
let server: TestServer
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'clawstead-data-'))
})
afterEach(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const start = () => startTestServer({ dataDir, keep: true, clock: systemClock })

async function restart(): Promise<void> {
  await server.shutDown()
  server = await start()
}

async function save(client: TestClient, tick: unknown, key: string): Promise<Frame> {
  client.send({
    type: 'ACT',
    protocol_version: '1.1',
    act_id: `act-${key}`,
    based_on_obs_id: 'x',
    expected_world_id: 'world_1',
    tick,
    instants: [{ id: key, type: 'SAVE_MEMORY', key, value: 'v' }],
  })
  return client.next('ACK')
}

async function answerTo(client: TestClient, ref: string): Promise<Frame> {
  for (;;) {
    const obs = await client.next('OBS')
    if ((obs.events as { ref?: string }[]).some((event) => event.ref === ref)) return obs
  }
}

async function eventsSince(client: TestClient, cursor: number): Promise<{ cursor: number; event: { ref?: string } }[]> {
  client.send({ type: 'EVENT_BATCH_REQ', req_id: 'r', since_cursor: cursor, limit: 1000 })
  return (await client.next('EVENT_BATCH')).events as { cursor: number; event: { ref?: string } }[]
}

test('[KEEP5] after a restart a token brings the agent back: same body, events, acts; and ticks go on', async () => {
  server = await start()
  const first = await server.join()
  const ack = await save(first.client, first.obs.tick, 'k')
  const seen = await answerTo(first.client, 'k')
  const before = await eventsSince(first.client, 0)
  await restart()
  const { client, welcome } = await server.resume(String(first.welcome.resume_token))
  expect(welcome.agent_id).toBe('A1')
  const obs = await client.next('OBS')
  expect(obs.tick).toBeGreaterThan(seen.tick as number)
  expect([obs.self, obs.inventory]).toEqual([seen.self, seen.inventory])
  // Nothing is told twice that was told before a stop, and nothing is missing.
  expect(obs.events).toEqual([])
  expect(await eventsSince(client, 0)).toEqual(before)
  expect(await save(client, obs.tick, 'k')).toEqual(ack)
  await client.next('OBS')
  expect(await eventsSince(client, before.at(-1)?.cursor ?? 0)).toEqual([])
})

test('[KEEP6] numbers of agents go on, and who is not connected is known to be away', async () => {
  server = await start()
  await server.join({ agent_name: 'ann' })
  await restart()
  const second = await server.join({ agent_name: 'bob', auth: { token: 'resume_unknown' } })
  expect(second.welcome.agent_id).toBe('A2')
  const status = (await (await fetch(`${server.url}/v1/status`)).json()) as { agents: object[] }
  expect(status.agents).toMatchObject([
    { agent_id: 'A2', name: 'bob', connected: true },
    { agent_id: 'A1', name: 'ann', connected: false },
  ])
})

test('[RES1] no token is written anywhere', async () => {
  server = await start()
  const { welcome } = await server.join()
  await server.shutDown()
  const secret = String(welcome.resume_token).replace('resume_', '')
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dataDir, name))
    .filter((path) => statSync(path).isFile())
  expect(files.length).toBeGreaterThan(3)
  for (const path of files) expect([path, readFileSync(path).includes(secret)]).toEqual([path, false])
})

test('[RUN3] a data folder serves one server at a time', async () => {
  server = await start()
  await expect(start()).rejects.toThrow('in use')
  await restart()
})
