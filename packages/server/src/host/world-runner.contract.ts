import type { AgentId } from '@clawstead/protocol'
import { expect, onTestFinished, test } from 'vitest'
import type { EventText, ObsFrame, Watcher, WorldRunner, WorldStart, WorldTick } from './world-runner.js'

const A1 = 'A1' as AgentId
const WATCHER: Watcher = {
  agentId: A1,
  number: 1,
  protocolVersion: '1.1',
  deltaVoxels: true,
  afterCursor: 0,
  backlog: [],
  memory: [],
}

/** A tick with all that was told along with it. */
export interface SeenTick extends WorldTick {
  readonly frames: readonly ObsFrame[]
  readonly events: readonly EventText[]
}

/** Opens a runner whose ticks are waited for one by one. */
export async function startRunner(runner: WorldRunner) {
  const ticks: SeenTick[] = []
  const starts: WorldStart[] = []
  const stalls: (string | undefined)[] = []
  let frames: ObsFrame[] = []
  let events: EventText[] = []
  let keptEvents = 0
  let wake: () => void = () => {}
  const failures: string[] = []
  onTestFinished(() => runner.close())
  await runner.open({
    started(start) {
      starts.push(start)
      wake()
    },
    happened: (told) => void events.push(...told),
    observed: (told) => void frames.push(...told),
    ticked(tick) {
      ticks.push({ ...tick, frames, events })
      frames = []
      events = []
      wake()
    },
    stalled(reason) {
      stalls.push(reason)
      wake()
    },
    failed({ message }) {
      failures.push(message)
      wake()
    },
    async keepEvents() {
      keptEvents++
    },
  })
  const until = async <T>(look: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = look()
      if (found !== undefined) return found
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  const step = (tick: number, obsEvery = 1): Promise<SeenTick> => {
    runner.step(tick, obsEvery)
    return until(() => ticks.find((done) => done.tick === tick))
  }
  return { runner, ticks, starts, stalls, failures, step, until, keptEvents: () => keptEvents }
}

export const frameOf = (tick: SeenTick) => JSON.parse(tick.frames[0]?.bytes.toString() ?? 'null')

export const actOf = (tick: number, actId = 'a', instant: object = { id: 'I', type: 'LOAD_MEMORY' }) => ({
  kind: 'act' as const,
  agentId: A1,
  act: {
    type: 'ACT' as const,
    protocol_version: '1.1',
    act_id: actId,
    based_on_obs_id: '',
    idempotency_key: '',
    tick,
    agent_id: '',
    expected_world_id: '',
    instants: [instant as { id: string; type: 'LOAD_MEMORY' }],
    tasks: [],
    cancel: [],
  },
})

/** What every runner must do, whatever thread or machine its world lives on. */
export function worldRunnerContract(name: string, create: () => WorldRunner | Promise<WorldRunner>): void {
  const start = async () => startRunner(await create())

  test(`[RUNNER1] ${name}: inputs wait for the next tick, which takes them all in order`, async () => {
    const { runner, step } = await start()
    expect(await runner.submit({ kind: 'join', agentId: A1, name: 'ann' })).toBe(0)
    expect(await runner.submit({ kind: 'detach', agentId: A1 })).toBe(0)
    expect(runner.waiting).toBe(2)
    expect((await step(0)).inputs).toBe(2)
    expect(runner.waiting).toBe(0)
    expect(await runner.agents()).toMatchObject([{ id: 'A1', name: 'ann', connected: false }])
    expect(await runner.submit(actOf(1))).toBe(1)
  })

  test(`[RUNNER2] ${name}: missing ticks run first, without inputs`, async () => {
    const { runner, ticks, step } = await start()
    await runner.submit({ kind: 'join', agentId: A1, name: 'ann' })
    await step(3)
    expect(ticks.map(({ tick, inputs }) => [tick, inputs])).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 1],
    ])
  })

  test(`[RUNNER3] ${name}: only a watched agent that is there is observed`, async () => {
    const { runner, step } = await start()
    runner.watch(WATCHER)
    expect((await step(0)).frames).toEqual([])
    await runner.submit({ kind: 'join', agentId: A1, name: 'ann' })
    const seen = await step(1)
    expect(frameOf(seen)).toMatchObject({ type: 'OBS', tick: 1, agent_id: 'A1', protocol_version: '1.1' })
    expect(seen.frames[0]).toMatchObject({ agentId: 'A1', watch: 1, cursor: frameOf(seen).events_cursor })
    expect(seen.events.map(({ cursor }) => cursor)).toEqual(seen.events.map((_, i) => i + 1))
    expect(frameOf(seen).events).toEqual(seen.events.map(({ text }) => JSON.parse(text)))
    runner.unwatch(A1)
    expect((await step(2)).frames).toEqual([])
  })

  test(`[RUNNER4] ${name}: a new watcher is told what came after its cursor, once, with a full view`, async () => {
    const { runner, step } = await start()
    runner.watch(WATCHER)
    await runner.submit({ kind: 'join', agentId: A1, name: 'ann' })
    const { cursor } = (await step(0)).frames[0] ?? { cursor: -1 }
    await runner.submit(actOf(1))
    await step(1)
    const missed = { t: 0, type: 'TASK_DONE', task_id: 'T000001', kind: 'MINE' } as const
    const memory = [{ key: 'k', value: 'v' }]
    runner.watch({ ...WATCHER, number: 2, afterCursor: cursor - 1, backlog: [missed], memory })
    const again = await step(2)
    expect(again.frames[0]).toMatchObject({ watch: 2, cursor: cursor + 1, memory })
    expect(frameOf(again)).toMatchObject({
      events_cursor: cursor + 1,
      events: [missed, { type: 'ACTION_RESULT', ref: 'I', t: 1 }],
      memory,
      voxels: { encoding: 'RLE' },
    })
    expect(frameOf(await step(3))).toMatchObject({ events: [] })
  })

  test(`[RUNNER5] ${name}: the same inputs give the same digests`, async () => {
    const digests: string[][] = []
    for (let run = 0; run < 2; run++) {
      const { runner, ticks, step } = await start()
      await runner.submit({ kind: 'join', agentId: A1, name: 'ann' })
      await step(0)
      await runner.submit(actOf(1))
      await step(5)
      digests.push(ticks.map((tick) => tick.digest))
    }
    expect(digests[0]).toEqual(digests[1])
    expect(new Set(digests[0]).size).toBe(6)
  })

  test(`[LOAD2] ${name}: every k-th tick an agent is observed, with the events between and the k`, async () => {
    const { runner, step } = await start()
    runner.watch(WATCHER)
    await runner.submit({ kind: 'join', agentId: A1, name: 'ann' })
    expect((await step(0, 4)).frames).toHaveLength(1) // a newcomer is shown the world at once
    const seen: unknown[] = []
    for (let tick = 1; tick <= 9; tick++) {
      await runner.submit(actOf(tick, `a${tick}`))
      const done = await step(tick, 4)
      if (done.frames.length > 0) {
        const { obs_every: obsEvery, events } = frameOf(done)
        seen.push([tick, obsEvery, events.map(({ t }: { t: number }) => t)])
      }
    }
    expect(seen).toEqual([
      [1, 4, [1]],
      [5, 4, [2, 3, 4, 5]],
      [9, 4, [6, 7, 8, 9]],
    ])
  })
}
