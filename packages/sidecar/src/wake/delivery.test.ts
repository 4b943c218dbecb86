import { type ManualClock, manualClock } from '@clawstead/client/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Delivery, startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.js'
import type { Cause } from './watch.js'
import { Webhook } from './webhook.js'

let receiver: WebhookReceiver
let clock: ManualClock
let webhook: Webhook
let told: (number | string)[]
beforeEach(async () => {
  receiver = await startWebhookReceiver()
  clock = manualClock()
  told = []
  webhook = new Webhook({
    wakeId: 'W_1',
    identity: 'a',
    agentId: () => 'A1',
    url: receiver.url,
    secret: 'secret',
    fetch,
    clock,
    onDelivered: (cursor) => told.push(cursor),
    onDisabled: (reason) => told.push(reason),
  })
})
afterEach(async () => {
  webhook.close()
  await receiver.close()
})

const cause = (cursor: number): Cause => ({ condition: 0, on: 'ticks', cursor })
const cursorsOf = ({ json }: Delivery): unknown[] => (json.because as { cursor: number }[]).map(({ cursor }) => cursor)
const turn = (): Promise<undefined> => new Promise((resolve) => setImmediate(() => resolve(undefined)))

/** Time passes until the next attempt arrives; says how much. */
async function retry(status: number): Promise<{ delivery: Delivery; afterMs: number }> {
  const startMs = clock.now()
  const next = receiver.next(status)
  // The pause begins when the answer has been read, which takes the sender a few turns.
  for (;;) {
    if (webhook.isPausing) clock.advance(500)
    const delivery = await Promise.race([next, turn()])
    if (delivery !== undefined) return { delivery, afterMs: clock.now() - startMs }
  }
}

test('[HOOK2] what is not taken is sent again under the same delivery with a fresh nonce, and later ones wait', async () => {
  webhook.wake([cause(1)], 1)
  const first = await receiver.next(500)
  webhook.wake([cause(2)], 2)
  const { delivery: second } = await retry(204)
  expect(second.json).toEqual(first.json)
  expect(second.headers['x-nonce']).not.toBe(first.headers['x-nonce'])
  expect(cursorsOf(await receiver.next())).toEqual([2])
  while (told.length < 2) await turn()
  expect(told).toEqual([1, 2])
})

test('[HOOK3] pauses grow to a minute, and an address that keeps failing is disabled with the reason', async () => {
  webhook.wake([cause(1)], 1)
  await receiver.next(500)
  const pauses: number[] = []
  for (let attempt = 2; attempt <= 8; attempt++) pauses.push((await retry(attempt === 8 ? 302 : 503)).afterMs)
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000])
  while (told.length === 0) await turn()
  expect(told).toEqual(['8 attempts failed: answered 302'])
})

test('[HOOK3] so is one that cannot be reached', async () => {
  await receiver.close()
  webhook.wake([cause(1)], 1)
  while (told.length === 0) {
    if (webhook.isPausing) clock.advance(60_000)
    await turn()
  }
  expect(told).toEqual(['8 attempts failed: fetch failed'])
  receiver = await startWebhookReceiver()
})

test('[HOOK13] twenty causes go in one delivery, and what waits for a dead address has an end', async () => {
  webhook.wake([cause(1)], 1)
  await receiver.next(500)
  webhook.wake(
    Array.from({ length: 300 }, (_, index) => cause(index + 2)),
    301,
  )
  await retry(200)
  const deliveries: Delivery[] = []
  while (deliveries.length < 13) deliveries.push(await receiver.next())
  expect(deliveries.flatMap(cursorsOf)).toEqual(Array.from({ length: 256 }, (_, index) => index + 2))
  expect(deliveries.map(({ json }) => [json.cursor, json.left_out]).slice(-2)).toEqual([
    [241, undefined],
    [301, 44],
  ])
})
