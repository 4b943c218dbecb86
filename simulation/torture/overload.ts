import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Crowd, type Seen } from './crowd.js'
import { quantile, type Verdict, wholeNumbers } from './figures.js'
import { type Program, startProgram } from './program.js'

/** Periods that divide a second, in milliseconds: a tick rate is a whole number. */
const PERIODS_MS = [200, 125, 100, 50, 40, 25, 20, 10, 8, 5, 4, 2, 1]
const WORLD = 'OVERWORLD'
const MEASURE_MS = 6_000
const CALM_MS_MAX = 60_000
const ASK_EVERY_MS = 100
/** Ticks counted over a while may be off by one at each end. */
const RATE_SHARE_MIN = 0.97

interface House {
  readonly program: Program
  readonly url: string
  readonly crowd: Crowd
}

/**
 * Measures what a tick with this crowd costs, then gives the same crowd a world whose ticks come so fast that the work is a
 * multiple of the time there is. The rate must hold, observations become rarer and say so, and when most agents leave
 * everything is as before.
 */
export async function overload(args: readonly string[]): Promise<Verdict> {
  const options = wholeNumbers(args, { agents: 200, factor: 3, seconds: 20, seed: 1 })
  const directory = await mkdtemp(join(tmpdir(), 'clawstead-overload-'))
  const wrong: string[] = []
  try {
    const calm = await open(directory, 'calm', 5, options.seed)
    await calm.crowd.join(options.agents)
    const tickMs = await workPerTick(calm)
    await end(calm)
    const periodMs = PERIODS_MS.find((period) => period <= tickMs / options.factor) ?? 1
    const rateHz = 1000 / periodMs
    // Periods are few; the size of the crowd makes up for the rest.
    const agents = Math.max(1, Math.round((options.agents * options.factor * periodMs) / tickMs))
    const work = (tickMs * agents) / options.agents / periodMs
    console.error(
      `  a tick with ${options.agents} agents takes ${tickMs.toFixed(1)} ms; now ${agents} of them and one every ${periodMs} ms`,
    )

    const house = await open(directory, 'busy', rateHz, options.seed)
    await house.crowd.join(agents)
    await delay(1_000)
    house.crowd.take()
    const before = await statusOf(house)
    const beganMs = performance.now()
    let everyMax = 1
    while (performance.now() - beganMs < options.seconds * 1000) {
      everyMax = Math.max(everyMax, (await statusOf(house)).obs_every)
      await delay(ASK_EVERY_MS)
    }
    const after = await statusOf(house)
    const seconds = (performance.now() - beganMs) / 1000
    const seen = house.crowd.take()
    const rateKept = (after.tick - before.tick) / (seconds * rateHz)
    if (rateKept < RATE_SHARE_MIN) wrong.push(`${(rateKept * 100).toFixed(1)} % of the ticks came`)
    wrong.push(...whatClientsMissed(seen, everyMax))

    house.crowd.leave(Math.ceil(agents / 20))
    const leftMs = performance.now()
    let isCalm = false
    while (!isCalm && performance.now() - leftMs < CALM_MS_MAX) {
      house.crowd.take()
      await delay(500)
      // The server says so, and so did it tell every client.
      isCalm = (await statusOf(house)).obs_every === 1 && [...house.crowd.take().byEvery.keys()].every((k) => k === 1)
    }
    const calmSeconds = (performance.now() - leftMs) / 1000
    if (!isCalm) wrong.push(`after ${calmSeconds.toFixed(0)} s with few agents observations are still rare`)
    await end(house)
    return {
      summary: `${agents} agents, ${work.toFixed(1)} times the work there is time for (${rateHz} Hz): ${(rateKept * 100).toFixed(1)} % of the ticks, an observation every ${everyMax} ticks at most and said so, ACK p99 ${Math.round(quantile(seen.ackMs, 0.99))} ms; back to every tick after ${calmSeconds.toFixed(1)} s`,
      figures: {
        agents,
        tick_work_ms: tickMs,
        period_ms: periodMs,
        overload: work,
        ticks_kept_share: rateKept,
        obs_every_max: everyMax,
        observations: seen.observations,
        observations_by_every: Object.fromEntries(seen.byEvery),
        ack_ms_p50: quantile(seen.ackMs, 0.5),
        ack_ms_p99: quantile(seen.ackMs, 0.99),
        cut: seen.closed,
        calm_seconds: calmSeconds,
      },
      wrong,
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function whatClientsMissed({ byEvery, closed }: Seen, everyMax: number): string[] {
  const wrong: string[] = []
  if (everyMax === 1) wrong.push('observations did not become rarer: this was no overload')
  if (everyMax > 1 && Math.max(...byEvery.keys()) < everyMax)
    wrong.push('clients were not told how rare observations are')
  if (closed > 0) wrong.push(`${closed} clients were cut`)
  return wrong
}

async function open(directory: string, name: string, rateHz: number, seed: number): Promise<House> {
  const tuning = join(directory, `${name}.yaml`)
  await writeFile(tuning, `tick_rate_hz: ${rateHz}\ntick_duration_ms: ${1000 / rateHz}\n`)
  const flags = ['server', '--json', '--log-level', 'error', '--world', WORLD, '--port', '0']
  const program = startProgram([...flags, '--tuning', tuning, '--data', join(directory, name)], { directory })
  const ready = await program.ready
  return { program, url: String(ready['url']), crowd: new Crowd(String(ready['ws_url']), seed) }
}

async function end({ program, crowd }: House): Promise<void> {
  crowd.leave(0)
  program.kill('SIGTERM')
  await program.exited
}

async function statusOf({ url }: House): Promise<{ tick: number; obs_every: number }> {
  const { worlds } = (await (await fetch(`${url}v1/status`)).json()) as {
    worlds: { tick: number; obs_every: number }[]
  }
  if (worlds[0] === undefined) throw new Error('the server names no world')
  return worlds[0]
}

/** Mean work of a tick over a while, from the server's own figures. */
async function workPerTick(house: House): Promise<number> {
  const read = async (): Promise<{ sum: number; count: number }> => {
    const text = await (await fetch(`${house.url}metrics`)).text()
    const value = (name: string): number =>
      Number(new RegExp(`^clawstead_tick_seconds_${name}\\{[^}]*\\} (\\S+)`, 'm').exec(text)?.[1])
    return { sum: value('sum'), count: value('count') }
  }
  await delay(2_000)
  const before = await read()
  await delay(MEASURE_MS)
  const after = await read()
  return ((after.sum - before.sum) / (after.count - before.count)) * 1000
}
