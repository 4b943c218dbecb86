import type { Catalog, ProtocolVersion, WorldDescriptor } from '@clawstead/protocol'
import type { WebSocket } from 'ws'
import { type AgentRecord, type Agents, createAgents } from '../host/agents.js'
import { type HostClock, scheduleEvery } from '../host/clock.js'
import type { Host } from '../host/host.js'
import type { KeyedJournal } from '../host/keyed-journal.js'
import { createTravel, type SwitchCount } from '../host/travel.js'
import type { MemoryItem } from '../host/world-runner.js'
import type { Logger } from '../log.js'
import { createMemoryWhereabouts } from '../ports/whereabouts.js'
import { createAddresses } from './addresses.js'
import type { GatewayContext, GatewayCounts } from './context.js'
import type { GatewayLimits } from './limits.js'
import { meetWorld } from './meet-world.js'
import { createRateLimit, type RateLimit } from './rate-limit.js'
import { Session } from './session.js'
import { clientSocket } from './socket.js'

const CLOSE_GOING_AWAY = 1001
const CLOSE_TRY_LATER = 1013
const DRAIN_CHECK_MS = 1_000
/** How often it is noted how far clients were told; after a crash they are told again at most so much. */
const NOTE_TOLD_MS = 5_000

export interface GatewayOptions {
  readonly host: Host
  readonly clock: HostClock
  readonly log: Logger
  readonly limits: GatewayLimits
  readonly catalog: Catalog
  readonly catalogFrames: Readonly<Record<ProtocolVersion, readonly Buffer[]>>
  readonly manifest: readonly WorldDescriptor[]
  /** Where agents and tokens are kept; in memory alone without one. */
  readonly journal?: KeyedJournal
}

/** All connections of agents. It sits between sockets and worlds: neither ever waits for the other here. */
export interface Gateway {
  readonly agents: Agents<Session>
  readonly counts: Readonly<GatewayCounts>
  readonly connections: number
  /** Agents of a world that somebody speaks for right now. */
  clientsIn(worldId: string): number
  /** What waits for clients that have not read it yet. */
  queues(): { readonly frames: number; readonly worstFrames: number; readonly bytes: number }
  /** How often agents wished to go to another world, and what became of it. */
  switches(): readonly SwitchCount[]
  /** Why a client should not come here now, as far as the worlds are not to blame. */
  troubles(): string[]
  accept(ws: WebSocket, address: string): void
  close(): Promise<void>
}

export function createGateway(options: GatewayOptions): Gateway {
  const { host, clock, log, limits } = options
  const agents = createAgents<Session>(options.journal)
  const addresses = createAddresses(limits)
  const socketBySession = new Map<Session, WebSocket>()
  const counts: GatewayCounts = { acts: 0, refusedActs: 0, replayedActs: 0, droppedObs: 0, cut: 0 }
  const frameRates = new WeakMap<AgentRecord, RateLimit>()
  let closing: Promise<void> | undefined

  function frameRateOf(agent: AgentRecord): RateLimit {
    let rate = frameRates.get(agent)
    if (rate === undefined) {
      rate = createRateLimit(limits.agentFrames)
      frameRates.set(agent, rate)
    }
    return rate
  }

  const context: GatewayContext = { ...options, agents, counts, frameRateOf }

  const whereabouts = createMemoryWhereabouts()
  const travel = createTravel({
    async submit(worldId, input) {
      const world = host.find(worldId)
      if (world === undefined) throw new Error(`this server has no world ${worldId}`)
      await world.runner.submit(input)
    },
    whereabouts,
    // Who never travelled is where it was made.
    worldOf: (agentId) => whereabouts.worldOf(agentId) ?? agents.get(agentId)?.worldId,
    moved(agentId, worldId, name) {
      const agent = agents.move(agentId, worldId, name)
      const world = host.find(worldId)
      if (world !== undefined) void agents.connectionOf(agent.id)?.followTo(world)
    },
    log,
  })

  host.listen({
    started(world, start) {
      meetWorld(world, start, { agents, log, sessions: socketBySession.keys() })
      travel.started(world.id, start.travel)
    },
    beforeTick() {
      for (const session of socketBySession.keys()) session.makeRoom()
    },
    observed(_world, frames) {
      for (const frame of frames) {
        const session = agents.connectionOf(frame.agentId)
        if (session !== undefined) session.deliver(frame)
        else if (frame.memory.length > 0) owe(agents.get(frame.agentId), frame.memory)
      }
    },
    ticked(world, { tick, travel: news }) {
      for (const session of socketBySession.keys()) session.checkJoin(world, tick)
      if (news !== undefined) travel.heard(world.id, news)
    },
    failed(world, { isComingBack }) {
      travel.stopped(world.id)
      if (isComingBack) return
      for (const session of socketBySession.keys()) session.worldFailed(world)
    },
  })

  const stopProbing = scheduleEvery(clock, limits.pingMs, () => {
    for (const session of socketBySession.keys()) session.probe()
  })
  const stopDrainChecks = scheduleEvery(clock, DRAIN_CHECK_MS, () => {
    for (const session of socketBySession.keys()) session.checkDrain()
    addresses.sweep(clock.now())
  })

  const stopNoting = scheduleEvery(clock, NOTE_TOLD_MS, () => {
    agents.noteTold()
    agents.safe().catch((error: unknown) => log.warn({ err: error }, 'agents could not be written'))
  })

  async function closeAll(): Promise<void> {
    stopProbing()
    stopDrainChecks()
    stopNoting()
    const sockets = [...socketBySession.values()]
    const gone = Promise.all(sockets.map((ws) => new Promise<void>((resolve) => ws.once('close', () => resolve()))))
    for (const session of socketBySession.keys()) session.close(CLOSE_GOING_AWAY, 'server stopping')
    await gone
    agents.noteTold()
    await agents.safe()
  }

  return {
    agents,
    counts,
    get connections() {
      return socketBySession.size
    },
    clientsIn(worldId) {
      let clients = 0
      for (const session of socketBySession.keys()) if (session.agent?.worldId === worldId) clients++
      return clients
    },
    queues() {
      const waiting = [...socketBySession.keys()].map((session) => session.waiting)
      return {
        frames: waiting.reduce((sum, { frames }) => sum + frames, 0),
        worstFrames: waiting.reduce((most, { frames }) => Math.max(most, frames), 0),
        bytes: waiting.reduce((sum, { bytes }) => sum + bytes, 0),
      }
    },
    switches: () => travel.counts(),
    troubles: () => (agents.trouble === undefined ? [] : [`agents cannot be written: ${agents.trouble}`]),
    accept(ws, addressName) {
      // Errors of a socket are always followed by its close, which is where they are dealt with.
      ws.on('error', (error) => log.debug({ address: addressName, err: error }, 'a socket failed'))
      if (closing !== undefined) return ws.terminate()
      const address = socketBySession.size >= limits.connectionsMax ? undefined : addresses.open(addressName)
      if (address === undefined) {
        counts.cut++
        return ws.close(CLOSE_TRY_LATER, 'too many connections')
      }
      const session = new Session(context, clientSocket(ws), address)
      socketBySession.set(session, ws)
      ws.on('message', (data) => session.receive(data as Buffer))
      ws.on('pong', () => session.pong())
      ws.on('close', () => {
        socketBySession.delete(session)
        addresses.close(address)
        session.gone()
      })
    },
    close() {
      closing ??= closeAll()
      return closing
    },
  }
}

/** An observation was made for somebody who is gone: the memory it carried is for whoever comes next. */
function owe(agent: AgentRecord | undefined, memory: readonly MemoryItem[]): void {
  if (agent !== undefined) agent.owedMemory = [...agent.owedMemory, ...memory]
}
