import { afterEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../src/testing/test-server.js'

let server: TestServer
afterEach(() => server.close())

const FRAMES_PER_RUN = 2_000
const UNLIMITED = { perSecond: 1_000_000_000, burst: 1_000_000_000 }
const limits = {
  agentFrames: UNLIMITED,
  connectionFrames: UNLIMITED,
  connectionBytes: UNLIMITED,
  addressFrames: UNLIMITED,
}

/** A small generator of chance: outside the world it is welcome, and its seed is in the test's name. */
function createChance(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  function pick<T>(from: readonly T[]): T {
    const picked = from[Math.floor(next() * from.length)]
    if (picked === undefined) throw new Error('nothing to pick from')
    return picked
  }
  return { next, pick }
}

const ACT = {
  type: 'ACT',
  protocol_version: '1.1',
  act_id: 'a',
  based_on_obs_id: 'x',
  expected_world_id: 'world_1',
  tick: 1,
  instants: [{ id: 'I1', type: 'SAY', channel: 'LOCAL', text: 'hi' }],
  tasks: [{ id: 'K1', type: 'MOVE_TO', target: [1, 0, 1], tolerance: 1.2 }],
  cancel: ['T000001'],
}
const BASES = [
  ACT,
  { type: 'EVENT_BATCH_REQ', req_id: 'r', since_cursor: 0, limit: 5 },
  { type: 'HELLO', protocol_version: '1.1' },
]
const VALUES = [
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 53,
  '',
  'x',
  '\u0000\uD800',
  [],
  {},
  [[[]]],
  'A'.repeat(5000),
  [1, 2, 3, 4],
  { type: 'ACT' },
]

function mutate(base: object, { next, pick }: ReturnType<typeof createChance>): string | Buffer {
  const frame: Record<string, unknown> = { ...base }
  for (let i = 0; i < 1 + next() * 3; i++)
    frame[pick([...Object.keys(frame), 'extra', '__proto__', 'constructor'])] = pick(VALUES)
  const text = JSON.stringify(frame)
  const kind = next()
  if (kind < 0.6) return text
  if (kind < 0.8) return text.slice(0, Math.floor(next() * text.length))
  if (kind < 0.9) return text.replace(/\d/, pick(['1e400', '1.0', '-', 'NaN']))
  return Buffer.from(Array.from({ length: Math.floor(next() * 64) }, () => Math.floor(next() * 256)))
}

const fresh = Date.now() % 1_000_000
test.each([1, 20419, fresh])('[ACT1] seed %i: malformed frames break nothing and disturb nobody', async (seed) => {
  server = await startTestServer({ limits })
  const chance = createChance(seed)
  const { client } = await server.join({ capabilities: { max_queue: 64 } })
  const { client: other } = await server.join()
  for (let i = 0; i < FRAMES_PER_RUN; i++) {
    client.sendRaw(mutate(chance.pick(BASES), chance))
    if (i % 100 === 99) {
      await client.sync()
      server.tick()
    }
  }
  await client.sync()
  client.take('ACK')
  client.send({ ...ACT, act_id: `good_${seed}` })
  expect(await client.next('ACK')).toMatchObject({ ack_for: `good_${seed}`, accepted: true })
  await other.sync()
  const ticks = other.take('OBS').map((frame) => frame.tick as number)
  expect(ticks).toEqual(Array.from({ length: FRAMES_PER_RUN / 100 }, (_, i) => 3 + i))
  expect(server.log.lines.filter((line) => line.level === 'error' || line.level === 'warn')).toEqual([])
})
