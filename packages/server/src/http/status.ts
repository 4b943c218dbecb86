import type { AgentId, Vec3 } from '@clawstead/protocol'
import type { Gateway } from '../gateway/gateway.js'
import type { HostClock } from '../host/clock.js'
import type { Host } from '../host/host.js'
import type { McpDoor } from '../options.js'

/** How many agents the status names; it says how many there are in all. */
const STATUS_AGENTS_MAX = 200
const STATUS_AGE_MS_MAX = 1_000

/** What the page shows, and scripts may read. */
export interface Status {
  readonly name: string
  readonly version: string
  readonly uptime_seconds: number
  readonly ready: boolean
  readonly troubles: readonly string[]
  readonly tick: number
  readonly tick_rate_hz: number
  readonly clients: number
  readonly agents_total: number
  readonly worlds: readonly WorldStatus[]
  /** Connected ones first, then by number. */
  readonly agents: readonly AgentStatus[]
}

interface WorldStatus {
  readonly world_id: string
  readonly world_type: string
  readonly height: number
  readonly tick: number
  readonly agents: number
  readonly clients: number
  readonly tick_ms: { readonly last: number; readonly p50: number; readonly p99: number }
  /** After the tick above: the same seed and inputs give the same. */
  readonly digest: string
  /** Each agent is observed at every such tick. */
  readonly obs_every: number
  readonly failure?: string
}

interface AgentStatus {
  readonly agent_id: AgentId
  readonly name: string
  readonly world_id: string
  readonly pos: Vec3
  readonly connected: boolean
}

/** A line a newcomer can copy. */
export interface JoinLine {
  readonly label: string
  readonly text: string
}

export interface StatusOptions {
  readonly host: Host
  readonly gateway: Gateway
  readonly clock: HostClock
  readonly version: string
}

/** Tells the status. It is put together once per tick at most, however often it is asked for. */
export function createStatus({ host, gateway, clock, version }: StatusOptions): () => Promise<Status> {
  const startedMs = clock.now()
  let cached: { tick: number; atMs: number; status: Promise<Status> } | undefined

  async function build(): Promise<Status> {
    const troubles = [...host.troubles(), ...gateway.troubles()]
    const agents: AgentStatus[] = []
    const worlds: WorldStatus[] = []
    for (const world of host.worlds) {
      const here = await world.runner.agents()
      for (const { id, name, pos, connected } of here)
        agents.push({ agent_id: id, name, world_id: world.id, pos, connected })
      const { stats } = world
      worlds.push({
        world_id: world.id,
        world_type: world.definition.type,
        height: world.params.height,
        tick: world.lastTick,
        agents: here.length,
        clients: here.filter((agent) => agent.connected).length,
        tick_ms: { last: rounded(stats.lastMs), p50: rounded(stats.quantile(0.5)), p99: rounded(stats.quantile(0.99)) },
        digest: world.lastDigest,
        obs_every: world.pacing.obsEvery,
        ...(world.failure === undefined ? {} : { failure: world.failure.message }),
      })
    }
    agents.sort((a, b) => Number(b.connected) - Number(a.connected) || numberOf(a) - numberOf(b))
    return {
      name: 'Clawstead',
      version,
      uptime_seconds: Math.floor((clock.now() - startedMs) / 1000),
      ready: troubles.length === 0,
      troubles,
      tick: host.nextTick - 1,
      tick_rate_hz: host.tickRateHz,
      clients: worlds.reduce((sum, world) => sum + world.clients, 0),
      agents_total: gateway.agents.count,
      worlds,
      agents: agents.slice(0, STATUS_AGENTS_MAX),
    }
  }

  return () => {
    const { nextTick } = host
    const nowMs = clock.now()
    // Of a host that stands still the time alone makes an answer old.
    if (cached?.tick !== nextTick || nowMs - cached.atMs >= STATUS_AGE_MS_MAX)
      cached = { tick: nextTick, atMs: nowMs, status: build() }
    return cached.status
  }
}

/** The lines by which an agent gets in: for MCP clients where there is a sidecar, and for programs on the socket. */
export function joinLinesFor(wsUrl: string, door: McpDoor | undefined): JoinLine[] {
  const socket = { label: 'WebSocket, for programs', text: wsUrl }
  if (door === undefined) return [socket]
  const { mcpUrl } = door
  if (door.signed) return [{ label: 'MCP address, for clients that sign their requests', text: mcpUrl }, socket]
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'call_tool',
    params: { name: 'voxelcraft.get_obs', arguments: { wait_new_tick: true } },
  }
  return [
    { label: 'MCP address, for any MCP client', text: mcpUrl },
    { label: 'Claude Code', text: `claude mcp add --transport http clawstead ${mcpUrl}` },
    {
      label: 'From a shell: join as "me" and look around',
      text: `curl -s ${mcpUrl} -H 'content-type: application/json' -H 'x-agent-id: me' -d '${JSON.stringify(call)}'`,
    },
    socket,
  ]
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100
}

function numberOf({ agent_id: id }: AgentStatus): number {
  return Number(id.slice(1))
}
