import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  catalogFrame,
  type Frame,
  obsFrame,
  type ScriptedPeer,
  type ScriptedServer,
  startScriptedServer,
  welcomeFrame,
} from '@clawstead/client/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningSidecar } from './start.js'
import {
  type Answered,
  type Comparison,
  compare,
  type Exchange,
  readRecording,
  replay,
  send,
} from './testing/recordings.js'
import { startTestSidecar, toolResult } from './testing/sidecar.js'

/** Recorded exchanges replayed against a world that is in the state the recording was made in. */

let world: ScriptedServer
let sidecar: RunningSidecar
let folder: string
beforeEach(async () => {
  world = await startScriptedServer()
  sidecar = await startTestSidecar({ worldWsUrl: world.url })
  folder = await mkdtemp(join(tmpdir(), 'sidecar-'))
})
afterEach(async () => {
  await sidecar.close()
  await world.close()
  await rm(folder, { recursive: true })
})

/** Start again with a session that existed before: its past events are no news. */
async function resume(key: string): Promise<void> {
  const stateFile = join(folder, 'sessions.json')
  await writeFile(stateFile, JSON.stringify({ [key]: { resume_token: 'token-0', agent_id: 'A3' } }))
  await sidecar.close()
  sidecar = await startTestSidecar({ worldWsUrl: world.url, stateFile })
}

type Call = { params?: { name?: string; arguments?: Record<string, unknown> } }
const callOf = ({ request }: Exchange): Call =>
  typeof request.body === 'string' ? (JSON.parse(request.body) as Call) : (request.body as Call)
const toolOf = (exchange: Exchange): string => callOf(exchange).params?.name ?? ''
const argumentsOf = (exchange: Exchange): Record<string, unknown> => callOf(exchange).params?.arguments ?? {}
const resultOf = (exchange: Exchange | undefined): Record<string, unknown> | undefined =>
  (exchange?.response.body as { result?: Record<string, unknown> } | undefined)?.result

/** Start a session by asking for its status, and bring it to an observation. */
async function meet(key: string, frames: readonly Frame[]): Promise<ScriptedPeer> {
  await toolResult(sidecar.url, key, 'get_status')
  const peer = await world.connection()
  await peer.next()
  for (const frame of frames) peer.send(frame)
  return peer
}

/** Answer questions about events from a log, and acknowledge every ACT, for as long as the peer lives. */
async function serve(peer: ScriptedPeer, log: readonly Frame[], tick: () => number): Promise<void> {
  for (;;) {
    const frame = await peer.next()
    if (frame.type === 'EVENT_BATCH_REQ') {
      const since = Number(frame.since_cursor)
      const events = log
        .slice(since, since + Number(frame.limit))
        .map((event, index) => ({ cursor: since + 1 + index, event }))
      const next_cursor = since + events.length
      peer.send({ type: 'EVENT_BATCH', protocol_version: '1.1', req_id: frame.req_id, events, next_cursor })
    } else if (frame.type === 'ACT') {
      peer.send({
        type: 'ACK',
        protocol_version: '1.1',
        ack_for: frame.act_id,
        accepted: true,
        server_tick: tick() + 1,
        world_id: 'world_1',
      })
    }
  }
}

test('[OBS4] recorded get_obs: modes, defaults and bad arguments', async () => {
  const exchanges = readRecording('get_obs').filter(({ request }) => request.headers?.['x-agent-id'] === 'golden')
  const full = resultOf(exchanges[0])?.obs as Frame
  await resume('golden')
  await meet('golden', [welcomeFrame({ agent_id: 'A3' }), full])
  await toolResult(sidecar.url, 'golden', 'get_obs')
  for (const exchange of exchanges.filter((other) => argumentsOf(other).wait_new_tick !== true)) {
    const { actual, recorded } = await replayKept(exchange)
    expect(actual).toEqual(recorded)
  }
})

test('[OBS5] recorded get_obs: waiting for a new tick', async () => {
  const [timeout, ...waits] = readRecording('get_obs').filter(
    (exchange) => argumentsOf(exchange).wait_new_tick === true,
  )
  const peer = await meet('golden', [welcomeFrame({ agent_id: 'A3' }), obsFrame(11)])
  await toolResult(sidecar.url, 'golden', 'get_obs')
  const { actual, recorded } = await replay(sidecar.url, required(timeout))
  expect(actual).toEqual(recorded)
  let tick = 11
  for (const { request } of waits) {
    const before = tick
    const ticking = setInterval(() => peer.send(obsFrame(++tick)), 10)
    const { body } = await send(sidecar.url, request)
    clearInterval(ticking)
    expect((JSON.parse(body) as { result: { tick: number } }).result.tick).toBeGreaterThan(before)
  }
})

test('[EVT9] recorded get_events', async () => {
  const exchanges = readRecording('get_events')
  const page = resultOf(exchanges[0]) as { events: { event: Frame }[] }
  const events = page.events.map(({ event }) => event)
  const peer = await meet('golden', [welcomeFrame({ agent_id: 'A3' }), obsFrame(11, { events, events_cursor: 3 })])
  void serve(peer, events, () => 11)
  await toolResult(sidecar.url, 'golden', 'get_obs')
  for (const exchange of exchanges) {
    const { actual, recorded } = await replay(sidecar.url, exchange)
    expect(actual).toEqual(recorded)
  }
})

test('[CAT1] recorded get_catalog', async () => {
  const exchanges = readRecording('get_catalog')
  const catalogs = exchanges.flatMap((exchange) => {
    const result = resultOf(exchange)
    return result === undefined ? [] : [catalogFrame(String(result.name), result.data, { digest: result.digest })]
  })
  await meet('golden', [welcomeFrame({ agent_id: 'A3' }), ...catalogs, obsFrame(11)])
  await toolResult(sidecar.url, 'golden', 'get_obs')
  for (const exchange of exchanges) {
    const { actual, recorded } = await replay(sidecar.url, exchange)
    expect(actual).toEqual(recorded)
  }
})

test('[ACT6] recorded act: what is filled in, what is refused', async () => {
  const [first, ...others] = readRecording('act').filter((exchange) => toolOf(exchange) === 'voxelcraft.act')
  const peer = await meet('actor', [welcomeFrame({ agent_id: 'A7' }), obsFrame(27, { agent_id: 'A7' })])
  let tick = 27
  void serve(peer, [], () => tick)
  await toolResult(sidecar.url, 'actor', 'get_obs')
  const { actual, recorded } = await replay(sidecar.url, required(first))
  expect(actual).toEqual(recorded)

  tick = 28
  peer.send(obsFrame(28, { agent_id: 'A7' }))
  while ((await toolResult(sidecar.url, 'actor', 'get_status')).last_obs_tick !== 28) continue
  for (const exchange of others) {
    const comparison = await replay(sidecar.url, exchange)
    expect(comparison.actual).toEqual(comparison.recorded)
  }
})

test('[STAT1] recorded status, worlds and disconnect', async () => {
  const exchanges = readRecording('status_worlds_disconnect').map(atThisUrl)
  const waitAt = exchanges.findIndex((exchange) => argumentsOf(exchange).wait_new_tick === true)
  const beforeConnection = exchanges.slice(0, 3)
  const connected = exchanges.slice(3, waitAt)
  const [wait, back] = exchanges.slice(waitAt) as [Exchange, Exchange]
  for (const exchange of beforeConnection) {
    const { actual, recorded } = await replay(sidecar.url, exchange)
    expect(actual).toEqual(recorded)
  }

  const peer = await peerOf('golden', beforeConnection.length)
  const status = resultOf(connected[0]) as { resume_token: string; catalog_digests: Record<string, string> }
  const welcome = {
    agent_id: 'A3',
    resume_token: status.resume_token,
    world_manifest: resultOf(connected[1])?.worlds,
    catalogs: welcomeDigests(status.catalog_digests),
  }
  peer.send(welcomeFrame(welcome))
  peer.send(obsFrame(9, { agent_id: 'A3', obs_id: 'A3:9:2', events_cursor: 2 }))
  void serve(peer, LOG, () => 9)
  await toolResult(sidecar.url, 'golden', 'get_obs')
  for (const exchange of connected) {
    const { actual, recorded } = await replayKept(exchange)
    expect(actual).toEqual(recorded)
  }

  const waiting = send(sidecar.url, wait.request)
  const again = await world.connection()
  expect(await again.next()).toMatchObject({ auth: { token: status.resume_token } })
  again.send(welcomeFrame({ ...welcome, resume_token: resultOf(back)?.resume_token }))
  const obs = resultOf(wait)?.obs as Frame
  again.send(obsFrame(11, { agent_id: 'A3', obs_id: 'A3:11:3', events_cursor: 3, events: obs.events }))
  const waited = keptFields(await waiting, wait)
  expect(waited.actual).toEqual(waited.recorded)
  const comparison = await replay(sidecar.url, back)
  expect(comparison.actual).toEqual(comparison.recorded)
})

function required(exchange: Exchange | undefined): Exchange {
  if (exchange === undefined) throw new Error('the recording is empty')
  return exchange
}

/** Of so many connections the one of a session. */
async function peerOf(key: string, count: number): Promise<ScriptedPeer> {
  let found: ScriptedPeer | undefined
  for (let met = 0; met < count; met++) {
    const peer = await world.connection()
    if ((await peer.next()).agent_name === key) found = peer
  }
  if (found === undefined) throw new Error(`nobody called ${key} connected`)
  return found
}

const LOG: readonly Frame[] = [
  { delta: 10, dim: 'NOVELTY', reason: 'biome:PLAINS', t: 7, total: 10, type: 'FUN' },
  { event_id: 'MARKET_WEEK', t: 7, type: 'WORLD_EVENT', title: 'Market week', summary: 'x', ends_tick: 6000 },
]

function atThisUrl(exchange: Exchange): Exchange {
  return JSON.parse(JSON.stringify(exchange).replaceAll('ws://127.0.0.1:8080/v1/ws', world.url)) as Exchange
}

function welcomeDigests(digests: Record<string, string>): Frame {
  const { block_palette, item_palette, ...others } = digests
  const named = Object.entries(others).map(([name, digest]) => [`${name}_digest`, digest])
  return {
    block_palette: { digest: block_palette, count: 1 },
    item_palette: { digest: item_palette, count: 1 },
    ...Object.fromEntries(named),
  }
}

/** Some recordings keep only part of an observation. Events are left to tests of their own: a look holds more of them. */
function keptFields(answered: Answered, exchange: Exchange): Comparison {
  const recordedObs = resultOf(exchange)?.obs as Frame | undefined
  if (recordedObs?._trimmed !== true) return compare(answered, exchange)
  const { _trimmed, events: _events, ...recorded } = recordedObs
  const { result } = JSON.parse(answered.body) as { result: { obs: Frame } }
  const obs = Object.fromEntries(Object.keys(recorded).map((field) => [field, result.obs[field]]))
  return { actual: { ...result, obs }, recorded: { ...resultOf(exchange), obs: recorded } }
}

async function replayKept(exchange: Exchange): Promise<Comparison> {
  return keptFields(await send(sidecar.url, exchange.request), exchange)
}
