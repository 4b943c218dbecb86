import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { join } from '@clawstead/client'
import { loadCatalog, type RunningServer, startServer } from '@clawstead/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RunningSidecar, startSidecar } from '../src/index.js'
import { callTool, silentLog, toolResult } from '../src/testing/sidecar.js'

/** Agent, sidecar and world as they run for real, over real sockets and in real time. */

let folder: string
let server: RunningServer
let sidecar: RunningSidecar
const startWorld = (port: number): Promise<RunningServer> => {
  const catalog = loadCatalog({ name: 'flat' })
  return startServer({
    host: '127.0.0.1',
    port,
    seed: 1337,
    dataDir: joinPath(folder, 'data'),
    catalog,
    worlds: catalog.worlds,
    flat: true,
    page: false,
    log: silentLog,
  })
}
beforeEach(async () => {
  folder = await mkdtemp(joinPath(tmpdir(), 'sidecar-e2e-'))
  server = await startWorld(0)
  sidecar = await startSidecar({
    host: '127.0.0.1',
    port: 0,
    worldWsUrl: server.wsUrl,
    stateFile: joinPath(folder, 'sessions.json'),
    maxSessions: 8,
    log: silentLog,
  })
})
afterEach(async () => {
  await sidecar.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

type Event = { readonly type: string; readonly [field: string]: unknown }
type Look = {
  readonly tick: number
  readonly obs: { readonly self: { readonly pos: number[] }; readonly events: Event[] }
}

/** Look tick by tick until an event comes by. */
async function lookUntil(key: string, wants: (event: Event) => boolean): Promise<Event[]> {
  const seen: Event[] = []
  while (!seen.some(wants)) {
    const look = (await toolResult(sidecar.url, key, 'get_obs', { wait_new_tick: true })) as unknown as Look
    seen.push(...look.obs.events)
  }
  return seen
}

test('[E2E1] a new agent sees, speaks and walks through the sidecar', async () => {
  const first = (await toolResult(sidecar.url, 'walker', 'get_obs')) as unknown as Look
  const [x = 0, y = 0, z = 0] = first.obs.self.pos
  const act = await toolResult(sidecar.url, 'walker', 'act', {
    instants: [{ id: 'I1', type: 'SAY', channel: 'LOCAL', text: 'hello' }],
    tasks: [{ id: 'K1', type: 'MOVE_TO', target: [x + 3, y, z], tolerance: 1.2 }],
  })
  expect(act).toMatchObject({ sent: true, ack: { accepted: true } })
  const events = await lookUntil('walker', ({ type }) => type === 'TASK_DONE')
  expect(events).toContainEqual(expect.objectContaining({ type: 'CHAT', text: 'hello' }))
  expect(events).toContainEqual(expect.objectContaining({ type: 'ACTION_RESULT', ref: 'I1', ok: true }))
  expect(events).toContainEqual(expect.objectContaining({ type: 'ACTION_RESULT', ref: 'K1', ok: true }))
  const page = (await toolResult(sidecar.url, 'walker', 'get_events', { limit: 1000 })) as {
    events: { cursor: number }[]
  }
  expect(page.events.map(({ cursor }) => cursor)).toEqual(page.events.map((_, index) => index + 1))
})

test('[E2E2] after a disconnect the session resumes the same agent', async () => {
  const { agent_id } = await toolResult(sidecar.url, 'a', 'get_obs')
  await toolResult(sidecar.url, 'a', 'disconnect')
  expect(await callTool(sidecar.url, 'a', 'act', {})).toMatchObject({ error: { message: 'not connected' } })
  expect(await toolResult(sidecar.url, 'a', 'get_obs', { wait_new_tick: true })).toMatchObject({ agent_id })
  expect(await toolResult(sidecar.url, 'a', 'get_status')).toMatchObject({ connected: true, agent_id })
})

test('[E2E3] every catalog can be read, and a full look has the whole cube', async () => {
  await toolResult(sidecar.url, 'a', 'get_obs')
  for (const name of ['block_palette', 'item_palette', 'tuning', 'recipes', 'blueprints', 'law_templates', 'events']) {
    expect(await toolResult(sidecar.url, 'a', 'get_catalog', { name })).toMatchObject({
      name,
      digest: expect.stringMatching(/./),
    })
  }
  const { obs } = await toolResult(sidecar.url, 'a', 'get_obs', { mode: 'full' })
  expect(obs).toMatchObject({ voxels: { encoding: 'RLE', data: expect.stringMatching(/./) } })
})

test('[E2E4] the client walks, speaks and hears what came of it', async () => {
  const agent = await join(server.wsUrl, { name: 'direct' })
  const { obs } = await agent.observe()
  const [x, y, z] = obs.self.pos
  expect((await agent.moveTo([x + 3, y, z], { tolerance: 1 })).done?.kind).toBe('MOVE_TO')
  expect((await agent.say('hi')).result.ok).toBe(true)
  await expect(agent.perform({ type: 'EAT', item_id: 'NOPE' })).rejects.toMatchObject({ name: 'ActionError' })
  await expect(agent.run({ type: 'NOPE' })).rejects.toMatchObject({ code: 'E_BAD_REQUEST' })
  await agent.close()
})

test('[E2E5] a client that takes an agent over ends the one before', async () => {
  const first = await join(server.wsUrl, { name: 'one' })
  const ended = new Promise((resolve) => first.connection.on('ended', resolve))
  const token = first.connection.resumeToken ?? ''
  const second = await join(server.wsUrl, { name: 'one', token, agentId: first.id })
  expect(await ended).toMatchObject({ code: 'superseded' })
  expect(second.id).toBe(first.id)
  await second.close()
})

test('[E2E6] a session outlives a restart of the world server', async () => {
  const port = server.port
  const { agent_id } = await toolResult(sidecar.url, 'a', 'get_obs')
  await server.close()
  expect(await callTool(sidecar.url, 'a', 'act', {})).toMatchObject({ error: { message: 'not connected' } })
  expect(await toolResult(sidecar.url, 'a', 'get_obs')).toMatchObject({ tick: expect.any(Number) })
  server = await startWorld(port)
  const back = await toolResult(sidecar.url, 'a', 'get_obs', { wait_new_tick: true, timeout_ms: 20_000 })
  expect(back.agent_id).toBe(agent_id)
})

test('[READY2] ready as long as the world is there, and nobody joins to find out', async () => {
  expect((await fetch(`${sidecar.url}/readyz`)).status).toBe(200)
  expect((await toolResult(sidecar.url, 'a', 'get_obs')).agent_id).toBe('A1')
  const ready = (await (await fetch(`${sidecar.url}/readyz`)).json()) as { last_obs_tick: number }
  expect(ready.last_obs_tick).toBeGreaterThan(0)
})
