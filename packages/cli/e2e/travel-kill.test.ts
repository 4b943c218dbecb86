import { writeFileSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Agent, join } from '@clawstead/client'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Program, requireBuild, runProgram, startProgram, temporaryFolder } from './clawstead.js'

beforeAll(requireBuild)

/** Few enough for every run; more on demand. */
const KILLS = Number(process.env['CLAWSTEAD_TRAVEL_KILLS'] ?? 5)
const AGENTS = 4
const LIFE_MS_MAX = 1_200
const WORLD_IDS = ['NORTH', 'SOUTH'] as const
const WORLDS = {
  default_world_id: 'NORTH',
  worlds: WORLD_IDS.map((id) => ({
    id,
    type: 'OVERWORLD',
    boundary_r: 200,
    reset_every_ticks: 100_000,
    entry_points: [{ id: 'gate', x: 0, z: 0, radius: 60 }],
  })),
}

/** Goes to and fro for as long as it is let; what is refused or lost is simply tried again. */
async function commute(agent: Agent, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { obs } = await agent.observe({ timeoutMs: 60_000 })
    const target = WORLD_IDS.find((id) => id !== obs.world_id)
    await agent
      .act({ instants: [{ type: 'SWITCH_WORLD', target_world_id: target }] }, { timeoutMs: 60_000 })
      .catch(() => undefined)
    await agent.observe({ newerThan: obs.tick + 1, timeoutMs: 60_000 }).catch(() => undefined)
  }
}

interface Journey {
  readonly from: string
  readonly to: string
}

/** Every event of an agent from the beginning: cursors without a gap, and where it went. */
async function journeysOf(agent: Agent): Promise<Journey[]> {
  const journeys: Journey[] = []
  for (let since = 0; ; ) {
    const page = await agent.connection.events({ since, limit: 1000 })
    expect(page.source).toBe('server')
    if (page.events.length === 0) return journeys
    for (const { cursor, event } of page.events) {
      expect(cursor).toBe(++since)
      if (event.type === 'WORLD_SWITCH') journeys.push(event as unknown as Journey)
    }
  }
}

test(`[MOVE14] killed ${KILLS} times while everybody travels: everybody is in one world, with a history without gaps`, {
  timeout: 60_000 + KILLS * 30_000,
}, async () => {
  const directory = temporaryFolder()
  writeFileSync(joinPath(directory, 'worlds.json'), JSON.stringify(WORLDS))
  writeFileSync(joinPath(directory, 'tuning.yaml'), 'tick_rate_hz: 20\n')
  const settings = ['--worlds', 'worlds.json', '--tuning', 'tuning.yaml']
  const start = async (port: number): Promise<{ program: Program; port: number }> => {
    const program = startProgram(['server', '--json', '--flat', '--port', String(port), ...settings], { directory })
    const [line] = await program.waitFor('stdout', /^.*"ready":true.*\n/)
    return { program, port: (JSON.parse(line) as { port: number }).port }
  }
  let { program, port } = await start(0)
  const agents = await Promise.all(
    Array.from({ length: AGENTS }, (_, i) => join(`ws://127.0.0.1:${port}/v1/ws`, { name: `a${i}` })),
  )
  const stop = new AbortController()
  onTestFinished(async () => {
    stop.abort()
    await Promise.all(agents.map((agent) => agent.close()))
  })
  const changes: unknown[] = []
  for (const agent of agents) agent.connection.on('identity', (change) => changes.push(change))
  const lives = agents.map((agent) => commute(agent, stop.signal))
  for (let kill = 0; kill < KILLS; kill++) {
    await delay((LIFE_MS_MAX * (kill + 1)) / KILLS)
    program.kill('SIGKILL')
    await program.exited
    program = (await start(port)).program
  }
  await Promise.all(agents.map((agent) => agent.connection.waitForObservation(() => true, 60_000)))
  stop.abort()
  await Promise.all(lives)
  await settled(port)

  expect(changes).toEqual([])
  const status = (await (await fetch(`http://127.0.0.1:${port}/v1/status`)).json()) as {
    agents: { agent_id: string; world_id: string }[]
  }
  const places = new Map(status.agents.map(({ agent_id: id, world_id: world }) => [id, world]))
  expect(status.agents.map(({ agent_id: id }) => id).sort()).toEqual(agents.map(({ id }) => id).sort())
  for (const agent of agents) {
    const journeys = await journeysOf(agent)
    let at = 'NORTH'
    for (const { from, to } of journeys) {
      expect([from, to]).toEqual([at, at === 'NORTH' ? 'SOUTH' : 'NORTH'])
      at = to
    }
    expect([agent.id, journeys.length > 0, places.get(agent.id)]).toEqual([agent.id, true, at])
  }
  program.kill('SIGTERM')
  expect(await program.exited).toEqual({ code: 0, signal: null })
  const replayed = await runProgram(['replay', ...settings], { directory })
  expect([replayed.code, replayed.stdout]).toEqual([
    0,
    expect.stringMatching(/^NORTH: \d+ ticks agree.*\nSOUTH: \d+ ticks agree.*\n$/),
  ])
})

/** Waits until nobody is on the way: every world lists whom it has, and all are listed. */
async function settled(port: number): Promise<void> {
  for (;;) {
    const { agents } = (await (await fetch(`http://127.0.0.1:${port}/v1/status`)).json()) as { agents: unknown[] }
    if (agents.length === AGENTS) return
    await delay(50)
  }
}
