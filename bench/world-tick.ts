import { type Act, type AgentId, agentId, type GameEvent, type Vec3 } from '@clawstead/protocol'
import { agentsInIdOrder, createView, encodeObs, type Input, tick, type View, type World } from '@clawstead/world'
import { testWorld } from '@clawstead/world/testing'
import type { Bench, BenchRow } from './bench.js'
import { rounded } from './measure.js'

/** A crowd that walks (40 %), mines or places (30 %), crafts (10 %) or idles (20 %). */
function wishes(world: World, tickNumber: number): Input[] {
  const inputs: Input[] = []
  for (const agent of agentsInIdOrder(world)) {
    const n = agent.number
    const trade = n % 10
    const isFree = trade < 4 ? agent.movement === null : agent.work === null
    if (trade >= 8 || !isFree || (tickNumber + n) % 5 !== 0) continue
    inputs.push({ kind: 'act', agentId: agent.id, act: actOf(tickNumber, taskOf(n, trade, tickNumber, agent.pos)) })
  }
  return inputs
}

function taskOf(n: number, trade: number, now: number, [x, y, z]: Vec3): object {
  const dx = ((n * 7 + now * 13) % 25) - 12
  const dz = ((n * 11 + now * 5) % 25) - 12
  if (trade < 4) return { type: 'MOVE_TO', target: [2 * n + dx, y, -2 * n + dz], tolerance: 1 }
  if (trade < 6) return { type: 'MINE', block_pos: [x + 1, Math.max(0, y - 1), z + (now % 3)] }
  if (trade < 7) return { type: 'PLACE', item_id: 'PLANK', block_pos: [x + 1, y, z + 1 + (now % 2)] }
  return { type: 'CRAFT', recipe_id: 'stick_from_plank', count: 1 }
}

function actOf(now: number, task: object): Act {
  return {
    type: 'ACT',
    protocol_version: '1.1',
    tick: now,
    instants: [],
    tasks: [{ id: 't', ...task }],
    cancel: [],
  } as unknown as Act
}

interface Run {
  readonly tickMs: number[]
  readonly obsMs: number[]
  /** What the processor spent on each tick, which others on the same machine hardly change. */
  readonly processorMs: number[]
}

function crowd(options: { flat: boolean; agents: number; ticks: number; observed: boolean }): Run {
  const world = testWorld({ flat: options.flat, seed: 7 })
  const views = new Map<AgentId, View>()
  const joins: Input[] = Array.from({ length: options.agents }, (_, i) => ({
    kind: 'join',
    agentId: agentId(i + 1),
    name: `bench${i}`,
  }))
  tick(world, joins)
  for (const agent of agentsInIdOrder(world)) {
    agent.inventory.counts.set('PLANK', 100_000)
    views.set(agent.id, createView({ deltaVoxels: true }))
  }
  const run: Run = { tickMs: [], obsMs: [], processorMs: [] }
  const warmups = 60
  for (let i = 0; i < options.ticks + warmups; i++) {
    const inputs = wishes(world, world.state.tick)
    const before = process.cpuUsage()
    const start = performance.now()
    const result = tick(world, inputs)
    const middle = performance.now()
    if (options.observed) observeAll(world, views, result.events)
    const end = performance.now()
    const { user, system } = process.cpuUsage(before)
    if (i < warmups) continue
    run.tickMs.push(end - start)
    run.obsMs.push(end - middle)
    run.processorMs.push((user + system) / 1000)
  }
  return run
}

function observeAll(
  world: World,
  views: Map<AgentId, View>,
  events: readonly { agentId: AgentId; event: GameEvent }[],
): number {
  const byAgent = new Map<AgentId, GameEvent[]>()
  for (const { agentId: id, event } of events) {
    const list = byAgent.get(id)
    if (list === undefined) byAgent.set(id, [event])
    else list.push(event)
  }
  let bytes = 0
  for (const [id, view] of views) {
    const own = byAgent.get(id) ?? []
    bytes += encodeObs(world, id, view, { protocolVersion: '1.1', events: own, eventsCursor: 1 }).length
  }
  return bytes
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

function row(name: string, { tickMs, obsMs, processorMs }: Run, reach: number): BenchRow {
  const p99 = quantile(tickMs, 0.99)
  return {
    name,
    unit: 'ms',
    value: p99,
    p50: quantile(tickMs, 0.5),
    p99,
    p999: quantile(tickMs, 0.999),
    reach,
    ok: p99 < reach,
    note:
      `of which observations p50 ${quantile(obsMs, 0.5)} ms; ` +
      `processor time p50 ${quantile(processorMs, 0.5)}, p99 ${quantile(processorMs, 0.99)} ms`,
  }
}

export const worldTick: Bench = {
  name: 'world-tick',
  async run() {
    const solid = crowd({ flat: false, agents: 1000, ticks: 1000, observed: true })
    const flat = crowd({ flat: true, agents: 1000, ticks: 1000, observed: true })
    const hundred = crowd({ flat: false, agents: 100, ticks: 3000, observed: false })
    const total = hundred.tickMs.reduce((sum, ms) => sum + ms, 0)
    const perSecond = rounded((hundred.tickMs.length * 1000) / total)
    return [
      row('world-tick-1000', solid, 50),
      row('world-tick-1000-flat', flat, 30),
      { name: 'world-tick-100-unseen', unit: 'ticks/s', value: perSecond, reach: 1000, ok: perSecond >= 1000 },
    ]
  },
}
