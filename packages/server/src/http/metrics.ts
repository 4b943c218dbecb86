import type { Gateway } from '../gateway/gateway.js'
import type { Host } from '../host/host.js'
import { TICK_SECONDS_BUCKETS } from '../host/tick-stats.js'

type Labels = Readonly<Record<string, string>>

interface Sample {
  readonly suffix?: string
  readonly labels?: Labels
  readonly value: number | string
}

/** The state of the server in the text format of Prometheus. */
export function metricsText(host: Host, gateway: Gateway): string {
  const worlds = [...host.worlds].sort((a, b) => (a.id < b.id ? -1 : 1))
  const perWorld = (valueOf: (world: (typeof worlds)[number]) => number | string): Sample[] =>
    worlds.map((world) => ({ labels: { world: world.id }, value: valueOf(world) }))
  const agentsIn = countAgents(gateway)
  const { counts } = gateway
  const queues = gateway.queues()
  return [
    metric(
      'voxelcraft_world_tick',
      'gauge',
      'Next tick of the world.',
      perWorld((world) => world.lastTick + 1),
    ),
    metric(
      'voxelcraft_world_agents',
      'gauge',
      'Agents in the world, connected or not.',
      perWorld((world) => agentsIn.get(world.id) ?? 0),
    ),
    metric(
      'voxelcraft_world_online_agents',
      'gauge',
      'Same as voxelcraft_world_agents.',
      perWorld((world) => agentsIn.get(world.id) ?? 0),
    ),
    metric(
      'voxelcraft_world_clients',
      'gauge',
      'Connected clients of the world.',
      perWorld((world) => gateway.clientsIn(world.id)),
    ),
    metric(
      'voxelcraft_world_queue_depth',
      'gauge',
      'Inputs waiting for the next tick.',
      worlds.map((world) => ({ labels: { world: world.id, queue: 'inbox' }, value: world.runner.waiting })),
    ),
    metric(
      'voxelcraft_world_step_ms',
      'gauge',
      'Duration of the last tick in milliseconds.',
      perWorld((world) => world.stats.lastMs.toFixed(3)),
    ),
    metric(
      'clawstead_tick_seconds',
      'histogram',
      'Work of a tick, observations included.',
      worlds.flatMap((world) => histogram(world.id, world.stats)),
    ),
    metric(
      'clawstead_tick_part_seconds_total',
      'counter',
      'What ticks spent their time on: inputs, each system, digest, log, observe.',
      worlds.flatMap((world) =>
        [...world.spentMs].map(([part, ms]) => ({ labels: { world: world.id, part }, value: (ms / 1000).toFixed(6) })),
      ),
    ),
    metric(
      'clawstead_log_seconds',
      'histogram',
      'How long it took to make ticks durable.',
      worlds.flatMap((world) => histogram(world.id, world.logStats)),
    ),
    metric(
      'clawstead_world_behind_ticks',
      'gauge',
      'Ticks that were asked for and are not shown yet.',
      perWorld((world) => Math.max(0, host.nextTick - 1 - world.lastTick)),
    ),
    metric(
      'clawstead_observations_every',
      'gauge',
      'Each agent is observed at every such tick; more than 1 when there is too much to do.',
      perWorld((world) => world.pacing.obsEvery),
    ),
    metric('clawstead_ticks_skipped_total', 'counter', 'Ticks of time given up because the host was held up.', [
      { value: host.skippedTicks },
    ]),
    metric(
      'clawstead_world_failed',
      'gauge',
      '1 while the world is down because it broke.',
      perWorld((world) => (world.failure === undefined ? 0 : 1)),
    ),
    metric(
      'clawstead_world_failures_total',
      'counter',
      'How often the world broke.',
      perWorld((world) => world.failures),
    ),
    metric(
      'clawstead_world_stalled',
      'gauge',
      '1 while the world cannot be written and no tick passes.',
      perWorld((world) => (world.stalled === undefined ? 0 : 1)),
    ),
    metric('clawstead_outbox_frames', 'gauge', 'Frames waiting for clients, all together and of the worst one.', [
      { labels: { of: 'all' }, value: queues.frames },
      { labels: { of: 'worst' }, value: queues.worstFrames },
    ]),
    metric('clawstead_outbox_bytes', 'gauge', 'Size of the frames waiting for clients.', [{ value: queues.bytes }]),
    metric(
      'voxelcraft_world_reset_total',
      'counter',
      'How often the world was rebuilt.',
      perWorld((world) => world.rebuilds),
    ),
    metric(
      'voxelcraft_world_switch_total',
      'counter',
      'Wishes to go to another world, by what became of them.',
      gateway.switches().map(({ from, to, result, count }) => ({ labels: { from, to, result }, value: count })),
    ),
    metric('clawstead_connections', 'gauge', 'Open agent sockets.', [{ value: gateway.connections }]),
    metric('clawstead_acts_total', 'counter', 'Acts received, by what became of them.', [
      { labels: { result: 'taken' }, value: counts.acts },
      { labels: { result: 'refused' }, value: counts.refusedActs },
      { labels: { result: 'replayed' }, value: counts.replayedActs },
    ]),
    metric(
      'clawstead_observations_dropped_total',
      'counter',
      'Stale observations dropped for clients that read too slowly.',
      [{ value: counts.droppedObs }],
    ),
    metric('clawstead_connections_cut_total', 'counter', 'Connections ended by a limit.', [{ value: counts.cut }]),
    metric('process_resident_memory_bytes', 'gauge', 'Resident memory of the server.', [
      { value: process.memoryUsage.rss() },
    ]),
  ].join('')
}

function countAgents(gateway: Gateway): Map<string, number> {
  const countByWorld = new Map<string, number>()
  for (const { worldId } of gateway.agents.all()) countByWorld.set(worldId, (countByWorld.get(worldId) ?? 0) + 1)
  return countByWorld
}

function histogram(world: string, stats: { buckets: readonly number[]; count: number; sumMs: number }): Sample[] {
  const buckets = TICK_SECONDS_BUCKETS.map((bound, i) => ({
    suffix: '_bucket',
    labels: { world, le: String(bound) },
    value: stats.buckets[i] ?? 0,
  }))
  return [
    ...buckets,
    { suffix: '_bucket', labels: { world, le: '+Inf' }, value: stats.count },
    { suffix: '_sum', labels: { world }, value: (stats.sumMs / 1000).toFixed(6) },
    { suffix: '_count', labels: { world }, value: stats.count },
  ]
}

function metric(
  name: string,
  type: 'gauge' | 'counter' | 'histogram',
  help: string,
  samples: readonly Sample[],
): string {
  const lines = samples.map(({ suffix = '', labels, value }) => `${name}${suffix}${labelText(labels)} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function labelText(labels: Labels | undefined): string {
  if (labels === undefined) return ''
  const escape = (value: string): string =>
    value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
  return `{${Object.entries(labels)
    .map(([key, value]) => `${key}="${escape(value)}"`)
    .join(',')}}`
}
