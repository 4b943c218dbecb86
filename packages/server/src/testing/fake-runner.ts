import type { AgentId } from '@clawstead/protocol'
import type { Input } from '@clawstead/world'
import type { AgentSummary, ObsFrame, RunnerListener, Watcher, WorldRunner, WorldStart } from '../host/world-runner.js'

/** A world that only counts, for tests of what stands around worlds: it breaks, lags or turns agents away on demand. */
export interface FakeRunner extends WorldRunner {
  readonly inputs: Input[]
  readonly steps: number[]
  readonly watchers: Watcher[]
  behaviour: 'well' | 'broken' | 'silent' | 'refuses joins' | 'cannot write'
  /** What the world tells from now on, as if it had happened. */
  listener(): RunnerListener
  /** The world broke and is there again. */
  comeBack(agents?: readonly AgentSummary[]): void
}

const PARAMS = { tick_rate_hz: 5, chunk_size: [16, 16, 1], height: 1, obs_radius: 7, day_ticks: 6000, seed: 1 }

export function createFakeRunner(worldId: string, start: Partial<WorldStart> = {}): FakeRunner {
  const inputs: Input[] = []
  const steps: number[] = []
  const watchers: Watcher[] = []
  const watchByAgent = new Map<AgentId, number>()
  const present = new Set<AgentId>()
  let listener: RunnerListener | undefined
  let nextTick = start.nextTick ?? 0
  const begin = (agents: readonly AgentSummary[]): void => {
    const params = PARAMS as WorldStart['params']
    for (const { id } of agents) present.add(id)
    listener?.started({
      params,
      digest: '',
      acts: [],
      travel: { agents: [], outbox: [], closedGates: [] },
      ...start,
      nextTick,
      agents,
    })
  }
  const runner: FakeRunner = {
    worldId,
    inputs,
    steps,
    watchers,
    behaviour: 'well',
    async open(newListener) {
      listener = newListener
      begin(start.agents ?? [])
    },
    listener: () => listener as RunnerListener,
    comeBack: (agents = []) => begin(agents),
    async submit(input) {
      if (runner.behaviour === 'cannot write' && input.kind === 'act') throw new Error('no room')
      inputs.push(input)
      if (input.kind === 'join' && runner.behaviour !== 'refuses joins') present.add(input.agentId)
      return nextTick
    },
    waiting: 0,
    watch(watcher) {
      watchers.push(watcher)
      watchByAgent.set(watcher.agentId, watcher.number)
    },
    unwatch: (agentId) => void watchByAgent.delete(agentId),
    step(tick) {
      steps.push(tick)
      nextTick = tick + 1
      if (runner.behaviour === 'broken') listener?.failed({ message: 'a belief was wrong', tick, isComingBack: false })
      else if (runner.behaviour !== 'silent') {
        listener?.observed(framesOf(tick))
        listener?.ticked({ tick, digest: '', inputs: 0, durationMs: 1, spentMs: {}, logMs: 0, behindTicks: 0 })
      }
    },
    agents: async () => [],
    map: async () => undefined,
    async close() {},
  }

  function framesOf(tick: number): ObsFrame[] {
    return [...watchByAgent]
      .filter(([agentId]) => present.has(agentId))
      .map(([agentId, watch]) => ({
        agentId,
        watch,
        bytes: Buffer.from(JSON.stringify({ type: 'OBS', tick })),
        cursor: 0,
        memory: [],
      }))
  }
  return runner
}
