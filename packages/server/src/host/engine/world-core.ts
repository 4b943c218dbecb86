import type { AgentId } from '@clawstead/protocol'
import {
  agentsInIdOrder,
  createView,
  encodeObs,
  type Input,
  type TickResult,
  tick as tickWorld,
  type View,
  type World,
} from '@clawstead/world'
import type { TravelStart } from '../travel.js'
import type { AgentSummary, EventText, MemoryItem, TickNews, Watcher } from '../world-runner.js'
import type { FrameBatch, PackedFrame } from './messages.js'
import { SurfaceMap } from './surface-map.js'
import { RecentEvents, type Telling } from './tellings.js'

interface Watched {
  readonly watcher: Watcher
  readonly agentNumber: number
  readonly view: View
  readonly telling: Telling
  isNew: boolean
}

interface ObservedText extends Omit<PackedFrame, 'start' | 'end'> {
  readonly text: string
}

/** A world and those who watch it: takes ticks and makes observations. Knows no thread and no disk. */
export class WorldCore {
  private readonly recent = new RecentEvents()
  private readonly watchedByAgent = new Map<AgentId, Watched>()

  /** The world seen from above, for those who only look. */
  readonly surface: SurfaceMap

  constructor(readonly world: World) {
    this.surface = new SurfaceMap(world)
  }

  get nextTick(): number {
    return this.world.state.tick
  }

  get digest(): string {
    return this.world.state.chain
  }

  watch(watcher: Watcher): void {
    this.watchedByAgent.set(watcher.agentId, {
      watcher,
      agentNumber: Number(watcher.agentId.slice(1)),
      view: createView({ deltaVoxels: watcher.deltaVoxels }),
      telling: this.recent.begin(watcher),
      isNew: true,
    })
  }

  unwatch(agentId: AgentId): void {
    this.watchedByAgent.delete(agentId)
  }

  get isWatched(): boolean {
    return this.watchedByAgent.size > 0
  }

  /** One tick. `probe` is told the name of each part as it ends. */
  run(inputs: readonly Input[], probe?: (part: string) => void): TickResult {
    const result = tickWorld(this.world, inputs, probe)
    for (const event of result.events) this.recent.append(event)
    for (const [agentId, memory] of result.memoryByAgent) {
      const telling = this.watchedByAgent.get(agentId as AgentId)?.telling
      if (telling !== undefined) telling.memory = [...telling.memory, ...memory]
    }
    return result
  }

  /** Who is to be observed after the tick that just ran: newcomers at once, the others every so many ticks in turn. */
  due(obsEvery: number): readonly Watched[] {
    const turn = (this.nextTick - 1) % obsEvery
    const { agents } = this.world.state
    return [...this.watchedByAgent.values()].filter(
      ({ watcher, agentNumber, isNew }) => (isNew || agentNumber % obsEvery === turn) && agents.has(watcher.agentId),
    )
  }

  observe(due: readonly Watched[], obsEvery: number): FrameBatch {
    return pack(due.map((watched) => this.look(watched, obsEvery)))
  }

  private look(watched: Watched, obsEvery: number): ObservedText {
    const { telling, view, watcher } = watched
    const { agentId, protocolVersion, number: watch } = watcher
    const cursor = this.world.state.agents.get(agentId)?.cursor ?? 0
    const events = this.recent.takeFor(agentId, telling, cursor)
    const memory: readonly MemoryItem[] = telling.memory
    const text = encodeObs(this.world, agentId, view, {
      protocolVersion,
      events,
      eventsCursor: cursor,
      ...(memory.length > 0 ? { memory } : {}),
      ...(obsEvery > 1 ? { obsEvery } : {}),
    })
    telling.memory = []
    watched.isNew = false
    return { agentId, watch, text, cursor, memory }
  }

  travelStart(): TravelStart {
    const agents = agentsInIdOrder(this.world).map(({ id, name, journeys }) => ({ id, name, journeys }))
    const { outbox, closedGates } = this.world.state
    return { agents, outbox: [...outbox.values()], closedGates }
  }

  agents(): AgentSummary[] {
    return agentsInIdOrder(this.world).map(({ id, name, pos, connected }) => ({ id, name, pos, connected }))
  }
}

/** Events as the host keeps them: text, which is what they are sent and stored as. */
export function eventTexts(result: TickResult): EventText[] {
  return result.events.map(({ agentId, cursor, event }) => ({ agentId, cursor, text: JSON.stringify(event) }))
}

/** What others must hear of a tick; nothing of most. */
export function tickNews(result: TickResult, { state }: World): TickNews {
  const { departures, arrivals, strays, switches, seasonEnd, rebuilt: isRebuilt } = result
  const hasTravel = departures.length + arrivals.length + strays.length + switches.length > 0
  return {
    ...(hasTravel ? { travel: { departures, arrivals, strays, switches } } : {}),
    ...(seasonEnd === undefined ? {} : { season: { end: seasonEnd, seed: state.seed, isRebuilt } }),
  }
}

/** Puts the texts of observations into one piece of memory. */
function pack(observed: readonly ObservedText[]): FrameBatch {
  const lengths = observed.map(({ text }) => Buffer.byteLength(text))
  const all = Buffer.from(new ArrayBuffer(lengths.reduce((sum, length) => sum + length, 0)))
  let start = 0
  const frames = observed.map(({ text, ...frame }, i) => {
    const end = start + (lengths[i] as number)
    all.write(text, start)
    const packed = { ...frame, start, end }
    start = end
    return packed
  })
  return { bytes: new Uint8Array(all.buffer), frames }
}
