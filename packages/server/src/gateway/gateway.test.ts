import { type AgentId, WorldDefinition } from '@clawstead/protocol'
import { afterEach, expect, test } from 'vitest'
import { loadCatalog } from '../catalog/load-catalog.js'
import { createMemoryEventStore } from '../host/event-store.js'
import { createHost } from '../host/host.js'
import type { WorldStart } from '../host/world-runner.js'
import { createApp } from '../http/app.js'
import { listen } from '../http/listen.js'
import { createStatus } from '../http/status.js'
import { createFakeRunner, type FakeRunner } from '../testing/fake-runner.js'
import { createManualClock } from '../testing/manual-clock.js'
import { createMemoryLog } from '../testing/silent-log.js'
import { TestClient } from '../testing/test-client.js'
import { encodeCatalogFrames } from './catalog-frames.js'
import { createGateway } from './gateway.js'
import { GATEWAY_LIMITS } from './limits.js'

const definition = WorldDefinition.parse({ id: 'A', boundary_r: 100, reset_every_ticks: 1000 })
const catalog = loadCatalog({ name: 'flat' })

let stop: () => Promise<void>
afterEach(() => stop())

/** A gateway on a real port in front of a world that does as it is told. */
async function start(world: Partial<WorldStart> = {}) {
  const clock = createManualClock()
  const log = createMemoryLog()
  const runner = createFakeRunner('A', world)
  const host = createHost({
    clock,
    log,
    tickRateHz: 5,
    defaultWorldId: 'A',
    worlds: [{ definition, runner }],
    events: createMemoryEventStore(10),
  })
  const limits = GATEWAY_LIMITS
  const gateway = createGateway({
    host,
    clock,
    log,
    limits,
    catalog,
    catalogFrames: encodeCatalogFrames(catalog),
    manifest: [],
  })
  const access = { boundHost: '127.0.0.1', allowedHosts: [], allowedOrigins: [] }
  const status = createStatus({ host, gateway, clock, version: '0' })
  const app = createApp({ host, gateway, access, log, page: false, status, blocks: [], mcpDoor: () => undefined })
  const listening = await listen({ host: '127.0.0.1', port: 0, app, gateway, access, limits, log })
  await host.open()
  await host.start()
  const clients: TestClient[] = []
  stop = async () => {
    for (const client of clients) client.drop()
    await gateway.close()
    await listening.close()
  }
  const greet = async (hello: object = {}): Promise<TestClient> => {
    const client = await new TestClient(`ws://127.0.0.1:${listening.port}/v1/ws`).open()
    clients.push(client)
    client.send({ type: 'HELLO', protocol_version: '1.1', ...hello })
    return client
  }
  const tick = () => clock.advance(200)
  const ready = async () => {
    const answer = await fetch(`http://127.0.0.1:${listening.port}/readyz`)
    return [answer.status, await answer.json()]
  }
  return { clock, log, runner, greet, tick, ready }
}

/** What a world was handed about agents; which other worlds run is no matter here. */
function agentInputs({ inputs }: FakeRunner): string[] {
  return inputs.map((input) => input.kind).filter((kind) => kind !== 'gates')
}

test('[JOIN1] a join the world does not carry out closes with 1011', async () => {
  const { runner, greet, tick } = await start()
  runner.behaviour = 'refuses joins'
  const client = await greet()
  await client.sync()
  tick()
  expect(await client.closed).toEqual({ code: 1011, reason: 'join failed' })
})

test('[JOIN2] when a world breaks its clients are told, readiness says so, and newcomers and returners are turned away', async () => {
  const { runner, greet, tick, ready } = await start()
  const client = await greet()
  await client.sync()
  tick()
  const { resume_token: token } = await client.next('WELCOME')
  expect(await ready()).toEqual([200, { ok: true, tick: 1 }])
  runner.behaviour = 'broken'
  tick()
  expect(await client.closed).toEqual({ code: 1011, reason: 'the world broke' })
  expect(await ready()).toEqual([503, { ok: false, error: 'world A broke at tick 2: a belief was wrong' }])
  expect(await (await greet()).closed).toEqual({ code: 1011, reason: 'join failed' })
  expect(await (await greet({ auth: { token } })).closed).toEqual({ code: 1011, reason: 'join failed' })
})

test('[ACT10] an act that cannot be written is refused, and works when sent again', async () => {
  const { runner, greet, tick } = await start()
  const client = await greet()
  await client.sync()
  tick()
  await client.next('WELCOME')
  const act = { type: 'ACT', protocol_version: '1.1', act_id: 'a', based_on_obs_id: 'x', tick: 1 }
  runner.behaviour = 'cannot write'
  client.send(act)
  expect(await client.next('ACK')).toMatchObject({ ack_for: 'a', accepted: false, code: 'E_INTERNAL' })
  runner.behaviour = 'well'
  client.send(act)
  expect(await client.next('ACK')).toMatchObject({ ack_for: 'a', accepted: true })
})

test('[CRASH6] clients stay while their world is brought back, and see it again from where they were', async () => {
  const { runner, greet, tick, ready } = await start()
  const client = await greet()
  await client.sync()
  tick()
  const { resume_token: token } = await client.next('WELCOME')
  await client.next('OBS')
  runner.listener().failed({ message: 'a belief was wrong', tick: 2, isComingBack: true })
  expect(await ready()).toEqual([
    503,
    { ok: false, error: 'world A broke at tick 2: a belief was wrong; it is being brought back' },
  ])
  expect(await (await greet()).closed).toEqual({ code: 1013, reason: 'the world is being brought back' })
  expect(await (await greet({ auth: { token } })).closed).toMatchObject({ code: 1013 })
  runner.comeBack([{ id: 'A1' as AgentId, name: 'a', pos: [0, 0, 0], connected: false }])
  await client.sync()
  tick()
  await client.next('OBS')
  expect(runner.watchers.map(({ agentId, number }) => [agentId, number])).toEqual([
    ['A1', 2],
    ['A1', 3],
  ])
  expect(agentInputs(runner)).toEqual(['join', 'attach'])
  expect(await ready()).toEqual([200, { ok: true, tick: 2 }])
})

test('[CRASH6] agents that a world has and nobody speaks for are let go, and their numbers are not used again', async () => {
  const agents = [{ id: 'A7' as AgentId, name: 'z', pos: [0, 0, 0] as const, connected: true }]
  const { runner, greet, tick } = await start({ agents })
  expect(agentInputs(runner)).toEqual(['detach'])
  const client = await greet()
  await client.sync()
  tick()
  expect(await client.next('WELCOME')).toMatchObject({ agent_id: 'A8' })
})

test('[OBS2] an observation made for an earlier connection is never shown to the next', async () => {
  const { runner, greet, tick } = await start()
  const first = await greet()
  await first.sync()
  tick()
  const { resume_token: token } = await first.next('WELCOME')
  const second = await greet({ auth: { token } })
  await second.next('WELCOME')
  const stale = {
    agentId: 'A1' as AgentId,
    watch: 2,
    bytes: Buffer.from('{"type":"OBS","tick":99}'),
    cursor: 5,
    memory: [],
  }
  runner.listener().observed([stale])
  tick()
  expect((await second.next('OBS')).tick).toBe(2)
})

test('[RES4] the world hears of the takeover and never of the late end of the old socket', async () => {
  const { log, runner, greet, tick } = await start()
  const first = await greet()
  await first.sync()
  tick()
  const { resume_token: token } = await first.next('WELCOME')
  const second = await greet({ auth: { token } })
  await second.next('WELCOME')
  await first.closed
  const offline = log.next('an agent went offline')
  second.drop()
  await offline
  const third = await greet({ auth: { token } })
  await third.next('WELCOME')
  await third.sync()
  expect(agentInputs(runner)).toEqual(['join', 'attach', 'detach', 'attach'])
})
