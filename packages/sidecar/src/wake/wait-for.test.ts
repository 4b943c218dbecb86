import {
  type Frame,
  obsFrame,
  type ScriptedPeer,
  type ScriptedServer,
  startScriptedServer,
  welcomeFrame,
} from '@clawstead/client/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RunningSidecar } from '../start.js'
import { callTool, startTestSidecar, toolResult } from '../testing/sidecar.js'

let world: ScriptedServer
let sidecar: RunningSidecar
beforeEach(async () => {
  world = await startScriptedServer()
  sidecar = await startTestSidecar({ worldWsUrl: world.url })
})
afterEach(async () => {
  await sidecar.close()
  await world.close()
})

async function meet(first: Frame = obsFrame(1)): Promise<ScriptedPeer> {
  const seen = toolResult(sidecar.url, 'a', 'get_obs')
  const peer = await world.connection()
  await peer.next()
  peer.send(welcomeFrame())
  peer.send(first)
  await seen
  return peer
}

const wait = (any: readonly object[], more: object = {}): Promise<Record<string, unknown>> =>
  toolResult(sidecar.url, 'a', 'wait_for', { any, ...more })
const refusal = async (args: object): Promise<string | undefined> =>
  (await callTool(sidecar.url, 'a', 'wait_for', args)).error?.message

const damage = { t: 2, type: 'DAMAGE', kind: 'BANDIT', hp: 12 }
const fall = { t: 2, type: 'DAMAGE', kind: 'FALL', hp: 12 }
const chat = (text: string, from = 'A2', channel = 'LOCAL'): Frame => ({ t: 2, type: 'CHAT', from, channel, text })
const done = { t: 2, type: 'TASK_DONE', task_id: 'T1', kind: 'MINE' }
const failed = { t: 2, type: 'TASK_FAIL', task_id: 'T1', code: 'E_BLOCKED', message: 'no way' }
const task = { task_id: 'T1', kind: 'MINE', progress: 0.5 }
const self = (fields: object): object => ({ self: { pos: [0, 0, 0], hp: 20, hunger: 20, stamina: 1, ...fields } })
const agentAt = (id: string, pos: number[]): object => ({ id, type: 'AGENT', pos })
const offer = { t: 2, type: 'TRADE_OFFER', trade_id: 'TR1', from: 'A2', offer: [], request: [] }
const law = { t: 2, type: 'LAW', kind: 'ACTIVE', law_id: 'L1', status: 'ACTIVE' }

/** A condition, what does not fulfil it, what does, and what is told. */
const CASES: readonly [string, object, object, object, object][] = [
  ['attacked', { on: 'attacked' }, { events: [fall] }, { events: [damage] }, { event: { type: 'DAMAGE' } }],
  ['damaged', { on: 'damaged' }, {}, { events: [fall] }, { event: { kind: 'FALL' } }],
  [
    'damaged by',
    { on: 'damaged', kind: 'BANDIT' },
    { events: [fall] },
    { events: [damage] },
    { event: { kind: 'BANDIT' } },
  ],
  [
    'died',
    { on: 'died' },
    { events: [damage] },
    { events: [{ t: 3, type: 'RESPAWN', reason: 'DOWNED', pos: [0, 0, 0], drop_pos: [0, 0, 0] }] },
    { event: { type: 'RESPAWN' } },
  ],
  ['task', { on: 'task' }, { tasks: [task] }, { events: [done] }, { event: { task_id: 'T1' } }],
  [
    'task failed, by its kind',
    { on: 'task', kind: 'MINE', outcome: 'failed' },
    { tasks: [task] },
    { events: [failed] },
    { event: { code: 'E_BLOCKED' } },
  ],
  [
    'task dropped without a word',
    { on: 'task', outcome: 'dropped' },
    { tasks: [task] },
    { tasks: [] },
    { state: { task_id: 'T1', kind: 'MINE', outcome: 'dropped' } },
  ],
  [
    'message to me',
    { on: 'message' },
    { events: [chat('nice day'), chat('hello A1', 'A1')] },
    { events: [chat('hello A1')] },
    { event: { text: { untrusted: 'hello A1' } } },
  ],
  [
    'message in earshot',
    { on: 'message', to: 'anyone', from: 'A3', channel: 'CITY', contains: 'IRON' },
    { events: [chat('iron', 'A3'), chat('iron', 'A2', 'CITY'), chat('wood', 'A3', 'CITY')] },
    { events: [chat('Iron here', 'A3', 'CITY')] },
    { event: { from: 'A3' } },
  ],
  ['trade', { on: 'trade', from: 'A2' }, { events: [{ ...offer, from: 'A4' }] }, { events: [offer] }, { cursor: 2 }],
  [
    'world',
    { on: 'world' },
    { events: [law] },
    { events: [{ t: 3, type: 'WORLD_RESET_NOTICE', world_id: 'w', reset_tick: 9, in_ticks: 3 }] },
    { event: { type: 'WORLD_RESET_NOTICE' } },
  ],
  [
    'event by name and field',
    { on: 'event', types: ['LAW'], where: { status: 'ACTIVE' } },
    { events: [{ ...law, kind: 'VOTING', status: 'VOTING' }] },
    { events: [law] },
    { event: { law_id: 'L1' } },
  ],
  ['hp', { on: 'hp', below: 8 }, self({ hp: 8 }), self({ hp: 7 }), { state: { hp: 7 } }],
  ['hunger', { on: 'hunger', below: 5 }, self({ hunger: 5 }), self({ hunger: 4 }), { state: { hunger: 4 } }],
  [
    'has',
    { on: 'has', item: 'LOG', count: 4 },
    { inventory: [{ item: 'LOG', count: 3 }] },
    {
      inventory: [
        { item: 'LOG', count: 3 },
        { item: 'LOG', count: 1 },
      ],
    },
    { state: { item: 'LOG', count: 4 } },
  ],
  [
    'agent_near',
    { on: 'agent_near', within: 4, agent: 'A2' },
    { entities: [agentAt('A2', [5, 0, 0]), agentAt('A3', [1, 0, 0]), agentAt('A1', [0, 0, 0])] },
    { entities: [agentAt('A2', [4, 0, -4])] },
    { state: { agent_id: 'A2', at: [4, 0, -4], blocks: 4 } },
  ],
  ['ticks', { on: 'ticks', count: 2 }, {}, {}, { state: { tick: 3, ticks: 2 } }],
]

describe('[WAKE2] each condition', () => {
  test.each(CASES)('%s', async (_name, condition, notYet, then, told) => {
    const peer = await meet()
    const woken = wait([condition])
    // The wait is under way when the session has a call in progress that answers after it.
    await toolResult(sidecar.url, 'a', 'get_status')
    const cursorOf = (fields: object): number => (fields as { events?: object[] }).events?.length ?? 0
    const first = cursorOf(notYet)
    peer.send(obsFrame(2, { ...notYet, events_cursor: first }))
    peer.send(obsFrame(3, { ...then, events_cursor: first + cursorOf(then) }))
    const answer = await woken
    expect(answer).toMatchObject({ ended: 'woken', cursor: first + cursorOf(then), self: { tick: 3 } })
    const expected = 'cursor' in told ? { cursor: first + 1 } : told
    expect(answer.because).toEqual([expect.objectContaining({ condition: 0, on: (condition as { on: string }).on })])
    expect((answer.because as object[])[0]).toMatchObject(expected)
  })
})

test('[WAKE3] what happened since the cursor answers at once, and only what is after it', async () => {
  const peer = await meet()
  peer.send(obsFrame(2, { events: [damage, chat('hello A1')], events_cursor: 2 }))
  const answering = (async () => {
    for (;;) {
      const asked = await peer.next()
      if (asked.type !== 'EVENT_BATCH_REQ') continue
      const since = Number(asked.since_cursor)
      const events = [damage, chat('hello A1')].map((event, index) => ({ cursor: index + 1, event }))
      const page = events.filter(({ cursor }) => cursor > since)
      peer.send({ type: 'EVENT_BATCH', protocol_version: '1.1', req_id: asked.req_id, events: page, next_cursor: 2 })
      if (since === 1) return
    }
  })()
  const conditions = [{ on: 'damaged' }, { on: 'message' }]
  const all = await wait(conditions, { since: 0 })
  expect(all).toMatchObject({ ended: 'woken', cursor: 2, because: [{ on: 'damaged' }, { on: 'message' }] })
  expect(await wait(conditions, { since: 1 })).toMatchObject({ because: [{ cursor: 2, on: 'message' }] })
  expect(await wait(conditions, { since: 2, wait_ms: 1 })).toMatchObject({ ended: 'timeout', because: [], cursor: 2 })
  expect(await wait(conditions, { since: 99, wait_ms: 1 })).toMatchObject({ ended: 'timeout', because: [], cursor: 2 })
  await answering
})

test('[WAKE4] without a cursor, what no look and no wait has told counts, once', async () => {
  const peer = await meet()
  peer.send(obsFrame(2, { events: [damage], events_cursor: 1 }))
  while ((await toolResult(sidecar.url, 'a', 'get_status')).last_obs_tick !== 2) continue
  expect(await wait([{ on: 'damaged' }])).toMatchObject({ ended: 'woken', because: [{ cursor: 1 }] })
  expect(await wait([{ on: 'damaged' }], { wait_ms: 1 })).toMatchObject({ ended: 'timeout' })
})

test('[WAKE5] all that one tick brings is told together, each with the condition it fulfils', async () => {
  const peer = await meet()
  const woken = wait([{ on: 'hp', below: 15 }, { on: 'event', types: ['DAMAGE', 'CHAT'] }, { on: 'attacked' }])
  await toolResult(sidecar.url, 'a', 'get_status')
  peer.send(obsFrame(2, { events: [damage, chat('x')], events_cursor: 2, ...self({ hp: 12 }) }))
  expect(((await woken).because as object[]).map((cause) => ({ ...cause, event: undefined }))).toEqual([
    { condition: 1, on: 'event', cursor: 1 },
    { condition: 2, on: 'attacked', cursor: 1 },
    { condition: 1, on: 'event', cursor: 2 },
    { condition: 0, on: 'hp', state: { hp: 12 }, tick: 2 },
  ])
})

test('[WAKE6] parallel waits of one agent all wake on the same tick', async () => {
  const peer = await meet()
  const waits = Array.from({ length: 12 }, () => wait([{ on: 'damaged' }]))
  await toolResult(sidecar.url, 'a', 'get_status')
  peer.send(obsFrame(2, { events: [damage], events_cursor: 1 }))
  const answers = await Promise.all(waits)
  expect(answers.map(({ ended, self: me }) => [ended, (me as { tick: number }).tick])).toEqual(
    Array.from({ length: 12 }, () => ['woken', 2]),
  )
})

test('[WAKE7] more causes than fit are counted', async () => {
  const peer = await meet()
  const woken = wait([{ on: 'damaged' }])
  await toolResult(sidecar.url, 'a', 'get_status')
  peer.send(obsFrame(2, { events: Array.from({ length: 25 }, () => damage), events_cursor: 25 }))
  expect(((await woken).because as object[]).slice(19)).toEqual([
    expect.objectContaining({ cursor: 20 }),
    { on: 'left_out', count: 5 },
  ])
})

test('[WAKE8] a wait outlives a lost connection', async () => {
  const peer = await meet()
  const woken = wait([{ on: 'damaged' }])
  await toolResult(sidecar.url, 'a', 'get_status')
  peer.drop()
  const back = await world.connection()
  await back.next()
  back.send(welcomeFrame({ resume_token: 'token-2' }))
  back.send(obsFrame(5, { events: [damage], events_cursor: 1 }))
  expect(await woken).toMatchObject({ ended: 'woken', self: { tick: 5 } })
})

test('[WAKE9] a wait ends with the agent it was for', async () => {
  const peer = await meet()
  const refused = refusal({ any: [{ on: 'damaged' }] })
  await toolResult(sidecar.url, 'a', 'get_status')
  peer.close(1000, 'superseded')
  expect(await refused).toBe('the connection to the world ended')
})

describe('[WAKE10] a wrong wish is named by place, field and rule', () => {
  test.each([
    [{}, 'bad arguments: any: say what to wait for, such as [{"on":"attacked"}]'],
    [{ any: [] }, 'bad arguments: any: name at least one condition, such as {"on":"attacked"}'],
    [{ any: Array.from({ length: 17 }, () => ({ on: 'died' })) }, 'bad arguments: any: at most 16 conditions, got 17'],
    [{ any: [{ on: 'died' }, { on: 'sunset' }] }, 'bad arguments: any.1.on: expected one of attacked, damaged, died, '],
    [{ any: [{ on: 'hp' }] }, 'bad arguments: any.0.below: '],
    [{ any: [{ on: 'hp', below: 40 }] }, 'bad arguments: any.0.below: '],
    [{ any: [{ on: 'died', when: 'now' }] }, 'bad arguments: any.0: '],
    [{ any: [{ on: 'died' }], since: -1 }, 'bad arguments: since: must be at least 0, received -1'],
    [{ any: [{ on: 'died' }], wait_ms: 60_001 }, 'bad arguments: wait_ms: must be at most 60000, received 60001'],
  ])('%j', async (args, message) => {
    expect((await refusal(args))?.slice(0, message.length)).toBe(message)
  })
})
