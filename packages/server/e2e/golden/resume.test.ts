import { afterEach, expect, test } from 'vitest'
import type { Frame, TestClient } from '../../src/testing/test-client.js'
import { startTestServer, type TestServer } from '../../src/testing/test-server.js'
import { comparableObs } from './comparable.js'
import { withoutDirector } from './director.js'
import { comparableWelcome, readFixture } from './fixtures.js'
import type { Data } from './recording.js'

let server: TestServer
afterEach(() => server.close())

const lines = readFixture('resume')
const sent = lines.filter(({ from }) => from === 'client').map(({ frame }) => frame as Frame)
const answered = (type: string) =>
  lines
    .filter(({ from, frame }) => from === 'server' && (frame as Frame).type === type)
    .map(({ frame }) => frame as Frame)
const [firstHello, firstAct, secondHello, secondAct, usedHello, wrongHello, takingHello, lateAct] = sent as [
  Frame,
  ...Frame[],
]
const welcomes = answered('WELCOME').map(comparableWelcome)
const acks = answered('ACK')
const [afterAct, afterResume, afterLateAct] = answered('OBS').map(quiet)

/** Tokens were recorded by number; these are the real ones. */
const tokens: string[] = []

async function connect(hello: Frame | undefined): Promise<TestClient> {
  const client = await server.connect()
  client.sendRaw(JSON.stringify(hello).replace(/resume_TOKEN_(\d)/, (_, number) => tokens[Number(number) - 1] ?? ''))
  await client.sync()
  return client
}

async function welcomeOf(client: TestClient): Promise<Data> {
  const welcome = await client.next('WELCOME')
  tokens.push(String(welcome['resume_token']))
  return comparableWelcome(welcome)
}

/** An observation without what the director adds, and with only the keys that can be compared. */
function quiet(frame: Frame): Data {
  const [one] = withoutDirector([{ id: '', sent: [], got: [], told: [{ at: 0, conn: '', obs: frame }] }])
  const { obs_id: _id, events_cursor: _cursor, ...obs } = one?.told[0]?.obs ?? {}
  return comparableObs(obs)
}

/** Runs ticks up to this one and returns its observation. */
async function obsOf(client: TestClient, tick: number): Promise<Data> {
  for (;;) {
    server.tick()
    const obs = await client.next('OBS')
    if (obs['tick'] === tick) return comparableObs(obs)
  }
}

test('[GOLDEN5] a client that comes back goes on where it was, as it was recorded', async () => {
  server = await startTestServer()
  const first = await connect(firstHello)
  server.tick()
  expect(await welcomeOf(first)).toEqual(welcomes[0])
  await first.next('OBS')
  first.send(firstAct)
  expect(await first.next('ACK')).toEqual(acks[0])
  expect(await obsOf(first, 2)).toMatchObject(afterAct as object)

  // The walk was not recorded, but it goes on while nobody is connected.
  await obsOf(first, 3)
  first.send({ ...firstAct, act_id: 'walk', tick: 3, instants: [], tasks: [WALK] })
  await first.next('ACK')
  expect((await obsOf(first, 4))['tasks']).toHaveLength(1)
  const offline = server.log.next('an agent went offline')
  first.drop()
  await offline
  server.tick(4)

  const second = await connect(secondHello)
  expect(await welcomeOf(second)).toEqual(welcomes[1])
  const { obs_id: _id, events_cursor: _cursor, self, ...obs } = await obsOf(second, 9)
  // Everybody gets hungry in tick 0 too, and the recorded agent was there. Here nobody can be.
  expect({ ...obs, self: { ...(self as Data), hunger: 19 } }).toEqual(afterResume)

  await obsOf(second, 10)
  second.send(secondAct)
  expect(await second.next('ACK')).toEqual(acks[0])
  expect((await obsOf(second, 11))['events']).toEqual([])

  // A token that was used and one that never was make newcomers; the last one given takes the agent over.
  const used = await connect(usedHello)
  server.tick()
  expect(await welcomeOf(used)).toEqual(welcomes[2])
  const wrong = await connect(wrongHello)
  server.tick()
  expect(await welcomeOf(wrong)).toEqual(welcomes[3])
  const third = await connect(takingHello)
  expect(await welcomeOf(third)).toEqual(welcomes[4])

  // On purpose: a socket whose agent was taken over cannot act any more. The new one can.
  expect(await second.closed).toEqual({ code: 1008, reason: 'superseded' })
  await obsOf(third, 28)
  third.send(lateAct)
  expect(await third.next('ACK')).toEqual(acks[1])
  expect(await obsOf(third, 29)).toMatchObject(afterLateAct as object)
})

const WALK = { id: 'K', type: 'MOVE_TO', target: [-20, 0, -2] }
