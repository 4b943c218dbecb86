import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench, BenchRow } from './bench.js'
import { rounded } from './measure.js'
import { Connections, type Question, toolCall } from './sidecar/load.js'
import { type RunningPart, startPart } from './sidecar/parts.js'

const CONNECTIONS = 16
const ROUNDS = 21
const ROUND_MS = 400
const OBS_REACH = 0.7
const ACT_REACH = 0.35
const LATENCY_AGENTS = 100
/** Acts of each agent that are not counted: a place where a hundred have just arrived is busy with that. */
const LATENCY_WARM_UP_ACTS = 15
const LATENCY_ACTS = 60
const LATENCY_REACH_MS = 20
/** Each agent acts once a tick, as one that plays does. */
const PACE_MS = 200
const MEMORY_AGENTS = 500
const MEMORY_REACH_MB = 512
const SETTLE_MS = 5_000
const RESTART_REACH_MS = 2_000
const MIB = 1024 * 1024
const WALK = { tasks: [{ type: 'MOVE_TO', target: [10, 64, 10], tolerance: 1.2 }] }

export const sidecar: Bench = {
  name: 'sidecar',
  async run(): Promise<BenchRow[]> {
    const folder = await mkdtemp(join(tmpdir(), 'clawstead-bench-sidecar-'))
    const bare = await startPart({ part: 'bare', port: 0, path: '' })
    const place = await Place.open(folder)
    try {
      return [
        ...(await throughput(place, bare.url)),
        await latency(place),
        ...(await restarts(place)),
        await memory(place),
      ]
    } finally {
      await Promise.all([bare.close(), place.close()])
      await rm(folder, { recursive: true })
    }
  },
}

/** A world and a sidecar in front of it, each of which can be ended and started again. */
class Place {
  readonly #folder: string
  world: RunningPart
  sidecar: RunningPart

  private constructor(folder: string, world: RunningPart, running: RunningPart) {
    this.#folder = folder
    this.world = world
    this.sidecar = running
  }

  static async open(folder: string): Promise<Place> {
    const world = await startPart({ part: 'world', port: 0, path: join(folder, 'data') })
    const state = { part: 'sidecar', port: 0, path: join(folder, 'sessions.json'), worldWsUrl: world.url } as const
    return new Place(folder, world, await startPart(state))
  }

  async restartWorld(): Promise<void> {
    const { port } = this.world
    await this.world.close()
    this.world = await startPart({ part: 'world', port, path: join(this.#folder, 'data') })
  }

  async restartSidecar(): Promise<void> {
    const { port } = this.sidecar
    await this.sidecar.kill()
    const path = join(this.#folder, 'sessions.json')
    this.sidecar = await startPart({ part: 'sidecar', port, path, worldWsUrl: this.world.url })
  }

  async close(): Promise<void> {
    await this.sidecar.close()
    await this.world.close()
  }
}

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `bench-${index}`)
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Short rounds in turns: a slow moment of the machine hits the partner as well, and the median forgets it. */
async function throughput(place: Place, bareUrl: string): Promise<BenchRow[]> {
  const connections = new Connections(CONNECTIONS)
  const agents = names(CONNECTIONS)
  const { url } = place.sidecar
  await Promise.all(agents.map((agent) => connections.ask(toolCall(url, agent, 'get_obs', {}))))
  const partner: Question[] = agents.map((agent) => ({ ...toolCall(bareUrl, agent, 'get_obs', {}) }))
  const looks = agents.map((agent) => toolCall(url, agent, 'get_obs', { mode: 'summary' }))
  const acts = agents.map((agent) => toolCall(url, agent, 'act', WALK))
  const rates: { bare: number; obs: number; act: number }[] = []
  for (let round = 0; round < ROUNDS + 3; round++) {
    const bare = await connections.flood(partner, ROUND_MS)
    const obs = await connections.flood(looks, ROUND_MS)
    const act = await connections.flood(acts, ROUND_MS)
    // The first rounds warm everything up.
    if (round >= 3) rates.push({ bare, obs, act })
  }
  connections.close()
  const median = (values: number[]): number =>
    quantile(
      values.sort((a, b) => a - b),
      0.5,
    )
  const row = (name: string, ours: 'obs' | 'act', reach: number): BenchRow => {
    const ratio = rounded(median(rates.map((rate) => rate[ours] / rate.bare)))
    return {
      name,
      unit: '1/s',
      value: rounded(median(rates.map((rate) => rate[ours]))),
      reach: rounded(reach * median(rates.map(({ bare }) => bare))),
      ok: ratio >= reach,
      partner: `bare node:http, ${CONNECTIONS} connections`,
      ratio,
      note: `median of ${ROUNDS} rounds in turns; wanted ratio ${reach}`,
    }
  }
  return [row('sidecar-get-obs', 'obs', OBS_REACH), row('sidecar-act', 'act', ACT_REACH)]
}

/** From the call of `act` to its answer, which holds the ACK. */
async function latency(place: Place): Promise<BenchRow> {
  const connections = new Connections(LATENCY_AGENTS)
  const { url } = place.sidecar
  const agents = names(LATENCY_AGENTS)
  await Promise.all(agents.map((agent) => connections.ask(toolCall(url, agent, 'get_obs', {}))))
  const tookMs: number[] = []
  await Promise.all(
    agents.map(async (agent, index) => {
      await pause((index * PACE_MS) / LATENCY_AGENTS)
      const act = toolCall(url, agent, 'act', WALK)
      for (let turn = 0; turn < LATENCY_WARM_UP_ACTS + LATENCY_ACTS; turn++) {
        const start = performance.now()
        await connections.ask(act)
        const took = performance.now() - start
        if (turn >= LATENCY_WARM_UP_ACTS) tookMs.push(took)
        await pause(PACE_MS - took)
      }
    }),
  )
  connections.close()
  const sorted = tookMs.sort((a, b) => a - b)
  const [p50, p99, p999] = [0.5, 0.99, 0.999].map((share) => rounded(quantile(sorted, share))) as [
    number,
    number,
    number,
  ]
  const note = `${LATENCY_AGENTS} agents, each acting once a tick, after ${LATENCY_WARM_UP_ACTS} ticks`
  return {
    name: 'sidecar-act-ack',
    unit: 'ms',
    value: p99,
    p50,
    p99,
    p999,
    reach: LATENCY_REACH_MS,
    ok: p99 < LATENCY_REACH_MS,
    note,
  }
}

/** From the moment the part that was gone listens again until every agent has seen something new. */
async function restarts(place: Place): Promise<BenchRow[]> {
  const connections = new Connections(CONNECTIONS)
  const agents = names(CONNECTIONS)
  const wait = { wait_new_tick: true, timeout_ms: 30_000 }
  const idsNow = (): Promise<string[]> =>
    Promise.all(
      agents.map(async (agent) => {
        const answer = await connections.ask(toolCall(place.sidecar.url, agent, 'get_obs', wait))
        return (JSON.parse(answer) as { result: { agent_id: string } }).result.agent_id
      }),
    )
  const before = await idsNow()
  const measure = async (name: string, restart: () => Promise<void>): Promise<BenchRow> => {
    await restart()
    const start = performance.now()
    const after = await idsNow()
    const value = rounded(performance.now() - start)
    const isSame = after.every((id, index) => id === before[index])
    const note = isSame ? `${CONNECTIONS} agents, all the same as before` : 'agents were lost'
    return { name, unit: 'ms', value, reach: RESTART_REACH_MS, ok: isSame && value < RESTART_REACH_MS, note }
  }
  const rows = [
    await measure('sidecar-restart', () => place.restartSidecar()),
    await measure('sidecar-world-restart', () => place.restartWorld()),
  ]
  connections.close()
  return rows
}

/** Hundreds of agents that look around, held by one process. */
async function memory(place: Place): Promise<BenchRow> {
  const connections = new Connections(CONNECTIONS)
  const { url } = place.sidecar
  const agents = names(MEMORY_AGENTS)
  await Promise.all(
    agents.map((agent) =>
      connections.ask(toolCall(url, agent, 'get_obs', { wait_new_tick: true, timeout_ms: 60_000 })),
    ),
  )
  await pause(SETTLE_MS)
  const value = rounded((await place.sidecar.usage()).rssBytes / MIB)
  connections.close()
  const note = `${MEMORY_AGENTS} agents in one sidecar, resident memory`
  return { name: 'sidecar-memory', unit: 'MB', value, reach: MEMORY_REACH_MB, ok: value < MEMORY_REACH_MB, note }
}
