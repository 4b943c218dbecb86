import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Frame,
  obsFrame,
  type ScriptedPeer,
  type ScriptedServer,
  startScriptedServer,
  welcomeFrame,
} from '@clawstead/client/testing'
import { signWithNonce } from '@clawstead/skills'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SidecarConfigError } from '../access.js'
import type { RunningSidecar } from '../start.js'
import { callTool, startTestSidecar, toolResult } from '../testing/sidecar.js'
import { type Delivery, startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.js'

let world: ScriptedServer
let receiver: WebhookReceiver
let sidecar: RunningSidecar
let stateFile: string
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidecar-wake-'))
  stateFile = join(folder, 'sessions.json')
  world = await startScriptedServer()
  receiver = await startWebhookReceiver()
  await start()
})
afterEach(async () => {
  await sidecar.close()
  await Promise.all([world.close(), receiver.close()])
  await rm(folder, { recursive: true })
})

async function start(wakeWebhooks: readonly string[] = [receiver.address]): Promise<void> {
  sidecar = await startTestSidecar({ worldWsUrl: world.url, stateFile, wakeWebhooks })
}

async function welcome(first: Frame = obsFrame(1), fields: Frame = {}): Promise<ScriptedPeer> {
  const peer = await world.connection()
  await peer.next()
  peer.send(welcomeFrame(fields))
  peer.send(first)
  return peer
}
async function meet(key = 'a'): Promise<ScriptedPeer> {
  const seen = toolResult(sidecar.url, key, 'get_obs')
  const peer = await welcome()
  await seen
  return peer
}

const damage = (hp: number): Frame => ({ t: 2, type: 'DAMAGE', kind: 'BANDIT', hp })
const register = (any: readonly object[] = [{ on: 'damaged' }], key = 'a'): Promise<Record<string, unknown>> =>
  toolResult(sidecar.url, key, 'wait_for', { any, deliver: receiver.url })
const wakes = async (): Promise<Record<string, unknown>[]> =>
  ((await toolResult(sidecar.url, 'a', 'get_status')).wakes ?? []) as Record<string, unknown>[]
const hpOf = ({ json }: Delivery): unknown[] =>
  (json.because as { event: { hp: number } }[]).map(({ event }) => event.hp)

test('[HOOK1] what wakes is posted, signed with the secret of the registration', async () => {
  // A header carries bytes.
  const key = Buffer.from('äda').toString('latin1')
  const peer = await meet(key)
  const { wake_id, secret, ended } = await register(undefined, key)
  expect([ended, secret]).toEqual(['standing', expect.stringMatching(/^[\w-]{43}$/)])
  peer.send(obsFrame(2, { events: [damage(9)], events_cursor: 1 }))
  const { headers, json, body, path } = await receiver.next()
  expect(json).toEqual({
    type: 'wake',
    wake_id,
    delivery: `${String(wake_id)}.1.1`,
    agent: 'äda',
    agent_id: 'A1',
    cursor: 1,
    because: [{ condition: 0, on: 'damaged', cursor: 1, event: damage(9) }],
  })
  expect([path, headers['content-type']]).toEqual(['/wake?for=me', 'application/json'])
  const parts = { timestamp: String(headers['x-ts']), method: 'POST', path: '/wake', body }
  const nonce = String(headers['x-nonce'])
  expect(headers['x-signature']).toBe(signWithNonce(String(secret), parts, { agentId: 'äda', nonce }))
  expect(headers['x-agent-id']).toBe(key)
})

async function batchRequest(peer: ScriptedPeer): Promise<Frame> {
  for (;;) {
    const frame = await peer.next()
    if (frame.type === 'EVENT_BATCH_REQ') return frame
  }
}
const batch = (asked: Frame, events: readonly { cursor: number; event: Frame }[]): Frame => ({
  type: 'EVENT_BATCH',
  protocol_version: '1.1',
  req_id: asked.req_id,
  events,
  next_cursor: events.at(-1)?.cursor ?? asked.since_cursor,
})

test('[HOOK4] gone is gone at once; asking again wakes the watch up, and what was never taken is told', async () => {
  const peer = await meet()
  const { wake_id, secret } = await register()
  peer.send(obsFrame(2, { events: [damage(9)], events_cursor: 1 }))
  await receiver.next(410)
  while ((await wakes())[0]?.disabled === undefined) continue
  expect(await wakes()).toEqual([
    {
      wake_id,
      deliver: 'webhook',
      url: receiver.url,
      any: [{ on: 'damaged' }],
      cursor: 0,
      disabled: 'answered 410',
    },
  ])
  const again = register()
  peer.send(batch(await batchRequest(peer), [{ cursor: 1, event: damage(9) }]))
  expect(await again).toMatchObject({ wake_id, secret })
  expect(hpOf(await receiver.next())).toEqual([9])
})

test('[HOOK5] after a restart the agent comes back by itself, and what was missed is told', async () => {
  const peer = await meet()
  const { wake_id } = await register()
  peer.send(obsFrame(2, { events: [damage(9)], events_cursor: 1 }))
  await receiver.next()
  while ((await wakes())[0]?.cursor !== 1) continue
  await sidecar.close()
  await start()
  const back = await welcome(obsFrame(9, { events: [damage(5)], events_cursor: 3 }), { resume_token: 'token-2' })
  back.send(
    batch(await batchRequest(back), [
      { cursor: 2, event: damage(7) },
      { cursor: 3, event: damage(5) },
    ]),
  )
  const heard: unknown[] = []
  while (!(heard.includes(7) && heard.includes(5))) {
    const delivery = await receiver.next()
    expect(delivery.json.wake_id).toBe(wake_id)
    heard.push(...hpOf(delivery))
  }
})

test('[HOOK6] a state is told when it begins to hold, not while it goes on', async () => {
  const peer = await meet()
  await register([{ on: 'hp', below: 10 }])
  const hp = (tick: number, value: number): void =>
    peer.send(obsFrame(tick, { self: { pos: [0, 0, 0], hp: value, hunger: 20, stamina: 1 } }))
  for (const [index, value] of [9, 8, 12, 7].entries()) hp(index + 2, value)
  const told: unknown[] = []
  while (told.length < 2) told.push(...((await receiver.next()).json.because as object[]))
  expect(told).toEqual([
    { condition: 0, on: 'hp', state: { hp: 9 }, tick: 2 },
    { condition: 0, on: 'hp', state: { hp: 7 }, tick: 5 },
  ])
})

test('[HOOK7] a watch can be ended, and nothing is kept of it', async () => {
  await meet()
  const { wake_id } = await register()
  expect(await callTool(sidecar.url, 'a', 'wait_for', { stop: 'W_x' })).toMatchObject({
    error: { message: `stop: no watch W_x, standing are ${String(wake_id)}` },
  })
  expect(await toolResult(sidecar.url, 'a', 'wait_for', { stop: wake_id })).toMatchObject({ ended: 'stopped' })
  expect(await wakes()).toEqual([])
  await sidecar.close()
  expect(JSON.parse(await readFile(stateFile, 'utf8'))).toEqual({
    a: { resume_token: 'token-1', agent_id: 'A1', last_connected_at: expect.any(String) },
  })
  await start()
})

test('[HOOK8] an agent leaves eight watches standing at most', async () => {
  await meet()
  for (let hp = 1; hp <= 8; hp++) await register([{ on: 'hp', below: hp }])
  expect(
    await callTool(sidecar.url, 'a', 'wait_for', { any: [{ on: 'died' }], deliver: 'notification' }),
  ).toMatchObject({
    error: { message: 'an agent may leave 8 watches standing' },
  })
})

describe('[HOOK9] an address that is not allowed is refused, and nothing is registered', () => {
  test.each([
    ['http://127.0.0.1:1/', 'deliver: 127.0.0.1:1 is not among the addresses this sidecar may wake'],
    ['http://localhost/', 'deliver: localhost:80 is not among the addresses this sidecar may wake'],
    ['https://example.org/x', 'deliver: example.org:443 is not among the addresses this sidecar may wake'],
    ['ftp://example.org/', 'bad arguments: deliver: expected "notification" or an http:// or https:// address'],
    ['nonsense', 'bad arguments: deliver: expected "notification" or an http:// or https:// address'],
    ['http://me:secret@127.0.0.1:1/', 'bad arguments: deliver: must not hold a password'],
    [`http://x/${'y'.repeat(2100)}`, 'bad arguments: deliver: longer than 2048 characters'],
  ])('%s', async (url, message) => {
    await meet()
    const args = { any: [{ on: 'died' }], deliver: url }
    expect(await callTool(sidecar.url, 'a', 'wait_for', args)).toMatchObject({ error: { message } })
    expect(await wakes()).toEqual([])
  })

  test('when none is allowed at all', async () => {
    await sidecar.close()
    await start([])
    await meet()
    const args = { any: [{ on: 'died' }], deliver: receiver.url }
    expect(await callTool(sidecar.url, 'a', 'wait_for', args)).toMatchObject({
      error: { message: 'deliver: this sidecar wakes no addresses; its setting wake-webhooks names none' },
    })
  })
})

test('[HOOK10] a watch whose address was taken off the list, or that cannot be read, is disabled', async () => {
  await sidecar.close()
  const wake = { id: 'W_1', any: [{ on: 'died' }], deliver: 'webhook', url: receiver.url, secret: 's', cursor: 0 }
  const broken = { ...wake, id: 'W_2', any: [{ on: 'nothing' }] }
  await writeFile(stateFile, JSON.stringify({ a: { wakes: [wake] }, b: { wakes: [broken] } }))
  await start(['127.0.0.1:1'])
  const disabledOf = async (key: string): Promise<unknown> =>
    ((await toolResult(sidecar.url, key, 'get_status')).wakes as { disabled: string }[])[0]?.disabled
  expect(await disabledOf('a')).toBe(`deliver: ${receiver.address} is not among the addresses this sidecar may wake`)
  expect(await disabledOf('b')).toContain('is not among')
  await sidecar.close()
  await writeFile(stateFile, JSON.stringify({ b: { wakes: [broken] } }))
  await start()
  expect(await disabledOf('b')).toContain('any.0.on: expected one of')
})

test('[HOOK11] the list itself is checked at the start', async () => {
  for (const entry of ['example.org', 'http://example.org:80', 'example.org:0', 'a b:1']) {
    const starting = startTestSidecar({ wakeWebhooks: [entry] })
    await expect(starting).rejects.toThrow(
      new SidecarConfigError(`wake-webhooks: ${JSON.stringify(entry)} is no host:port`),
    )
  }
})

test('[HOOK12] an agent with a webhook is the last to make room', async () => {
  await sidecar.close()
  sidecar = await startTestSidecar({
    worldWsUrl: world.url,
    stateFile,
    wakeWebhooks: [receiver.address],
    maxSessions: 2,
  })
  const peer = await meet('a')
  await register()
  await meet('b')
  await meet('c')
  peer.send(obsFrame(2, { events: [damage(9)], events_cursor: 1 }))
  expect(hpOf(await receiver.next())).toEqual([9])
})
