// Run by restart.ts as a process of its own: writes the history of a busy world with the server's own engine, as fast as
// the disk takes it, says so, and waits to be killed.
import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { loadCatalog } from '@clawstead/server'
import { openEngine } from '../../packages/server/src/host/engine/engine.js'
import type { EngineReport } from '../../packages/server/src/host/engine/messages.js'
import { Intake } from '../../packages/server/src/host/intake.js'
import { openKeeping } from '../../packages/server/src/host/keeping.js'
import { worldSecret } from '../../packages/server/src/host/secret.js'
import {
  createFileInbox,
  createNodeFileSystem,
  SequenceSet,
  storeDirectories,
} from '../../packages/server/src/store/index.js'
import { createChance } from '../chance.js'
import { RESTART_SEED, RESTART_WORLD } from './restart-world.js'

const AGENTS = 200
/** Agents that act at one tick, and facts each of them has remembered. */
const ACTS_PER_TICK = 40
const FACTS_PER_ACT = 2
const FACT_BYTES = 1_000
/** One act in so many brings a fact that is more than an agent can remember: it is logged and refused. */
const ACTS_PER_BOOK = 4
const BOOK_BYTES = 66_000
const PROGRESS_TICKS = 100
/** History since the last snapshot that is left to be run again: about this much of the log. */
const TAIL_TICKS_MIN = 8

const [dataDir, megabytes] = process.argv.slice(2)
if (dataDir === undefined || megabytes === undefined) throw new Error('usage: restart-build DIRECTORY MEGABYTES')
const wantedBytes = Number(megabytes) * 1024 * 1024
const chance = createChance(1)
const noise = randomBytes(1024 * 1024).toString('base64')
const log = { debug() {}, info() {}, warn: console.error, error: console.error }
const keeping = await openKeeping({ dataDir, log })
const { worlds, ...catalog } = loadCatalog({ name: 'standard' })
const definition = worlds.worlds.find(({ id }) => id === RESTART_WORLD)
const directory = keeping.directoryOf(RESTART_WORLD)
if (definition === undefined || directory === undefined) throw new Error(`no world ${RESTART_WORLD}`)

let ticked: () => void = () => {}
let snapshotTick = 0
let tick = 0
let intake: Intake | undefined
const engine = await openEngine(
  {
    worldId: RESTART_WORLD,
    seed: RESTART_SEED + definition.seed_offset,
    secret: worldSecret(keeping.secret, RESTART_WORLD),
    profile: 'standard',
    catalog,
    definition,
    directory,
    refusesPending: false,
  },
  hear,
  { now: () => performance.now() },
)

function hear(report: EngineReport): void {
  if (report.kind === 'started') intake = openIntake(report)
  else if (report.kind === 'ticked') ticked()
  else if (report.kind === 'events') for (const event of report.events) keeping.events.append(event)
  else if (report.kind === 'settled') void intake?.forget(new SequenceSet(report.runs))
  else if (report.kind === 'keep_events') void keepEvents(report.number)
  else if (report.kind === 'failed') throw new Error(report.failure.message)
  else if (report.kind === 'log' && report.message === 'a snapshot was written') snapshotTick = tick
}

async function keepEvents(number: number): Promise<void> {
  await keeping.events.flush()
  engine.handle({ kind: 'events_kept', number, ok: true })
}

function openIntake({ start, inbox: position }: EngineReport & { kind: 'started' }): Intake {
  if (position === undefined) throw new Error('the world has no inbox')
  const { inbox: folder } = storeDirectories(directory as string)
  const options = { fileSystem: createNodeFileSystem(), directory: folder, worldId: RESTART_WORLD, position }
  return new Intake({ nextTick: start.nextTick, inbox: createFileInbox(options) })
}

/** Acts are written to the inbox before a tick may take them. */
async function submit(input: object): Promise<void> {
  await intake?.submit(input as never)
}

function fact(bytes: number): string {
  const from = chance.below(noise.length - bytes)
  return noise.slice(from, from + bytes)
}

function act(agent: number): Promise<void> {
  const agentId = `A${agent}`
  const at = (): number => chance.between(-60, 60)
  const instants = Array.from({ length: FACTS_PER_ACT + (chance.below(ACTS_PER_BOOK) === 0 ? 1 : 0) }, (_, i) => {
    const key = `fact-${chance.below(20)}`
    return {
      id: `I${i}`,
      type: 'SAVE_MEMORY',
      key,
      value: fact(i < FACTS_PER_ACT ? FACT_BYTES : BOOK_BYTES),
      ttl_ticks: 0,
    }
  })
  const tasks = [{ id: 'K', type: 'MOVE_TO', target: [at(), 64, at()], tolerance: 1.2 }]
  const common = { type: 'ACT', protocol_version: '1.1', based_on_obs_id: 'o', idempotency_key: '', agent_id: '' }
  const decoded = {
    ...common,
    act_id: `r${tick}-${agent}`,
    expected_world_id: RESTART_WORLD,
    tick,
    instants,
    tasks,
    cancel: [],
  }
  return submit({ kind: 'act', agentId, act: decoded })
}

function logBytes(): number {
  const folder = join(directory as string, 'log')
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

for (let agent = 1; agent <= AGENTS; agent++)
  await submit({ kind: 'join', agentId: `A${agent}`, name: `agent ${agent}` })
let bytes = 0
for (; bytes < wantedBytes || tick - snapshotTick < TAIL_TICKS_MIN; tick++) {
  await Promise.all(Array.from({ length: ACTS_PER_TICK }, (_, i) => act(1 + ((tick * ACTS_PER_TICK + i) % AGENTS))))
  await new Promise<void>((resolve) => {
    ticked = resolve
    engine.handle({ kind: 'step', tick, obsEvery: 1, inputs: intake?.step(tick) ?? [] })
  })
  if (tick % PROGRESS_TICKS === 0 || bytes >= wantedBytes) bytes = logBytes()
  if (tick % PROGRESS_TICKS === 0) console.error(`  tick ${tick}, ${Math.round(bytes / 1024 / 1024)} MiB`)
}
console.log(JSON.stringify({ ticks: tick, bytes: logBytes(), tailTicks: tick - snapshotTick }))
setInterval(() => {}, 1000)
