import { afterEach, expect, test } from 'vitest'
import type { Frame, TestClient } from '../src/testing/test-client.js'
import { startTestServer, type TestServer } from '../src/testing/test-server.js'

let server: TestServer
afterEach(() => server.close())

const tokenOf = (welcome: Frame): string => String(welcome.resume_token)

async function load(client: TestClient, actId: string, tick: number): Promise<Frame> {
  const instants = [{ id: actId, type: 'LOAD_MEMORY' }]
  client.send({
    type: 'ACT',
    protocol_version: '1.1',
    act_id: actId,
    based_on_obs_id: 'x',
    expected_world_id: 'world_1',
    tick,
    instants,
  })
  return client.next('ACK')
}

async function drop(client: TestClient): Promise<void> {
  const offline = server.log.next('an agent went offline')
  client.drop()
  await offline
}

const refsOf = (obs: Frame): unknown[] => (obs.events as { ref?: string }[]).flatMap((event) => event.ref ?? [])

test('[RES3] a token brings the same agent back at once, with a new token and a full view', async () => {
  server = await startTestServer()
  const first = await server.join({ capabilities: { delta_voxels: true } })
  await drop(first.client)
  const { client, welcome } = await server.resume(` ${tokenOf(first.welcome)} `, {
    agent_name: 'other',
    capabilities: { delta_voxels: true },
  })
  expect(welcome.agent_id).toBe('A1')
  expect(welcome.session_id).not.toBe(first.welcome.session_id)
  expect(tokenOf(welcome)).not.toBe(tokenOf(first.welcome))
  expect(client.take('CATALOG')).toHaveLength(7)
  server.tick()
  expect(await client.next('OBS')).toMatchObject({ agent_id: 'A1', voxels: { encoding: 'RLE' } })
})

test('[RES2] the old token works until the first frame of the new socket, then never again', async () => {
  server = await startTestServer()
  const first = await server.join()
  const second = await server.resume(tokenOf(first.welcome))
  const third = await server.resume(tokenOf(first.welcome))
  expect([second.welcome.agent_id, third.welcome.agent_id]).toEqual(['A1', 'A1'])
  await load(third.client, 'a', 1)
  const client = await server.connect()
  client.send({ type: 'HELLO', protocol_version: '1.1', auth: { token: tokenOf(first.welcome) } })
  await client.sync()
  server.tick()
  expect((await client.next('WELCOME')).agent_id).toBe('A2')
})

test('[RES5] an unknown token is a fresh join', async () => {
  server = await startTestServer()
  expect((await server.join({ auth: { token: 'resume_world_1_42' } })).welcome.agent_id).toBe('A1')
})

test('[RES4] a takeover closes the old socket, and its late end leaves the new one alone', async () => {
  server = await startTestServer()
  const first = await server.join()
  const second = await server.resume(tokenOf(first.welcome))
  expect(await first.client.closed).toEqual({ code: 1008, reason: 'superseded' })
  server.tick(2)
  await second.client.sync()
  expect(second.client.take('OBS').map((frame) => frame.tick)).toEqual([2, 3])
})

test('[RES4] a resume in the same tick as the end of the old socket gets every observation', async () => {
  server = await startTestServer()
  const first = await server.join()
  await drop(first.client) // the detach now waits for the tick
  const second = await server.resume(tokenOf(first.welcome)) // and so does this attach
  server.tick(2)
  await second.client.sync()
  expect(second.client.take('OBS').map((frame) => frame.tick)).toEqual([2, 3])
  const status = (await (await fetch(`${server.url}/v1/status`)).json()) as { agents: unknown }
  expect(status.agents).toMatchObject([{ agent_id: 'A1', connected: true }])
})

test('[RES6] events that happened offline come with the first observation, in order and once', async () => {
  server = await startTestServer()
  const first = await server.join()
  await load(first.client, 'one', 1)
  await drop(first.client)
  server.tick(3)
  const second = await server.resume(tokenOf(first.welcome))
  server.tick()
  const obs = await second.client.next('OBS')
  expect(refsOf(obs)).toEqual(['one'])
  server.tick()
  expect((await second.client.next('OBS')).events).toEqual([])
})

test('[AGT2] an agent that went offline stays in its world', async () => {
  server = await startTestServer()
  const first = await server.join()
  await drop(first.client)
  server.tick()
  const second = await server.join()
  expect(second.obs.entities).toContainEqual(expect.objectContaining({ id: 'A1', type: 'AGENT' }))
})
