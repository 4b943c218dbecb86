import { afterEach, beforeEach, expect, test } from 'vitest'
import { ActionError, type Agent, ConnectionError, type JoinOptions, join } from './index.js'
import {
  ackFrame,
  catalogFrame,
  errorOf,
  type Frame,
  manualClock,
  obsFrame,
  type ScriptedPeer,
  type ScriptedServer,
  startScriptedServer,
  welcomeFrame,
} from './testing/index.js'

let server: ScriptedServer
let agents: Agent[]

beforeEach(async () => {
  server = await startScriptedServer()
  agents = []
})
afterEach(async () => {
  await Promise.all(agents.map((agent) => agent.close()))
  await server.close()
})

async function joined(options: Partial<JoinOptions> = {}): Promise<{ agent: Agent; peer: ScriptedPeer }> {
  const joining = join(server.url, { name: 'tester', ...options })
  const peer = await server.connection()
  await peer.next()
  peer.send(welcomeFrame())
  peer.send(catalogFrame('block_palette', ['AIR', 'STONE']))
  peer.send(obsFrame(1))
  const agent = await joining
  agents.push(agent)
  return { agent, peer }
}

/** Take the next ACT, acknowledge it and return its one action's reference. */
async function takeAct(peer: ScriptedPeer): Promise<{ act: Frame; ref: string }> {
  const act = await peer.next()
  peer.send(ackFrame(act))
  const [action] = [...((act.instants ?? []) as Frame[]), ...((act.tasks ?? []) as Frame[])]
  return { act, ref: String(action?.id) }
}

const answer = (ref: string, fields: Frame = {}): Frame => ({ t: 2, type: 'ACTION_RESULT', ref, ok: true, ...fields })
const running = (taskId: string): Frame[] => [{ task_id: taskId, kind: 'MOVE_TO', progress: 0, target: [1, 0, 1] }]

test('[AGENT1] join resolves when the agent sees the world', async () => {
  const { agent } = await joined()
  expect(agent.id).toBe('A1')
  expect((await agent.observe()).obs.tick).toBe(1)
  expect(agent.blockAt([1, 0, 1])).toBe('AIR')
  expect(agent.blockAt([5, 0, 0])).toBeUndefined()
})

test('[AGENT1] join says why it failed', async () => {
  const url = server.url
  await server.close()
  await expect(join(url, { name: 'x', timeoutMs: 50 })).rejects.toThrow(/could not join ws:.*ECONNREFUSED/)
  server = await startScriptedServer()
})

test('[AGENT2] observe waits for a newer tick when asked', async () => {
  const { agent, peer } = await joined()
  const next = agent.observe({ newerThan: 1 })
  peer.send(obsFrame(2))
  expect((await next).obs.tick).toBe(2)
})

test("[AGENT3] say resolves with the world's answer", async () => {
  const { agent, peer } = await joined()
  const said = agent.say('hello')
  const { act, ref } = await takeAct(peer)
  expect(act.instants).toEqual([{ type: 'SAY', channel: 'LOCAL', text: 'hello', id: ref }])
  peer.send(obsFrame(2, { events: [answer(ref, { message: 'ok' })], events_cursor: 1 }))
  expect(await said).toEqual({ result: answer(ref, { message: 'ok' }), done: undefined })
})

test("[AGENT3] a refusal is an error with the world's code", async () => {
  const { agent, peer } = await joined()
  const said = errorOf(agent.say('hello'))
  const { ref } = await takeAct(peer)
  const events = [answer(ref, { ok: false, code: 'E_RATE_LIMIT', message: 'too fast', cooldown_ticks: 3 })]
  peer.send(obsFrame(2, { events, events_cursor: 1 }))
  expect(await said).toMatchObject({ name: 'ActionError', code: 'E_RATE_LIMIT' })
})

test('[AGENT4] moveTo resolves when the task is done', async () => {
  const { agent, peer } = await joined()
  const moved = agent.moveTo([1, 0, 1], { tolerance: 1 })
  const { act, ref } = await takeAct(peer)
  expect(act.tasks).toEqual([{ type: 'MOVE_TO', target: [1, 0, 1], tolerance: 1, id: ref }])
  peer.send(obsFrame(2, { events: [answer(ref, { task_id: 'T000001' })], events_cursor: 1, tasks: running('T000001') }))
  const done = { t: 3, type: 'TASK_DONE', task_id: 'T000001', kind: 'MOVE_TO' }
  peer.send(obsFrame(3, { events: [done], events_cursor: 2 }))
  expect(await moved).toEqual({ result: answer(ref, { task_id: 'T000001' }), done })
})

test('[AGENT4] and rejects when it fails', async () => {
  const { agent, peer } = await joined()
  const moved = errorOf(agent.moveTo([1, 0, 1]))
  const { ref } = await takeAct(peer)
  const fail = { t: 2, type: 'TASK_FAIL', task_id: 'T000001', code: 'E_BLOCKED', message: 'blocked' }
  peer.send(obsFrame(2, { events: [answer(ref, { task_id: 'T000001' }), fail], events_cursor: 2 }))
  expect(await moved).toEqual(
    new ActionError('E_BLOCKED', 'blocked', {
      t: 2,
      type: 'TASK_FAIL',
      task_id: 'T000001',
      code: 'E_BLOCKED',
      message: 'blocked',
    }),
  )
})

test('[AGENT5] a task that ends without an event is noticed', async () => {
  const { agent, peer } = await joined()
  const moved = errorOf(agent.moveTo([1, 0, 1]))
  const { ref } = await takeAct(peer)
  peer.send(obsFrame(2, { events: [answer(ref, { task_id: 'T000001' })], events_cursor: 1, tasks: running('T000001') }))
  peer.send(obsFrame(3, { events_cursor: 1 }))
  expect(await moved).toMatchObject({ code: 'task_dropped' })
})

test('[AGENT6] an act that came too late is sent again with a fresh tick', async () => {
  const { agent, peer } = await joined()
  const said = agent.say('hello')
  await takeAct(peer)
  const stale = {
    t: 5,
    type: 'ACTION_RESULT',
    ref: 'ACT',
    ok: false,
    code: 'E_STALE',
    message: 'act tick out of range',
  }
  peer.send(obsFrame(5, { events: [stale], events_cursor: 1 }))
  const { act, ref } = await takeAct(peer)
  expect(act.tick).toBe(5)
  peer.send(obsFrame(6, { events: [answer(ref)], events_cursor: 2 }))
  expect((await said).result.ok).toBe(true)
})

test('[AGENT7] an act whose ACK was lost with the connection is sent again under the same id', async () => {
  const clock = manualClock()
  const { agent, peer } = await joined({ clock })
  const receipt = agent.act({ instants: [{ id: 'I1', type: 'SAY', text: 'x' }] })
  const first = await peer.next()
  const down = new Promise((resolve) => agent.connection.on('down', resolve))
  peer.drop()
  await down
  clock.advance(250)
  const again = await server.connection()
  await again.next()
  again.send(welcomeFrame())
  again.send(obsFrame(3))
  const second = await again.next()
  expect(second).toMatchObject({ act_id: first.act_id, tick: 3 })
  again.send(ackFrame(second))
  expect(await receipt).toMatchObject({ actId: first.act_id, tick: 3 })
})

test('[AGENT8] what was asked as another agent fails', async () => {
  const clock = manualClock()
  const { agent, peer } = await joined({ clock })
  const moved = errorOf(agent.moveTo([1, 0, 1]))
  await takeAct(peer)
  const down = new Promise((resolve) => agent.connection.on('down', resolve))
  peer.drop()
  await down
  clock.advance(250)
  const again = await server.connection()
  again.send(welcomeFrame({ agent_id: 'A2' }))
  expect(await moved).toMatchObject({ code: 'identity_changed' })
  expect(agent.id).toBe('A2')
})

test('[AGENT9] events can be iterated, and the iteration ends with the connection', async () => {
  const { agent, peer } = await joined()
  const stream = agent.events()
  const chat = (n: number): Frame => ({ t: n, type: 'CHAT', from: 'A2', channel: 'LOCAL', text: `${n}` })
  peer.send(obsFrame(2, { events: [chat(1), chat(2)], events_cursor: 2 }))
  expect(await stream.next()).toEqual({ done: false, value: { cursor: 1, event: chat(1) } })
  expect(await stream.next()).toEqual({ done: false, value: { cursor: 2, event: chat(2) } })
  const last = stream.next()
  await agent.close()
  expect(await last).toEqual({ done: true, value: undefined })
})

test('[AGENT9] events of one type can be listened to', async () => {
  const { agent, peer } = await joined()
  const heard = new Promise((resolve) => {
    agent.on('CHAT', ({ text }) => resolve(text))
  })
  const events = [
    { t: 2, type: 'TASK_DONE', task_id: 'T000001', kind: 'MINE' },
    { t: 2, type: 'CHAT', from: 'A2', channel: 'LOCAL', text: 'hi' },
  ]
  peer.send(obsFrame(2, { events, events_cursor: 2 }))
  expect(await heard).toBe('hi')
})

test('[AGENT10] close fails what is under way', async () => {
  const { agent, peer } = await joined()
  const moved = errorOf(agent.moveTo([1, 0, 1]))
  await takeAct(peer)
  await agent.close()
  expect(await moved).toBeInstanceOf(ConnectionError)
})

test('[AGENT11] asking gives up when the world does not answer in time', async () => {
  const clock = manualClock()
  const { agent, peer } = await joined({ clock })
  const said = errorOf(agent.say('hello', { timeoutMs: 500 }))
  await takeAct(peer)
  const next = agent.observe({ newerThan: 1 })
  peer.send(obsFrame(2))
  await next
  // What the ACK set in motion has come to rest.
  await new Promise(setImmediate)
  clock.advance(500)
  expect(await said).toMatchObject({ code: 'timeout' })
})
