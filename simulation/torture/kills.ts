import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createChance } from '../chance.js'
import { quantile, type Verdict, wholeNumbers } from './figures.js'
import { freePort, type Program, startProgram } from './program.js'
import { ShownTicks } from './shown-ticks.js'
import { StubbornAgent } from './stubborn-agent.js'

/** Of so many kills one hits a server that is still starting. */
const EARLY_KILL_PERMILLE = 100
const EARLY_KILL_MS_MAX = 1_500
/** After so many kills the server is stopped in peace and everything since the last time is looked up in its log. */
const KILLS_PER_AUDIT = 25
const AGENTS_BACK_MS_MAX = 60_000

const PROFILES = [
  { name: 'flat', worldId: 'world_1', flags: ['--flat', '--world', 'world_1'] },
  { name: 'standard', worldId: 'OVERWORLD', flags: ['--world', 'OVERWORLD'] },
] as const

interface House {
  readonly kills: number
  readonly earlyKills: number
  readonly ticks: number
  readonly shown: number
  readonly acts: number
  readonly repeats: number
  readonly startsMs: readonly number[]
  readonly wrong: readonly string[]
}

/**
 * Kills a server at random moments under load, brings it back and holds it to what it said. Several houses live side by
 * side, because most of a cycle is waiting for one process to start.
 */
export async function kills(args: readonly string[]): Promise<Verdict> {
  const options = wholeNumbers(args, {
    count: 1000,
    agents: 16,
    seed: Date.now() % 1_000_000,
    houses: 2,
    'life-ms': 700,
  })
  const began = performance.now()
  const shares = Array.from({ length: options.houses }, (_, i) =>
    Math.floor((options.count + options.houses - 1 - i) / options.houses),
  )
  console.error(
    `${options.count} kills in ${options.houses} houses, ${options.agents} agents each, seed ${options.seed}`,
  )
  const houses = await Promise.all(
    shares.map((count, i) =>
      liveInHouse({ ...options, count, lifeMs: options['life-ms'], seed: options.seed + i, number: i }),
    ),
  )
  const sum = (of: (house: House) => number): number => houses.reduce((total, house) => total + of(house), 0)
  const startsMs = houses.flatMap((house) => house.startsMs)
  const figures = {
    seed: options.seed,
    kills: sum((house) => house.kills),
    kills_while_starting: sum((house) => house.earlyKills),
    ticks: sum((house) => house.ticks),
    shown_ticks_checked: sum((house) => house.shown),
    acknowledged_acts_checked: sum((house) => house.acts),
    acts_sent_again: sum((house) => house.repeats),
    start_ms_p50: Math.round(quantile(startsMs, 0.5)),
    start_ms_p99: Math.round(quantile(startsMs, 0.99)),
    seconds: Math.round((performance.now() - began) / 1000),
  }
  return {
    summary: `${figures.kills} kills (${figures.kills_while_starting} while starting) in ${figures.seconds} s; ${figures.shown_ticks_checked} shown ticks and ${figures.acknowledged_acts_checked} acknowledged acts are in the logs, each act once`,
    figures,
    wrong: houses.flatMap((house) => house.wrong),
  }
}

interface HouseOptions {
  readonly number: number
  readonly count: number
  readonly agents: number
  readonly seed: number
  readonly lifeMs: number
}

async function liveInHouse({ number, count, agents: agentCount, seed, lifeMs }: HouseOptions): Promise<House> {
  const profile = PROFILES[number % PROFILES.length] as (typeof PROFILES)[number]
  const chance = createChance(seed)
  const directory = await mkdtemp(join(tmpdir(), 'clawstead-kills-'))
  const port = await freePort()
  const flags = ['server', '--json', '--log-level', 'warn', '--no-page', '--port', String(port), ...profile.flags]
  const start = (): Program => startProgram(flags, { directory })
  const url = `http://127.0.0.1:${port}`
  const shown = new ShownTicks(url, join(directory, 'data', 'worlds', profile.worldId, 'log'))
  const wrong: string[] = []
  const startsMs: number[] = []
  let earlyKills = 0
  let done = 0
  let auditedAt = 0
  let agents: StubbornAgent[] = []
  try {
    let program = start()
    await program.ready
    agents = Array.from(
      { length: agentCount },
      (_, i) => new StubbornAgent(`ws://127.0.0.1:${port}/v1/ws`, `${number}-${i}`, createChance(seed * 1000 + i)),
    )
    await untilAllAct(agents)
    while (done < count) {
      await shown.watchFor(chance.below(lifeMs))
      await kill(program)
      done++
      program = start()
      if (done < count && chance.permille(EARLY_KILL_PERMILLE)) {
        await delay(chance.below(EARLY_KILL_MS_MAX))
        await kill(program)
        done++
        earlyKills++
        program = start()
      }
      const startedAtMs = performance.now()
      await program.ready
      startsMs.push(performance.now() - startedAtMs)
      wrong.push(...(await shown.compareAfterStart(done)))
      if (done - auditedAt >= KILLS_PER_AUDIT) {
        auditedAt = done
        program = await audit(program, start)
        console.error(
          `  house ${number} (${profile.name}): ${done} of ${count} kills, ${shown.checkedTicks} shown ticks held`,
        )
      }
    }
    await untilAllAct(agents)
    for (const agent of agents) agent.stop()
    await shown.watchFor(lifeMs)
    await stopInPeace(program)
    wrong.push(...(await shown.audit(agents, true)), ...agents.flatMap((agent) => agent.wrong))
    wrong.push(...(await runAgain(directory, profile.worldId)))
  } catch (error) {
    wrong.push(`house ${number} (${profile.name}), after ${done} kills: ${String(error)}`)
  } finally {
    for (const agent of agents) agent.stop()
  }
  if (wrong.length === 0) await rm(directory, { recursive: true })
  else wrong.push(`house ${number} (${profile.name}) is kept in ${directory}`)
  return {
    kills: done,
    earlyKills,
    ticks: shown.lastTick,
    shown: shown.checkedTicks,
    acts: agents.reduce((total, agent) => total + agent.acknowledged.length, 0),
    repeats: agents.reduce((total, agent) => total + agent.repeats, 0),
    startsMs,
    wrong,
  }

  async function audit(program: Program, next: () => Program): Promise<Program> {
    await stopInPeace(program)
    wrong.push(...(await shown.audit(agents, false)))
    const again = next()
    await again.ready
    return again
  }
}

async function kill(program: Program): Promise<void> {
  program.kill('SIGKILL')
  await program.exited
}

async function stopInPeace(program: Program): Promise<void> {
  program.kill('SIGTERM')
  const { code } = await program.exited
  if (code !== 0) throw new Error(`a stop in peace ended with ${code}: ${program.lastWords()}`)
}

/** The whole log, from the birth of its world, gives the digests it is written with. */
async function runAgain(directory: string, worldId: string): Promise<string[]> {
  const program = startProgram(['replay', '--world', worldId, '--json'], { directory })
  const { code } = await program.exited
  return code === 0 ? [] : [`running the log of ${worldId} again ended with ${code}: ${program.lastWords()}`]
}

async function untilAllAct(agents: readonly StubbornAgent[]): Promise<void> {
  const counts = agents.map((agent) => agent.acknowledged.length)
  const untilMs = performance.now() + AGENTS_BACK_MS_MAX
  while (agents.some((agent, i) => agent.acknowledged.length <= (counts[i] as number))) {
    if (performance.now() > untilMs) throw new Error(`some agent got no act through for ${AGENTS_BACK_MS_MAX / 1000} s`)
    await delay(50)
  }
}
