import { afterEach, expect, test } from 'vitest'
import type { Frame, TestClient } from '../src/testing/test-client.js'
import { startTestServer, type TestServer } from '../src/testing/test-server.js'

let server: TestServer
afterEach(() => server.close())

/** Everything but the first few bytes waits in the outbox, so a slow client needs no megabytes to be slow. */
const limits = { socketBytesMax: 1 }

/** Runs ticks until the outbox of a client that reads nothing must have dropped observations. */
async function tickUntilDropped(): Promise<void> {
  for (let i = 0; i < 20_000; i++) {
    server.tick()
    // Often enough to see the drop before the client is cut for it.
    if (i % 50 === 0) {
      const metrics = await (await fetch(`${server.url}/metrics`)).text()
      if (Number(/^clawstead_observations_dropped_total (\d+)$/m.exec(metrics)?.[1]) > 0) return
    }
  }
  throw new Error('nothing was ever dropped')
}

async function untilNewest(client: TestClient, tick: number): Promise<Frame[]> {
  const seen: Frame[] = []
  while (seen.at(-1)?.tick !== tick) seen.push(await client.next('OBS'))
  return seen
}

test('[OUT2] a stalled client loses only stale observations: acknowledgements, events and memory all arrive', async () => {
  server = await startTestServer({ limits: { ...limits, drainMs: 10_000_000, pingMs: 100_000_000 } })
  const { client } = await server.join({ capabilities: { delta_voxels: true, max_queue: 4 } })
  const { client: other } = await server.join()
  client.take('CATALOG')
  client.pause()
  client.send({
    type: 'ACT',
    protocol_version: '1.1',
    act_id: 'a',
    based_on_obs_id: 'x',
    expected_world_id: 'world_1',
    tick: 2,
    instants: [
      { id: 'save', type: 'SAVE_MEMORY', key: 'k', value: 'v' },
      { id: 'load', type: 'LOAD_MEMORY' },
    ],
  })
  await tickUntilDropped()
  await other.sync()
  const ticks = other.take('OBS').map((frame) => frame.tick as number)
  expect(ticks).toEqual(ticks.map((_, i) => (ticks[0] ?? 0) + i)) // the other client missed nothing
  const newest = ticks.at(-1) as number
  client.resume()
  const seen = await untilNewest(client, newest)
  expect(await client.next('ACK')).toMatchObject({ ack_for: 'a', accepted: true })
  const gapAt = seen.findIndex((obs, i) => i > 0 && obs.tick !== (seen[i - 1]?.tick as number) + 1)
  expect(gapAt).toBeGreaterThan(0)
  expect(seen[gapAt]).toMatchObject({ voxels: { encoding: 'RLE' } })
  const cursors = seen.flatMap((obs) =>
    (obs.events as unknown[]).map((_, i, all) => (obs.events_cursor as number) - all.length + 1 + i),
  )
  expect(cursors).toEqual(cursors.map((_, i) => (cursors[0] ?? 0) + i)) // every event once, in order, across the gap
})

test('[OUT3] a client that reads nothing for 30 s is cut', async () => {
  server = await startTestServer({ limits: { ...limits, pingMs: 100_000_000 } })
  const { client } = await server.join({ capabilities: { max_queue: 4 } })
  const { client: other } = await server.join()
  client.pause()
  await tickUntilDropped()
  const offline = server.log.next('a connection was cut')
  server.clock.advance(31_000)
  expect(await offline).toMatchObject({ reason: 'nothing was read for too long', agentId: 'A1' })
  await other.sync()
})
