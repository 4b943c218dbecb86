import type { WorldDefinition } from '@clawstead/protocol'
import type { SeasonEnd } from '@clawstead/world'
import type { Logger } from '../log.js'
import type { HostClock } from './clock.js'
import type { EventStore } from './event-store.js'
import { createPacing, type Pacing } from './pacing.js'
import { Showing } from './showing.js'
import { createTickLoop } from './tick-loop.js'
import { createTickStats, type TickStats } from './tick-stats.js'
import { createTickWatch } from './tick-watch.js'
import { createTurns } from './turns.js'
import type {
  EventText,
  ObsFrame,
  SeasonNews,
  WorldFailure,
  WorldParams,
  WorldRunner,
  WorldStart,
  WorldTick,
} from './world-runner.js'

/** How many ticks a world may be behind and still count as ready. */
const READY_LAG_TICKS = 10

export interface HostedWorld {
  readonly id: string
  readonly definition: WorldDefinition
  readonly runner: WorldRunner
  readonly stats: TickStats
  /** How long it takes to make ticks durable. */
  readonly logStats: TickStats
  /** What its ticks spent their time on since the start, by part. */
  readonly spentMs: Map<string, number>
  readonly pacing: Pacing
  readonly showing: Showing
  /** Known once the world has started. */
  params: WorldParams
  /** The last tick that is done and shown, -1 before the first. */
  lastTick: number
  lastTickAtMs: number
  lastDigest: string
  failure: WorldFailure | undefined
  /** How often it broke since the server started. */
  failures: number
  /** How often it was rebuilt since the server started. */
  rebuilds: number
  /** Why nothing can be written now. */
  stalled: string | undefined
}

export interface HostListener {
  /** A world is there, for the first time or again. */
  started(world: HostedWorld, start: WorldStart): void
  /** A tick is about to take the waiting inputs of all worlds. */
  beforeTick(): void
  observed(world: HostedWorld, frames: readonly ObsFrame[]): void
  ticked(world: HostedWorld, tick: WorldTick): void
  failed(world: HostedWorld, failure: WorldFailure): void
}

/**
 * All worlds of this server under one count of ticks: every world is asked for tick n before any is asked for n + 1, and
 * a world that broke or lags holds up none of the others. While one of them cannot write, no tick passes at all.
 */
export interface Host {
  readonly worlds: readonly HostedWorld[]
  readonly defaultWorld: HostedWorld
  readonly tickRateHz: number
  /** The tick that begins next. A world whose turn is still to come takes what is handed in one tick earlier. */
  readonly nextTick: number
  readonly skippedTicks: number
  readonly events: EventStore
  find(worldId: string): HostedWorld | undefined
  listen(listener: HostListener): void
  /** Brings all worlds up. Rejects, with none of them running, when one cannot be. */
  open(): Promise<void>
  /** Runs the next tick and keeps going at the tick rate. Resolves when every world has run it, or says why it cannot. */
  start(): Promise<void>
  stop(): void
  /** Why a client should not come here now; empty when every world is well. */
  troubles(): string[]
  close(): Promise<void>
}

export interface HostOptions {
  readonly clock: HostClock
  readonly log: Logger
  readonly tickRateHz: number
  readonly defaultWorldId: string
  readonly worlds: readonly { readonly definition: WorldDefinition; readonly runner: WorldRunner }[]
  readonly events: EventStore
  /** Writes down how a season ended. */
  readonly archive?: (worldId: string, end: SeasonEnd) => void
  /** Share of its time this thread was busy lately, 0 to 1. */
  readonly load?: () => number
  /** Worlds begin a tick one after the other, spread over its time. For worlds that have threads of their own. */
  readonly takesTurns?: boolean
}

const NO_PARAMS: WorldParams = {
  tick_rate_hz: 0,
  chunk_size: [16, 16, 0],
  height: 0,
  obs_radius: 0,
  day_ticks: 0,
  seed: 0,
}

export function createHost(options: HostOptions): Host {
  const { clock, log, tickRateHz, defaultWorldId, events, load = () => 0, archive = () => {}, takesTurns } = options
  const periodMs = 1000 / tickRateHz
  const turns = createTurns(clock, periodMs)
  let nextTick = 0
  let listener: HostListener | undefined
  let settleFirst: () => void = () => {}
  /** Events that worlds tell while they are brought back. Those of one agent may come from several worlds, in any order. */
  let early: EventText[] | undefined = []
  const worlds: HostedWorld[] = options.worlds.map(({ definition, runner }) => ({
    id: runner.worldId,
    definition,
    runner,
    stats: createTickStats(),
    logStats: createTickStats(),
    spentMs: new Map(),
    pacing: createPacing(periodMs),
    showing: new Showing(clock, periodMs),
    params: NO_PARAMS,
    lastTick: -1,
    lastTickAtMs: clock.now(),
    lastDigest: '',
    failure: undefined,
    failures: 0,
    rebuilds: 0,
    stalled: undefined,
  }))
  const worldById = new Map(worlds.map((world) => [world.id, world]))
  const defaultWorld = worldById.get(defaultWorldId)
  if (defaultWorld === undefined) throw new Error(`default world ${defaultWorldId} is not among the worlds`)
  const watchTick = createTickWatch({ periodMs, clock, log })

  function endSeason(world: HostedWorld, season: SeasonNews): void {
    world.params = { ...world.params, seed: season.seed }
    if (season.isRebuilt) world.rebuilds++
    archive(world.id, season.end)
  }

  function endTick(world: HostedWorld, tick: WorldTick): void {
    const { durationMs, spentMs, logMs, behindTicks } = tick
    world.lastTick = tick.tick
    world.lastTickAtMs = clock.now()
    world.lastDigest = tick.digest
    world.stats.add(durationMs)
    if (logMs > 0) world.logStats.add(logMs)
    for (const [part, ms] of Object.entries(spentMs)) world.spentMs.set(part, (world.spentMs.get(part) ?? 0) + ms)
    world.pacing.note({ durationMs, observeMs: spentMs['observe'] ?? 0, behindTicks, hostLoad: load() })
    if (tick.season !== undefined) endSeason(world, tick.season)
    watchTick(world.id, tick)
    listener?.ticked(world, tick)
    settleFirst()
  }

  function openWorld(world: HostedWorld): Promise<void> {
    return world.runner.open({
      started(start) {
        world.params = start.params
        world.lastTick = start.nextTick - 1
        world.lastTickAtMs = clock.now()
        world.lastDigest = start.digest
        world.failure = undefined
        world.stalled = undefined
        listener?.started(world, start)
      },
      happened(told) {
        if (early === undefined) for (const event of told) events.append(event)
        else early.push(...told)
      },
      observed: (frames) => world.showing.observed(frames.length, () => listener?.observed(world, frames)),
      ticked: (tick) => world.showing.ticked(tick.tick, () => endTick(world, tick)),
      stalled(reason) {
        world.stalled = reason
        if (reason === undefined) log.info({ worldId: world.id }, 'the world can be written again; ticks go on')
        else log.error({ worldId: world.id, reason }, 'the world cannot be written; no tick passes until it can be')
        settleFirst()
      },
      failed(failure) {
        world.showing.flush()
        world.failure = failure
        world.failures++
        world.stalled = undefined
        listener?.failed(world, failure)
        settleFirst()
      },
      keepEvents: () => events.flush(),
    })
  }

  function runTick(dueMs: number): void {
    // What cannot be written must not happen, in no world: there is one count of ticks.
    if (worlds.some(({ stalled }) => stalled !== undefined)) return
    turns.finish()
    listener?.beforeTick()
    const tick = nextTick++
    turns.begin(
      dueMs,
      worlds.map((world) => (turnMs) => {
        if (world.failure === undefined) world.showing.begin(tick, turnMs)
        world.runner.step(tick, world.pacing.obsEvery)
      }),
    )
    if (takesTurns !== true) turns.finish()
  }

  const loop = createTickLoop({ clock, tickRateHz, log, run: runTick })

  async function closeAll(): Promise<void> {
    loop.stop()
    turns.drop()
    for (const { showing } of worlds) showing.drop()
    await Promise.all(worlds.map((world) => world.runner.close()))
  }

  return {
    worlds,
    defaultWorld,
    tickRateHz,
    get nextTick() {
      return nextTick
    },
    get skippedTicks() {
      return loop.skippedTicks
    },
    events,
    find: (worldId) => worldById.get(worldId),
    listen(newListener) {
      listener = newListener
    },
    async open() {
      const results = await Promise.allSettled(worlds.map(openWorld))
      const refused = results.find((result) => result.status === 'rejected')
      if (refused !== undefined) {
        await closeAll()
        throw refused.reason
      }
      for (const event of (early ?? []).sort((a, b) => a.cursor - b.cursor)) events.append(event)
      early = undefined
      nextTick = Math.max(...worlds.map((world) => world.lastTick)) + 1
    },
    start() {
      const first = nextTick
      return new Promise((resolve) => {
        settleFirst = () => {
          const isSettled = ({ lastTick, failure, stalled }: HostedWorld): boolean =>
            lastTick >= first || failure !== undefined || stalled !== undefined
          if (!worlds.every(isSettled)) return
          settleFirst = () => {}
          resolve()
        }
        runTick(clock.now())
        loop.start()
      })
    },
    stop() {
      loop.stop()
      turns.finish()
    },
    troubles() {
      const staleMs = READY_LAG_TICKS * periodMs
      return worlds.flatMap((world) => {
        const { id, failure, stalled } = world
        if (failure !== undefined) {
          const next = failure.isComingBack ? '; it is being brought back' : ''
          return [`world ${id} broke at tick ${failure.tick}: ${failure.message}${next}`]
        }
        if (stalled !== undefined) return [`world ${id} cannot be written, so no tick passes: ${stalled}`]
        if (world.lastTick < 0) return [`world ${id} has not run a tick yet`]
        const lagTicks = nextTick - 1 - world.lastTick
        if (lagTicks > READY_LAG_TICKS) return [`world ${id} is ${lagTicks} ticks behind`]
        const silentMs = clock.now() - world.lastTickAtMs
        return silentMs > staleMs ? [`world ${id} has not ticked for ${Math.round(silentMs)} ms`] : []
      })
    },
    close: closeAll,
  }
}
