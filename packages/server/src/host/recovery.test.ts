import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentId } from '@clawstead/protocol'
import type { Input } from '@clawstead/world'
import { expect, onTestFinished, test } from 'vitest'
import { createNodeFileSystem } from '../store/index.js'
import { testSetup } from '../testing/engine-setup.js'
import { createFaultyDisk } from '../testing/faulty-disk.js'
import { createManualClock } from '../testing/manual-clock.js'
import { createMemoryLog } from '../testing/silent-log.js'
import { systemClock } from './clock.js'
import type { OpenLink } from './engine/link.js'
import { createLocalLink } from './engine/local-link.js'
import type { EngineSetup } from './engine/messages.js'
import { createWorkerLink } from './engine/worker-link.js'
import { SupervisedRunner, type SupervisedRunnerOptions } from './supervised-runner.js'
import { actOf, frameOf, startRunner } from './world-runner.contract.js'

const A1 = 'A1' as AgentId
const JOIN: Input = { kind: 'join', agentId: A1, name: 'ann' }
const local = createLocalLink({ now: () => performance.now() })
const worker = createWorkerLink({
  entry: new URL('../testing/worker-from-source.mjs', import.meta.url),
  execArgv: ['--conditions=source'],
})
const WATCHER = {
  agentId: A1,
  number: 1,
  protocolVersion: '1.1',
  deltaVoxels: true,
  afterCursor: 0,
  backlog: [],
  memory: [],
} as const

function folder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'clawstead-world-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

type StartOptions = Pick<SupervisedRunnerOptions, 'fileSystem'> & { openLink?: OpenLink; setup?: Partial<EngineSetup> }

function start(directory: string, { openLink = local, setup, ...rest }: StartOptions = {}) {
  const log = createMemoryLog()
  const whole = { ...testSetup(directory), ...setup }
  const runner = new SupervisedRunner({ setup: whole, openLink, clock: systemClock, log, ...rest })
  return startRunner(runner).then((started) => ({ ...started, log }))
}

/** Ends an engine as a kill would: without a word, at once. */
function createMortalLink(): { openLink: OpenLink; kill(): void } {
  const mortal: { openLink: OpenLink; kill(): void } = {
    openLink: (setup, listener) => {
      const link = local(setup, listener)
      mortal.kill = () => {
        void link.cut()
        listener.lost(new Error('killed'))
      }
      return link
    },
    kill: () => {},
  }
  return mortal
}

const save = (tick: number, key: string) => actOf(tick, `act-${key}`, { id: key, type: 'SAVE_MEMORY', key, value: 'v' })
/** An act that no decoder lets through: the world has no answer to it but to break. */
const poison = (tick: number): Input => {
  const broken = actOf(tick, 'poison')
  return { ...broken, act: { ...broken.act, cancel: null as unknown as string[] } }
}

test('[KEEP1] a world goes on where it stopped: same digest, next tick, same agents, acts remembered', async () => {
  const directory = folder()
  const first = await start(directory)
  await first.runner.submit(JOIN)
  await first.step(0)
  await first.runner.submit(save(1, 'k'))
  const last = await first.step(1)
  await first.runner.close()
  expect(first.keptEvents()).toBe(1)
  expect(readdirSync(join(directory, 'snapshots'))).toHaveLength(1)
  const second = await start(directory)
  expect(second.starts).toMatchObject([
    {
      nextTick: 2,
      digest: last.digest,
      agents: [{ id: 'A1', name: 'ann', connected: true }],
      acts: [{ agentId: 'A1', actId: 'act-k', tick: 1 }],
    },
  ])
  await second.runner.submit(actOf(2, 'b'))
  expect((await second.step(2)).inputs).toBe(1)
})

test('[KEEP2] what was acknowledged and not run before the end is run once after it', async () => {
  const directory = folder()
  const mortal = createMortalLink()
  const first = await start(directory, { openLink: mortal.openLink })
  await first.runner.submit(JOIN)
  await first.step(0)
  expect(await first.runner.submit(save(1, 'k'))).toBe(1)
  mortal.kill()
  await first.runner.close()
  const second = await start(directory)
  expect(second.starts[0]).toMatchObject({ nextTick: 1, acts: [{ actId: 'act-k', tick: 1 }] })
  const { inputs, events } = await second.step(1)
  const answers = events.map(({ text }) => JSON.parse(text)).filter(({ ref }) => ref === 'k')
  expect([inputs, answers]).toEqual([1, [{ t: 1, type: 'ACTION_RESULT', ref: 'k', ok: true, message: 'ok' }]])
  expect((await second.step(2)).inputs).toBe(0)
  await second.runner.close()
  const third = await start(directory)
  expect((await third.step(3)).inputs).toBe(0)
})

test('[KEEP3] a log is run again only with what it was made with, and refused where the outcome differs', async () => {
  const directory = folder()
  const mortal = createMortalLink()
  const first = await start(directory, { openLink: mortal.openLink })
  await first.runner.submit(JOIN)
  const { digest } = await first.step(0)
  mortal.kill()
  await first.runner.close()
  const { definition, catalog } = testSetup()
  await expect(start(directory, { setup: { definition: { ...definition, boundary_r: 50 } } })).rejects.toThrow(
    /^world world_1 cannot start: .*content .* not closed by a snapshot/,
  )
  // As if the rules themselves had changed without anybody saying so.
  const tuning = { ...catalog.tuning, starter_items: [] as never }
  await expect(start(directory, { setup: { catalog: { ...catalog, tuning } } })).rejects.toThrow(
    new RegExp(`tick 0: running tick 0 again gives digest [0-9a-f]{16}, the log has ${digest}`),
  )
})

test('[KEEP4] a world keeps the seed it was made with, and its profile cannot change', async () => {
  const directory = folder()
  const first = await start(directory)
  await first.step(0)
  await first.runner.close()
  const second = await start(directory, { setup: { seed: 7 } })
  expect(second.starts[0]?.params.seed).toBe(1337)
  expect(second.log.lines[0]).toMatchObject({ level: 'warn', fields: { seed: 1337, given: 7 } })
  await second.runner.close()
  await expect(start(directory, { setup: { profile: 'standard' } })).rejects.toThrow(
    'was made as a flat world and cannot go on as a standard one',
  )
  writeFileSync(join(directory, 'world.json'), '{}')
  await expect(start(directory)).rejects.toThrow('world.json is damaged')
})

test.each([
  ['in this thread', local],
  ['in a thread of its own', worker],
])('[CRASH1] a world that breaks is brought back from its log, with a bundle for the bug: %s', async (_, openLink) => {
  const directory = folder()
  const { runner, step, until, starts, failures, log } = await start(directory, { openLink })
  await runner.submit(JOIN)
  const { digest } = await step(0)
  await runner.submit({ kind: 'edit', edit: null as never, by: 'test' })
  const kept = log.next('what is needed to see the failure again was kept')
  runner.step(1, 1)
  await until(() => starts[1])
  expect(failures).toHaveLength(1)
  expect(starts[1]).toMatchObject({ nextTick: 1, digest, agents: [{ id: 'A1' }] })
  expect((await step(3)).tick).toBe(3)
  await kept
  const bundle = JSON.parse(readFileSync(join(directory, 'crashes', '1', 'crash.json'), 'utf8'))
  expect(bundle).toMatchObject({
    world_id: 'world_1',
    seed: 1337,
    tick: 1,
    last_run_digest: digest,
    last_kept_digest: digest,
    inputs: [{ kind: 'edit', by: 'test' }],
  })
})

test('[CRASH2] an acknowledged act that a world breaks on twice is answered with a refusal', async () => {
  const { runner, step, until, starts, ticks } = await start(folder())
  runner.watch(WATCHER)
  await runner.submit(JOIN)
  await step(0)
  expect(await runner.submit(poison(1))).toBe(1)
  runner.step(1, 1)
  await until(() => starts[1])
  runner.step(2, 1) // it waits in the inbox, and breaks the world again
  await until(() => starts[2])
  await step(3)
  const events = ticks.flatMap((tick) => tick.events.map(({ text }) => JSON.parse(text)))
  expect(events.filter(({ ref }) => ref === 'ACT')).toEqual([
    { t: 3, type: 'ACTION_RESULT', ref: 'ACT', ok: false, code: 'E_INTERNAL', message: expect.any(String) },
  ])
})

test('[CRASH3] an act under way when a thread died is acknowledged and taken by the next one', async () => {
  const mortal = createMortalLink()
  const { runner, step, until, starts } = await start(folder(), { openLink: mortal.openLink })
  await runner.submit(JOIN)
  await step(0)
  const lost = runner.submit(save(1, 'a'))
  mortal.kill() // before it crossed
  await until(() => starts[1])
  expect(await lost).toBe(1)
  const { inputs } = await step(1)
  expect(inputs).toBe(1)
})

test('[CRASH4] while a world is down nothing is taken, and nothing is asked of it', async () => {
  const mortal = createMortalLink()
  const { runner, step, until, starts } = await start(folder(), { openLink: mortal.openLink })
  await step(0)
  mortal.kill()
  await expect(runner.submit(JOIN)).rejects.toThrow('world world_1 is not running')
  expect(await runner.agents()).toEqual([])
  runner.step(1, 1)
  await until(() => starts[1])
  expect((await step(2)).tick).toBe(2)
})

test('[CRASH5] a world of which nothing is kept stands still', async () => {
  const log = createMemoryLog()
  const runner = new SupervisedRunner({ setup: testSetup(), openLink: local, clock: systemClock, log })
  const { failures, starts } = await startRunner(runner)
  void runner.submit({ kind: 'edit', edit: null as never, by: 'test' }).catch(() => {})
  runner.step(0, 1)
  expect([failures.length, starts.length]).toEqual([1, 1])
  expect(log.lines.at(-1)).toMatchObject({ level: 'error', message: 'a world broke and stands still' })
  await expect(runner.submit(JOIN)).rejects.toThrow('is not running')
})

test('[CRASH7] a world that says nothing for a minute is given up, and one that does not end in time is ended', async () => {
  const clock = createManualClock()
  const log = createMemoryLog()
  let cuts = 0
  // Comes up as a world does, and then never answers again.
  const openLink: OpenLink = (setup, listener) => {
    local(setup, { ...listener, report: (report) => report.kind === 'started' && listener.report(report) })
    return { post() {}, cut: async () => void cuts++ }
  }
  const runner = new SupervisedRunner({ setup: testSetup(), openLink, clock, log })
  const { failures, starts } = await startRunner(runner)
  runner.step(0, 1)
  clock.advance(60_000)
  runner.step(1, 1)
  expect(failures).toEqual([])
  clock.advance(1)
  runner.step(2, 1)
  expect([failures, cuts]).toEqual([['it has not finished a tick for 60 s'], 1])

  const other = new SupervisedRunner({ setup: testSetup(), openLink, clock, log })
  await startRunner(other)
  const closing = other.close()
  clock.advance(30_000)
  await closing
  expect([starts.length, cuts, log.lines.at(-1)?.message]).toEqual([
    1,
    2,
    'the world did not finish in time and was ended',
  ])
})

test('[DISK2] on a full disk acts are refused, nothing is shown, and all of it follows when there is room', async () => {
  const disk = createFaultyDisk(createNodeFileSystem())
  const { fileSystem } = disk
  const openLink = createLocalLink({ now: () => performance.now(), fileSystem })
  const { runner, step, until, stalls, ticks } = await start(folder(), { openLink, fileSystem })
  runner.watch(WATCHER)
  await runner.submit(JOIN)
  await step(0)
  disk.isFull = true
  await expect(runner.submit(save(1, 'k'))).rejects.toThrow('no room')
  runner.step(1, 1)
  expect(await until(() => stalls[0])).toContain('no room')
  expect(ticks).toHaveLength(1)
  disk.isFull = false
  await until(() => (stalls.length === 2 ? true : undefined))
  expect([stalls[1], ticks.map(({ tick }) => tick)]).toEqual([undefined, [0, 1]])
  await runner.submit(save(2, 'k'))
  const after = await step(2)
  expect(frameOf(after)).toMatchObject({ tick: 2, events: [{ ref: 'k', ok: true }] })
})

test('[KEEP7] a snapshot is taken when the log since the last one got long, after the events before it are safe', async () => {
  const directory = folder()
  let nowMs = 0
  // Every look at the clock is 100 ms later, so that a few ticks are seconds of work.
  const openLink = createLocalLink({ now: () => (nowMs += 100) })
  const { runner, step, log, keptEvents } = await start(directory, { openLink })
  await runner.submit(JOIN)
  const written = log.next('a snapshot was written')
  let tick = 0
  while (keptEvents() === 0) await step(tick++)
  await written
  expect(readdirSync(join(directory, 'snapshots'))).toEqual([`${String(tick).padStart(12, '0')}.snapshot`])
  const { digest } = await step(tick)
  await runner.close()
  const again = await start(directory)
  expect(again.starts[0]).toMatchObject({ nextTick: tick + 1, digest })
})
