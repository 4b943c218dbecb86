import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { judge, REACH } from './crowd-worlds/judge.js'
import { beginLoad, type Load } from './crowd-worlds/load.js'
import { type CrowdOptions, crowdOptions } from './crowd-worlds/options.js'
import { ProgramMeter } from './crowd-worlds/program-meter.js'
import { crowdTable } from './crowd-worlds/table.js'
import { type Share, shareOf, Tally } from './crowd-worlds/tally.js'
import { UsageRecord, type UsageStory } from './crowd-worlds/usage-record.js'
import { type Stage, Walker } from './crowd-worlds/walker.js'
import { refuse, type Verdict } from './figures.js'
import { HEAP_FLAGS } from './heap.js'
import { startProgram } from './program.js'

const ONE_WORLD = 'OVERWORLD'
/** So many join at once: a rush of all of them would measure the rush. */
const JOIN_TOGETHER = 25
/** The server has settled when for so many seconds every world showed every tick to everybody. */
const CALM_SECONDS = 5
/** Acts of the last moment may be answered after the window. */
const LAST_ACKS_MS_MAX = 10_000
const ASK_EVERY_MS = 100

/**
 * Lets a crowd live in all worlds of a server at once, and measures how each of them is served: whether every observation
 * comes, how far apart, how soon acts are acknowledged, and what the server takes and keeps.
 */
export async function crowdWorlds(args: readonly string[]): Promise<Verdict> {
  const options = read(args)
  const directory = await mkdtemp(join(tmpdir(), 'clawstead-crowd-'))
  const only = options.worlds === 'one' ? ['--world', ONE_WORLD] : []
  const flags = ['server', '--json', '--log-level', 'error', '--no-page', '--port', '0', ...only]
  const program = startProgram(flags, { directory, environment: HEAP_FLAGS })
  const walkers: Walker[] = []
  try {
    const ready = await program.ready
    const stage: Stage = { ...options, url: String(ready['ws_url']), phase: 'before' }
    const tallies = (ready['worlds'] as string[]).map((world) => new Tally(world))
    await joinAll(options.agents, stage, tallies, walkers)
    const settled = await settle(String(ready['url']), options.settleSeconds)
    const meter = await ProgramMeter.of(program)
    const record = await UsageRecord.begin(meter)
    // The collection held every world up, which is not what is measured.
    const settledAgain = await settle(String(ready['url']), options.settleSeconds)
    console.error(`  measured from ${settled + settledAgain} s after that`)
    const load = await measure(options.seconds, stage)
    await lastAcks(tallies)
    const usage = await record.end()
    meter.close()
    const worlds = tallies.map((tally) => shareOf(tally.world, [tally], load.seconds))
    const together = shareOf('together', tallies, load.seconds)
    for (const line of crowdTable([...worlds, together], usage)) console.log(line)
    return {
      summary: summary(together, worlds.length, usage, load),
      figures: { ...options, settled_seconds: settled + settledAgain, worlds, together, usage, load, reach: REACH },
      wrong: judge(worlds, usage, load.seconds),
    }
  } finally {
    for (const walker of walkers) walker.leave()
    program.kill('SIGKILL')
    await program.exited
    await rm(directory, { recursive: true, force: true })
  }
}

function read(args: readonly string[]): CrowdOptions {
  try {
    return crowdOptions(args)
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

async function joinAll(count: number, stage: Stage, tallies: readonly Tally[], walkers: Walker[]): Promise<void> {
  while (walkers.length < count) {
    const together = Array.from({ length: Math.min(JOIN_TOGETHER, count - walkers.length) }, (_, i) => {
      const index = walkers.length + i
      return new Walker(index, stage, tallies[index % tallies.length] as Tally)
    })
    walkers.push(...together)
    await Promise.all(together.map((walker) => walker.join()))
  }
  console.error(`  ${count} agents are in ${tallies.map(({ world, agents }) => `${world} (${agents})`).join(', ')}`)
}

/** Waits until the rush of the joins is over, or for as long as that may take. Resolves with how long it took, in seconds. */
async function settle(url: string, secondsMax: number): Promise<number> {
  const beganMs = performance.now()
  const passed = (): number => Math.round((performance.now() - beganMs) / 1000)
  for (let calm = 0; calm < CALM_SECONDS && passed() < secondsMax; ) {
    await delay(1_000)
    const { worlds } = (await (await fetch(`${url}v1/status`)).json()) as { worlds: { obs_every: number }[] }
    calm = worlds.every((world) => world.obs_every === 1) ? calm + 1 : 0
  }
  return passed()
}

async function measure(seconds: number, stage: Stage): Promise<Load> {
  const endLoad = beginLoad()
  stage.phase = 'measured'
  await delay(seconds * 1000)
  stage.phase = 'after'
  return endLoad()
}

async function lastAcks(tallies: readonly Tally[]): Promise<void> {
  const beganMs = performance.now()
  while (tallies.some((tally) => tally.unacknowledged > 0) && performance.now() - beganMs < LAST_ACKS_MS_MAX)
    await delay(ASK_EVERY_MS)
}

function summary(together: Share, worlds: number, usage: UsageStory, load: Load): string {
  const { agents, missed, gap_ms: gap, ack_ms: ack } = together
  const others = Math.max(0, load.machine_processors - load.crowd_processors - usage.processors)
  return [
    `${agents} agents in ${worlds} worlds for ${Math.round(load.seconds)} s`,
    `${missed} observations missed, gap p99 ${gap.p99} ms, ACK p99 ${ack.p99} ms, ${Math.round(usage.resident.max / 1e6)} MB`,
    `of ${load.processors} processors the server used ${usage.processors.toFixed(2)}, the crowd ${load.crowd_processors.toFixed(2)}, others ${others.toFixed(2)}`,
  ].join('; ')
}
