import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSidecar } from '../src/start.js'
import { silentLog, toolResult } from '../src/testing/sidecar.js'
import { startWebhookReceiver, type WebhookReceiver } from '../src/testing/webhook-receiver.js'
import { connectClient, DIALECTS, enter, startTestWorld, type TestWorld } from './world.js'

/** Waking agents in a real world, at its own pace: by an answer, by a notification, by a call to an address. */

let world: TestWorld
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  world = await startTestWorld({ sidecar: { wakeWebhooks: [receiver.address] } })
})
afterAll(async () => {
  await world.close()
  await receiver.close()
})

type Look = { readonly self: { readonly agent_id: string } }

describe.each(DIALECTS)('in dialect %s', (dialect) => {
  test('[WAKE11] a wait ends with the message it waits for, and goes on where it ended', async () => {
    const [hearer, speaker] = await Promise.all(
      ['sleeper', 'caller'].map((name) => enter(world.sidecar.url, dialect, { 'x-agent-id': `${name}-${dialect}` })),
    )
    if (hearer === undefined || speaker === undefined) throw new Error('two players')
    const { self } = (await hearer.call('look')) as unknown as Look
    await speaker.call('look')
    const any = [{ on: 'died' }, { on: 'message', contains: 'wake' }]
    const woken = hearer.call('wait_for', { any, wait_ms: 20_000 })
    const whisper = (text: string): Promise<unknown> =>
      speaker.call('act_and_wait', { instants: [{ type: 'WHISPER', to: self.agent_id, text }] })
    await whisper('wake <up>')
    const first = await woken
    expect(first).toMatchObject({
      ended: 'woken',
      because: [{ condition: 1, on: 'message', event: { type: 'CHAT', text: { untrusted: 'wake <up>' } } }],
      self: { agent_id: self.agent_id },
    })
    await whisper('wake again')
    expect(await hearer.call('wait_for', { any, since: first.cursor })).toMatchObject({
      because: [{ event: { text: { untrusted: 'wake again' } } }],
    })
    await Promise.all([hearer.leave(), speaker.leave()])
  })
})

describe.each(['2026-07-28', '2025-11-25', '2024-11-05'] as const)('a client of %s', (revision) => {
  const subscribe = async (client: Client, uri: string): Promise<void> => {
    if (revision === '2026-07-28') await client.listen({ resourceSubscriptions: [uri] })
    else await client.subscribeResource({ uri })
  }

  test('[WAKE12] is notified when its watch fires, and nobody else is', async () => {
    const name = `notified-${revision}`
    const client = await connectClient(world.sidecar.url, revision, { 'x-agent-id': name })
    const other = await connectClient(world.sidecar.url, revision, { 'x-agent-id': `other-${revision}` })
    let othersNotes = 0
    other.setNotificationHandler('notifications/resources/updated', () => {
      othersNotes += 1
    })
    const notified = new Promise<string>((resolve) => {
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri))
    })
    await Promise.all([subscribe(client, 'clawstead://wake'), subscribe(other, 'clawstead://wake')])
    const { structuredContent } = await client.callTool({
      name: 'voxelcraft_wait_for',
      arguments: {
        any: [
          { on: 'message', to: 'anyone' },
          { on: 'ticks', count: 5 },
        ],
        deliver: 'notification',
      },
    })
    const { wake_id, ended } = structuredContent as { wake_id: string; ended: string }
    expect(ended).toBe('standing')
    expect(await notified).toBe('clawstead://wake')
    const { contents } = await client.readResource({ uri: 'clawstead://wake' })
    const [content] = contents
    const { wakes } = JSON.parse(content !== undefined && 'text' in content ? content.text : '{}') as {
      wakes: object[]
    }
    expect(wakes[0]).toMatchObject({ wake_id, because: [expect.objectContaining({ on: expect.any(String) })] })
    expect(othersNotes).toBe(0)
    const stop = { name: 'voxelcraft_wait_for', arguments: { stop: wake_id } }
    expect((await client.callTool(stop)).structuredContent).toMatchObject({ ended: 'stopped' })
    await Promise.all([client.close(), other.close()])
  })
})

test('[WAKE13] an address is called while its agent walks', async () => {
  const player = await enter(world.sidecar.url, 'sidecar', { 'x-agent-id': 'walker' })
  await player.call('look')
  const any = [{ on: 'task', kind: 'MOVE_TO', outcome: 'done' }]
  const { wake_id } = await player.call('wait_for', { any, deliver: receiver.url })
  const { obs } = (await player.call('get_obs')) as unknown as { obs: { self: { pos: [number, number, number] } } }
  const [x, y, z] = obs.self.pos
  await player.call('act_and_wait', { tasks: [{ type: 'MOVE_TO', target: [x + 3, y, z], tolerance: 1 }] })
  expect((await receiver.next()).json).toMatchObject({
    wake_id,
    agent: 'walker',
    because: [{ on: 'task', event: { type: 'TASK_DONE', kind: 'MOVE_TO' } }],
  })
})

test('[E2E7] parallel waits of one agent wake on one tick, and parallel acts all run', async () => {
  const { url } = world.sidecar
  await toolResult(url, 'busy', 'get_obs')
  const waits = Array.from({ length: 12 }, () =>
    toolResult(url, 'busy', 'wait_for', { any: [{ on: 'event', types: ['CHAT'] }], wait_ms: 20_000 }),
  )
  const say = (text: string): object => ({ instants: [{ id: text, type: 'SAY', channel: 'LOCAL', text }] })
  await toolResult(url, 'busy', 'act', say('first'))
  const woken = (await Promise.all(waits)) as unknown as { because: { cursor: number }[] }[]
  expect(new Set(woken.map(({ because }) => because[0]?.cursor)).size).toBe(1)

  const ids = Array.from({ length: 12 }, (_, index) => `P${index}`)
  const eat = (id: string): object => ({ instants: [{ id, type: 'EAT', item_id: 'NOPE' }] })
  await Promise.all(ids.map((id) => toolResult(url, 'busy', 'act', eat(id))))
  const answered = new Set<unknown>()
  let since = 0
  while (!ids.every((id) => answered.has(id))) {
    const page = (await toolResult(url, 'busy', 'get_events', { since_cursor: since, limit: 1000 })) as unknown as {
      events: { event: { ref?: string } }[]
      next_cursor: number
    }
    for (const { event } of page.events) answered.add(event.ref)
    since = page.next_cursor
  }
})

test('[E2E8] a restarted sidecar leaves every agent the same, with observations flowing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sidecar-restart-'))
  const options = {
    host: '127.0.0.1',
    port: 0,
    worldWsUrl: world.server.wsUrl,
    stateFile: join(folder, 'sessions.json'),
    maxSessions: 16,
    log: silentLog,
  }
  const keys = Array.from({ length: 10 }, (_, index) => `again-${index}`)
  const idsBy = async (url: string): Promise<unknown[]> =>
    Promise.all(keys.map(async (key) => (await toolResult(url, key, 'get_obs', { wait_new_tick: true })).agent_id))
  const before = await startSidecar(options)
  const ids = await idsBy(before.url)
  await before.close()
  const after = await startSidecar({ ...options, port: before.port })
  // Each call waits 2 s at most, as a client would.
  expect(await idsBy(after.url)).toEqual(ids)
  await after.close()
  await rm(folder, { recursive: true })
})
