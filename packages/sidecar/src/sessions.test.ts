import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ackFrame,
  catalogFrame,
  type Frame,
  obsFrame,
  type ScriptedPeer,
  type ScriptedServer,
  startScriptedServer,
  welcomeFrame,
} from '@clawstead/client/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningSidecar, SidecarOptions } from './start.js'
import { callTool, startTestSidecar, toolResult } from './testing/sidecar.js'

let world: ScriptedServer
let running: RunningSidecar[]
let folder: string
beforeEach(async () => {
  world = await startScriptedServer()
  running = []
  folder = await mkdtemp(join(tmpdir(), 'sidecar-'))
})
afterEach(async () => {
  await Promise.all(running.map((sidecar) => sidecar.close()))
  await world.close()
  await rm(folder, { recursive: true })
})

async function start(options: Partial<SidecarOptions> = {}): Promise<RunningSidecar> {
  const sidecar = await startTestSidecar({ worldWsUrl: world.url, ...options })
  running.push(sidecar)
  return sidecar
}

/** The world's side of the next connection, with HELLO taken. */
async function nextPeer(): Promise<{ peer: ScriptedPeer; hello: Frame }> {
  const peer = await world.connection()
  return { peer, hello: await peer.next() }
}

/** A session with one observation. */
async function meet(url: string, first: Frame = obsFrame(1)): Promise<ScriptedPeer> {
  const seen = toolResult(url, 'a', 'get_obs')
  const { peer } = await nextPeer()
  peer.send(welcomeFrame())
  peer.send(first)
  await seen
  return peer
}

const chat = (n: number): Frame => ({ t: n, type: 'CHAT', from: 'A2', channel: 'LOCAL', text: `${n}` })
/** Send frames and look once the last of them has been seen. */
async function look(
  url: string,
  peer: ScriptedPeer,
  frames: readonly Frame[],
  args: object = {},
): Promise<Record<string, unknown>> {
  for (const frame of frames) peer.send(frame)
  const tick = frames.at(-1)?.tick
  while ((await toolResult(url, 'a', 'get_status')).last_obs_tick !== tick) continue
  return toolResult(url, 'a', 'get_obs', args)
}
const obsOf = (result: Record<string, unknown>): Frame => result.obs as Frame

test('[SES1] the first look of a new agent waits for its first observation', async () => {
  const { url } = await start()
  const seen = toolResult(url, 'a', 'get_obs', { mode: 'summary' })
  const { peer, hello } = await nextPeer()
  expect(hello.agent_name).toBe('a')
  peer.send(welcomeFrame())
  peer.send(obsFrame(4, { events: [chat(1)], events_cursor: 1 }))
  expect(await seen).toMatchObject({ tick: 4, agent_id: 'A1', events_cursor: 1, obs: { tick: 4, events: [chat(1)] } })
})

test('[SES1] and says so when none comes', async () => {
  await world.close()
  const { url } = await start()
  expect(await toolResult(url, 'a', 'get_obs')).toEqual({ tick: 0, agent_id: '', obs: null })
  world = await startScriptedServer()
})

test('[SES2] a look holds the events of every observation since the last one', async () => {
  const { url } = await start()
  const peer = await meet(url)
  const second = await look(url, peer, [
    obsFrame(2, { events: [chat(1)], events_cursor: 1 }),
    obsFrame(3, { events: [chat(2), chat(3)], events_cursor: 3 }),
    obsFrame(4, { events_cursor: 3 }),
  ])
  expect(second).toMatchObject({ tick: 4, events_cursor: 3 })
  expect(obsOf(second).events).toEqual([chat(1), chat(2), chat(3)])
  expect(await toolResult(url, 'a', 'get_obs')).toEqual(second)
  const third = await look(url, peer, [obsFrame(5, { events: [chat(4)], events_cursor: 4 })])
  expect(obsOf(third).events).toEqual([chat(4)])
})

test('[SES2] so do the notes of LOAD_MEMORY, in every mode that shows them', async () => {
  const { url } = await start()
  const peer = await meet(url)
  const memory = [{ key: 'home', value: '1,2' }]
  const frames = [obsFrame(2, { memory }), obsFrame(3)]
  expect(obsOf(await look(url, peer, frames, { mode: 'no_voxels' })).memory).toEqual(memory)
  expect(obsOf(await toolResult(url, 'a', 'get_obs', { mode: 'full' })).memory).toEqual(memory)
  expect(obsOf(await look(url, peer, [obsFrame(4)], { mode: 'no_voxels' }))).not.toHaveProperty('memory')
})

test('[SES3] events of an OBS that never arrived are in the look too', async () => {
  const { url } = await start()
  const peer = await meet(url)
  peer.send(obsFrame(5, { events: [chat(3)], events_cursor: 3 }))
  const request = await peer.next()
  expect(request).toMatchObject({ type: 'EVENT_BATCH_REQ', since_cursor: 0, limit: 2 })
  const seen = toolResult(url, 'a', 'get_obs')
  const events = [1, 2].map((cursor) => ({ cursor, event: chat(cursor) }))
  peer.send({ type: 'EVENT_BATCH', protocol_version: '1.1', req_id: request.req_id, events, next_cursor: 2 })
  expect(obsOf(await seen).events).toEqual([chat(1), chat(2), chat(3)])
})

test('[SES4] a full look always has the whole cube', async () => {
  const { url } = await start()
  const peer = await meet(url)
  const voxels = { center: [1, 0, 0], radius: 1, encoding: 'DELTA', ops: [{ d: [1, 0, 0], b: 25 }] }
  const full = await look(url, peer, [obsFrame(2, { voxels, custom: { a: 1 } })], { mode: 'full' })
  expect(obsOf(full)).toMatchObject({
    voxels: { center: [1, 0, 0], radius: 1, encoding: 'RLE', data: 'AA4ZAQAM' },
    custom: { a: 1 },
  })
  expect(obsOf(full).voxels).not.toHaveProperty('ops')
})

test('[SES5] one observation wakes every look that waits', async () => {
  const { url } = await start()
  const peer = await meet(url)
  const waits = [1, 2, 3, 4, 5, 6].map(() => toolResult(url, 'a', 'get_obs', { wait_new_tick: true }))
  // Calls that came later have been answered, so these are waiting. One frame must do for all of them.
  for (let count = 0; count < 6; count++) await toolResult(url, 'a', 'get_status')
  peer.send(obsFrame(2))
  expect((await Promise.all(waits)).map((result) => result.tick)).toEqual([2, 2, 2, 2, 2, 2])
})

test('[SES6] parallel acts all run: their ids differ', async () => {
  const { url } = await start({ now: () => 1_700_000_000_000 })
  const peer = await meet(url)
  const acts = Array.from({ length: 12 }, () => toolResult(url, 'a', 'act', { instants: [{ type: 'SAY', text: 'x' }] }))
  const frames: Frame[] = []
  for (let count = 0; count < 12; count++) {
    const frame = await peer.next()
    frames.push(frame)
    peer.send(ackFrame(frame))
  }
  const results = await Promise.all(acts)
  expect(new Set(results.map(({ act_id }) => act_id)).size).toBe(12)
  expect(new Set(frames.map((frame) => (frame.instants as Frame[])[0]?.id)).size).toBe(12)
})

test('[SES7] the current world follows a switch', async () => {
  const { url } = await start()
  const peer = await meet(url)
  const event = { t: 2, type: 'WORLD_SWITCH', from: 'world_1', to: 'MINE_L1', agent_id: 'A1', world_id: 'MINE_L1' }
  const seen = await look(url, peer, [obsFrame(2, { world_id: 'MINE_L1', events: [event], events_cursor: 1 })])
  expect(obsOf(seen).events).toEqual([event])
  expect(await toolResult(url, 'a', 'get_status')).toMatchObject({ current_world_id: 'MINE_L1' })
})

test('[SES8] a wait that began before ticks started over still ends', async () => {
  const { url } = await start()
  const peer = await meet(url, obsFrame(500))
  const waiting = toolResult(url, 'a', 'get_obs', { wait_new_tick: true })
  let tick = 2
  const ticking = setInterval(() => peer.send(obsFrame(++tick)), 10)
  expect((await waiting).tick).toBeLessThan(500)
  clearInterval(ticking)
})

test('[SES9] without a connection an act is refused at once', async () => {
  const { url } = await start()
  await meet(url)
  await toolResult(url, 'a', 'disconnect')
  expect(await callTool(url, 'a', 'act', {})).toMatchObject({ error: { code: -32000, message: 'not connected' } })
})

test('[SES9] an act whose ACK was lost with the connection is sent again under its id, so it runs once', async () => {
  const { url } = await start()
  const peer = await meet(url)
  const sent = toolResult(url, 'a', 'act', { instants: [{ type: 'SAY', text: 'x' }] })
  const first = await peer.next()
  peer.drop()
  const { peer: again } = await nextPeer()
  again.send(welcomeFrame())
  again.send(obsFrame(2))
  const second = await again.next()
  expect(second).toEqual({ ...first, tick: 2, based_on_obs_id: 'A1:2:0' })
  again.send(ackFrame(second))
  expect(await sent).toMatchObject({ sent: true, tick_used: 2, act_id: first.act_id })
})

test('[SES10] catalogs are waited for during the handshake only', async () => {
  const { url } = await start()
  const asked = toolResult(url, 'a', 'get_catalog', { name: 'recipes' })
  const { peer } = await nextPeer()
  peer.send(welcomeFrame())
  peer.send(catalogFrame('recipes', []))
  expect(await asked).toEqual({ name: 'recipes', digest: 'digest of recipes', data: [] })
})

test('[SES11] calls that are refused make no session, any other does', async () => {
  const { url } = await start()
  await callTool(url, 'b', 'nope')
  await callTool(url, 'b', 'get_obs', { mode: 5 })
  await callTool(url, 'b', 'get_obs', { mode: 'FULL' })
  await callTool(url, 'b', 'get_catalog', {})
  await callTool(url, 'b', 'act', { instants: 5 })
  await toolResult(url, 'a', 'list_worlds')
  expect((await nextPeer()).hello.agent_name).toBe('a')
})

test('[SES12] the least recently used session makes room and comes back as the same agent', async () => {
  const { url } = await start({ maxSessions: 2, stateFile: join(folder, 'sessions.json') })
  const peers: ScriptedPeer[] = []
  for (const [index, key] of ['s1', 's2', 's3'].entries()) {
    await toolResult(url, key, 'get_status')
    const { peer } = await nextPeer()
    peer.send(welcomeFrame({ agent_id: `A${index + 1}`, resume_token: `t${index + 1}` }))
    while ((await toolResult(url, key, 'get_status')).connected !== true) continue
    peers.push(peer)
  }
  expect((await peers[0]?.closed)?.code).toBe(1000)
  expect(await toolResult(url, 's1', 'get_status')).toMatchObject({
    connected: false,
    agent_id: 'A1',
    resume_token: 't1',
  })
  expect((await nextPeer()).hello).toMatchObject({ agent_name: 's1', auth: { token: 't1' } })
  expect((await peers[1]?.closed)?.code).toBe(1000)
})

test('[SES13] a restarted sidecar knows its agents', async () => {
  const stateFile = join(folder, 'sessions.json')
  const first = await start({ stateFile, now: () => Date.UTC(2026, 0, 1) })
  await meet(first.url)
  await first.close()
  expect(JSON.parse(await readFile(stateFile, 'utf8'))).toEqual({
    a: { resume_token: 'token-1', agent_id: 'A1', last_connected_at: '2026-01-01T00:00:00.000000000Z' },
  })
  const second = await start({ stateFile })
  expect(await toolResult(second.url, 'a', 'get_status')).toEqual({
    connected: false,
    agent_id: 'A1',
    resume_token: 'token-1',
    world_ws_url: world.url,
    protocol_version: '1.1',
    last_obs_tick: 0,
  })
  expect((await nextPeer()).hello).toMatchObject({ auth: { token: 'token-1' } })
})

test('[SES14] a server that starts over gives another agent, which the session takes on', async () => {
  const { url } = await start()
  const peer = await meet(url, obsFrame(48, { events: [chat(1), chat(2)], events_cursor: 2 }))
  peer.drop()
  const { peer: again } = await nextPeer()
  again.send(welcomeFrame({ agent_id: 'A7', resume_token: 'token-2' }))
  const event = { t: 1, type: 'FUN', dim: 'NOVELTY', delta: 10, total: 10, reason: 'biome:PLAINS' }
  const seen = await look(url, again, [obsFrame(1, { agent_id: 'A7', events: [event], events_cursor: 1 })])
  expect(seen).toMatchObject({ tick: 1, agent_id: 'A7', events_cursor: 1 })
  expect(obsOf(seen).events).toEqual([event])
})

test('[SES16] a session whose server spoke no known version tries anew with the next call', async () => {
  const { url } = await start()
  await toolResult(url, 'a', 'get_status')
  const { peer } = await nextPeer()
  peer.close(1008, 'bad protocol_version')
  await peer.closed
  const seen = toolResult(url, 'a', 'get_obs')
  const { peer: upgraded } = await nextPeer()
  upgraded.send(welcomeFrame())
  upgraded.send(obsFrame(3))
  const late = toolResult(url, 'a', 'get_obs')
  expect(await Promise.any([seen, late])).toMatchObject({ tick: 3 })
})

test('[SES15] names are UTF-8', async () => {
  const { url } = await start()
  const key = Buffer.from('Zoë').toString('latin1')
  await toolResult(url, key, 'get_status')
  expect((await nextPeer()).hello.agent_name).toBe('Zoë')
})

test('[ACT7] a wrong action is named by list, place and field', async () => {
  const { url } = await start()
  const message = async (args: object): Promise<string | undefined> =>
    (await callTool(url, 'a', 'act', args)).error?.message
  expect(await message({ tasks: [{ type: 'STOP' }, { type: 'MOVE_TO', target: [1, 'x', 2] }] })).toMatch(
    /^parse tasks: tasks\[1\]\.target\[1\] must be an integer/,
  )
  expect(await message({ instants: [{ type: 5 }] })).toBe('parse instants: instants[0].type must be a string')
  expect(await message({ cancel: [5] })).toBe('bad arguments: cancel.0: expected string, received number')
  expect(await message({ wait_ack_ms: 'x' })).toBe(
    'bad arguments: wait_ack_ms: expected a whole number, received string',
  )
})
