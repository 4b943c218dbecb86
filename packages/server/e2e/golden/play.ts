import { WorldsFile } from '@clawstead/protocol'
import { loadCatalog } from '../../src/catalog/load-catalog.js'
import type { Frame, TestClient } from '../../src/testing/test-client.js'
import { startTestServer, type TestServer } from '../../src/testing/test-server.js'
import type { Case, Data, Sent } from './recording.js'

export interface Join {
  readonly conn: string
  /** The tick that brings the agent into the world. */
  readonly tick: number
  readonly hello?: Data
}

export interface Script {
  /** Settings that differ from the defaults. */
  readonly tuning?: object
  /** The worlds: those of the catalog, or others. A single one named `world_1` when left out. */
  readonly worlds?: 'catalog' | object
  readonly joins: readonly Join[]
  readonly cases: readonly Case[]
  /** Asked without having been recorded: what the cases show can only have come about this way. */
  readonly also?: readonly Sent[]
}

export interface Played {
  obsAt(conn: string, tick: number): Frame | undefined
  answersTo(sent: Sent): readonly Frame[]
  /** Frames that nobody asked for, observations aside. */
  readonly unasked: readonly Frame[]
}

/** Ticks in a row of which nobody takes the frames: fewer than a client's queue holds. */
const UNWATCHED_TICKS_MAX = 20

/** Plays a session against a real server, tick by tick as it was recorded, so that even ticks can be compared. */
export async function play(script: Script): Promise<Played> {
  const catalog = loadCatalog({ name: 'flat', tuning: script.tuning ?? {} })
  const worlds = script.worlds === 'catalog' ? catalog.worlds : script.worlds && WorldsFile.parse(script.worlds)
  const server = await startTestServer({ catalog, ...(worlds === undefined ? {} : { worlds }) })
  try {
    return await playOn(server, script, 1000 / catalog.tuning.tick_rate_hz)
  } finally {
    await server.close()
  }
}

async function playOn(server: TestServer, script: Script, tickMs: number): Promise<Played> {
  const clients = new Map<string, TestClient>()
  const observed = new Map<string, Frame>()
  const answers = new Map<Sent, Frame[]>()
  const unasked: Frame[] = []
  const sends = [...script.cases.flatMap(({ sent }) => sent), ...(script.also ?? [])]
  const watched = watchedTicks(script.cases, sends)
  const last = Math.max(...watched)
  for (let tick = 1; tick <= last; tick++) {
    for (const join of script.joins.filter((one) => one.tick === tick)) {
      clients.set(join.conn, await connect(server, join))
    }
    for (const sent of sends.filter(({ at }) => at === tick - 1)) {
      answers.set(sent, await ask(clientOf(clients, sent.conn), sent))
    }
    server.clock.advance(tickMs)
    if (!watched.has(tick) && tick % UNWATCHED_TICKS_MAX !== 0) continue
    for (const [conn, client] of clients) {
      await client.sync()
      for (const frame of client.take('OBS')) observed.set(`${conn}@${String(frame['tick'])}`, frame)
      for (const type of ['WELCOME', 'CATALOG']) client.take(type)
      unasked.push(...client.frames.splice(0))
    }
  }
  return {
    obsAt: (conn, tick) => observed.get(`${conn}@${tick}`),
    answersTo: (sent) => answers.get(sent) ?? [],
    unasked,
  }
}

/** Ticks after which somebody speaks, and those whose observation is looked at. */
function watchedTicks(cases: readonly Case[], sends: readonly Sent[]): Set<number> {
  return new Set([...sends.flatMap(({ at }) => [at, at + 1]), ...cases.flatMap(({ told }) => told.map(({ at }) => at))])
}

async function connect(server: TestServer, { conn, hello = {} }: Join): Promise<TestClient> {
  const client = await server.connect()
  client.send({
    type: 'HELLO',
    protocol_version: '1.1',
    agent_name: conn,
    capabilities: { delta_voxels: true, max_queue: 64 },
    ...hello,
  })
  await client.sync()
  return client
}

async function ask(client: TestClient, { data, binary }: Sent): Promise<Frame[]> {
  client.sendRaw(binary ? Buffer.from(data) : data)
  // The first pong may overtake an answer that is given a moment after the frame was read; the second may not.
  await client.sync()
  await client.sync()
  return [...client.take('ACK'), ...client.take('EVENT_BATCH')]
}

function clientOf(clients: ReadonlyMap<string, TestClient>, conn: string): TestClient {
  const client = clients.get(conn)
  if (client === undefined) throw new Error(`nobody is connected as ${conn}`)
  return client
}
