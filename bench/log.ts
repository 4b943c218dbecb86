import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Act, AgentId } from '@clawstead/protocol'
import type { Input, Snapshot } from '@clawstead/world'
import {
  createFileInbox,
  createFileSnapshotStore,
  createNodeFileSystem,
  openFileLog,
  readInbox,
  SequenceSet,
  type TickRecord,
  verifyLog,
} from '../packages/server/src/store/index.js'
import type { Bench, BenchRow } from './bench.js'
import { rounded } from './measure.js'

const IDENTITY = { worldId: 'bench', seed: 1, generator: 'plain-1', rules: 1, content: 'bench' }
const ROUNDS = 5
const COMMITS_PER_ROUND = 300
/** Acts of one tick in the yardstick: a thousand agents, each acting every tenth tick. */
const ACTS_PER_TICK = 100
const REPLAY_TICKS = 6_000
const AGENTS = 2_000
const SECTIONS = 10_000
const STALL_REACH_MS = 5
const IDLE_MS = 1_000
const RESTART_BYTES = 2 ** 30
const RESTART_TAIL_TICKS = 600
const RESTART_REACH_SECONDS = 10

export const log: Bench = {
  name: 'log',
  async run(): Promise<BenchRow[]> {
    const directory = await mkdtemp(join(tmpdir(), 'clawstead-bench-log-'))
    try {
      return [
        ...(await commits(directory)),
        await puts(directory),
        await replay(directory),
        ...(await snapshots(directory)),
        await restart(directory),
      ]
    } finally {
      await rm(directory, { recursive: true })
    }
  },
}

function act(number: number): Input {
  const text = {
    type: 'ACT',
    protocol_version: '1.1',
    act_id: `ACT_1700000000000_${number}`,
    tick: number,
    agent_id: `A${number % 1000}`,
    instants: [{ id: 'I1', type: 'SAY', channel: 'LOCAL', text: `hello ${number * 7919}` }],
    tasks: [{ id: 'K1', type: 'MOVE_TO', target: [number % 97, 64, -(number % 89)], tolerance: 1.2 }],
    cancel: [],
  }
  return { kind: 'act', agentId: `A${number % 1000}` as AgentId, act: text as unknown as Act }
}

function record(tick: number, acts: number): TickRecord {
  const inputs = Array.from({ length: acts }, (_, index) => act(tick * acts + index))
  return { tick, inputs, inbox: [], digest: tick.toString(16).padStart(16, '0') }
}

function quantiles(values: number[]): { p50: number; p99: number; p999: number } {
  const sorted = values.sort((a, b) => a - b)
  const at = (share: number): number =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { p50: at(0.5), p99: at(0.99), p999: at(0.999) }
}

/** One tick after the other, each durable before the next; the same bytes written and synced by hand, in turns with it. */
async function commits(directory: string): Promise<BenchRow[]> {
  const fileSystem = createNodeFileSystem()
  const { log: store } = await openFileLog({ fileSystem, directory: join(directory, 'commits'), identity: IDENTITY })
  const bare = await open(join(directory, 'bare'), 'w')
  const ours: number[] = []
  const theirs: number[] = []
  const grouped: number[] = []
  let position = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (let index = 0; index < COMMITS_PER_ROUND; index++) {
      const next = record(store.nextTick, ACTS_PER_TICK)
      const start = performance.now()
      store.append(next)
      await store.commit()
      ours.push(performance.now() - start)
    }
    const bytes = Buffer.alloc(2_000, 7)
    for (let index = 0; index < COMMITS_PER_ROUND; index++) {
      const start = performance.now()
      await bare.write(bytes, 0, bytes.length, position)
      await bare.datasync()
      theirs.push(performance.now() - start)
      position += bytes.length
    }
    const start = performance.now()
    const waiting: Promise<void>[] = []
    for (let index = 0; index < COMMITS_PER_ROUND * 10; index++) {
      store.append(record(store.nextTick, 0))
      waiting.push(store.commit())
    }
    await Promise.all(waiting)
    grouped.push((COMMITS_PER_ROUND * 10) / ((performance.now() - start) / 1000))
  }
  await store.close()
  await bare.close()
  const own = quantiles(ours)
  const other = quantiles(theirs)
  return [
    {
      name: 'log-commit',
      unit: 'ms',
      value: own.p50,
      ...own,
      partner: 'bare write + fdatasync of 2,000 bytes',
      ratio: rounded(own.p50 / other.p50),
      note: `one tick with ${ACTS_PER_TICK} acts, durable`,
    },
    { name: 'log-bare-sync', unit: 'ms', value: other.p50, ...other },
    {
      name: 'log-commit-grouped',
      unit: 'ticks/s',
      value: rounded(quantiles(grouped).p50),
      note: 'empty ticks, a commit for each, many under way',
    },
  ]
}

/** How long an act waits until it may be acknowledged. */
async function puts(directory: string): Promise<BenchRow> {
  const options = { fileSystem: createNodeFileSystem(), directory: join(directory, 'inbox'), worldId: 'bench' }
  const { position } = await readInbox({ ...options, settled: new SequenceSet() })
  const inbox = createFileInbox({ ...options, position })
  const durations: number[] = []
  for (let number = 0; number < 5_000; number++) {
    const start = performance.now()
    await inbox.put(act(number))
    durations.push((performance.now() - start) * 1000)
  }
  await inbox.close()
  const own = quantiles(durations)
  return { name: 'inbox-put', unit: 'us', value: own.p50, ...own, note: 'one act at a time' }
}

/** Reads and proves a busy log, and gives every input back. */
async function replay(directory: string): Promise<BenchRow> {
  const path = join(directory, 'replay')
  const { log: store } = await openFileLog({ fileSystem: createNodeFileSystem(), directory: path, identity: IDENTITY })
  for (let tick = 0; tick < REPLAY_TICKS; tick++) {
    store.append(record(tick, ACTS_PER_TICK))
    if (tick % 10 === 9) await store.commit()
  }
  await store.commit()
  const { segments } = await verifyLog({ fileSystem: createNodeFileSystem(), directory: path })
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0)
  const start = performance.now()
  let inputs = 0
  for await (const read of store.readFrom(0)) inputs += read.inputs.length
  const seconds = (performance.now() - start) / 1000
  await store.close()
  const note = `${rounded(inputs / seconds)} inputs/s, ${rounded(REPLAY_TICKS / seconds)} ticks/s, ${rounded(bytes / REPLAY_TICKS)} bytes per tick`
  return { name: 'log-replay', unit: 'MB/s', value: rounded(bytes / 1e6 / seconds), note }
}

/** Saves a world with many agents and much that was built, and watches how long it keeps the event loop waiting. */
async function snapshots(directory: string): Promise<BenchRow[]> {
  const store = createFileSnapshotStore({
    fileSystem: createNodeFileSystem(),
    directory: join(directory, 'snapshots'),
    worldId: 'bench',
  })
  const snapshot = largeSnapshot()
  const idle = await stallDuring(() => new Promise((resolve) => setTimeout(resolve, IDLE_MS)))
  let bytes = 0
  const start = performance.now()
  const busy = await stallDuring(async () => {
    bytes = (await store.write(snapshot)).bytes
  })
  const seconds = (performance.now() - start) / 1000
  const readStart = performance.now()
  await store.latest()
  return [
    {
      name: 'snapshot-write',
      unit: 's',
      value: rounded(seconds),
      note: `${AGENTS} agents, ${SECTIONS} sections, ${rounded(bytes / 1e6)} MB; read back in ${rounded((performance.now() - readStart) / 1000)} s`,
    },
    {
      name: 'snapshot-stall',
      unit: 'ms',
      value: busy.p99,
      ...busy,
      reach: STALL_REACH_MS,
      ok: busy.p99 <= STALL_REACH_MS,
      partner: `an idle loop, p99 ${idle.p99} ms`,
      ratio: rounded(busy.p99 / idle.p99),
      note: 'what the event loop was late by while a snapshot was written',
    },
  ]
}

/** How late the event loop was while something went on, in milliseconds. */
async function stallDuring(work: () => Promise<void>): Promise<{ p50: number; p99: number; p999: number }> {
  const stall = monitorEventLoopDelay({ resolution: 1 })
  stall.enable()
  await work()
  stall.disable()
  const at = (percentile: number): number => rounded(stall.percentile(percentile) / 1e6)
  return { p50: at(50), p99: at(99), p999: at(99.9) }
}

function largeSnapshot(): Snapshot {
  const agents = new Map(
    Array.from({ length: AGENTS }, (_, number) => {
      const path = Array.from({ length: 30 }, (_, step) => [number + step, 64, -number])
      const inventory = {
        stacks: Array.from({ length: 20 }, (_, slot) => ({ item: `ITEM_${slot}`, count: slot + number })),
      }
      const memory = new Map(
        Array.from({ length: 20 }, (_, key) => [`key ${key}`, { value: `value ${key * number}`, expiresTick: 0 }]),
      )
      return [`A${number}`, { id: `A${number}`, number, pos: [number, 64, 0], inventory, memory, movement: { path } }]
    }),
  )
  const sections = Array.from({ length: SECTIONS }, (_, index) => ({
    cx: index % 100,
    cz: Math.floor(index / 100),
    sy: 4,
    section: new Uint8Array(4096).map((_, cell) => (cell < 2048 ? 3 : (cell * index) % 11)),
  }))
  return {
    version: 1,
    rules: 1,
    generator: 'plain-1',
    worldId: 'bench',
    profile: 'standard',
    blockNames: [],
    state: { tick: 1, seed: 1, chain: '', agents },
    terrain: { digest: { lo: 0, hi: 0 }, sections },
  } as unknown as Snapshot
}

/** Opening a log of a gibibyte that a snapshot covers up to its last section. */
async function restart(directory: string): Promise<BenchRow> {
  const options = { fileSystem: createNodeFileSystem(), directory: join(directory, 'restart'), identity: IDENTITY }
  const { log: store } = await openFileLog(options)
  const patch = new Uint16Array(2 ** 20)
  let random = 1
  for (let index = 0; index < patch.length; index++)
    patch[index] = random = (Math.imul(random, 1103515245) + 12345) & 0xffff
  const contents = { containers: [], signs: [], boards: [] }
  const paste: Input = {
    kind: 'edit',
    by: 'op',
    edit: {
      id: 'e',
      label: 'e',
      op: 'paste',
      patch: { size: [1024, 1, 1024], cells: patch, contents },
      to: [0, 64, 0],
    },
  }
  for (let written = 0; written < RESTART_BYTES; written += patch.byteLength) {
    store.append({ ...record(store.nextTick, 0), inputs: [paste] })
    await store.commit()
  }
  store.beginSection()
  const fromTick = store.nextTick
  for (let tick = 0; tick < RESTART_TAIL_TICKS; tick++) {
    store.append(record(store.nextTick, ACTS_PER_TICK))
    await store.commit()
  }
  await store.close()
  const start = performance.now()
  const { log: again } = await openFileLog({ ...options, fromTick })
  let ticks = 0
  for await (const read of again.readFrom(fromTick)) ticks += read.inputs.length > 0 ? 1 : 0
  const seconds = rounded((performance.now() - start) / 1000)
  await again.close()
  const verifyStart = performance.now()
  await verifyLog(options)
  const note = `open and read ${ticks} ticks after the snapshot; proving all of it takes ${rounded((performance.now() - verifyStart) / 1000)} s`
  return {
    name: 'log-restart-1gb',
    unit: 's',
    value: seconds,
    reach: RESTART_REACH_SECONDS,
    ok: seconds < RESTART_REACH_SECONDS,
    note,
  }
}
