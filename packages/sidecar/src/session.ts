import { type Connection, type CursoredEvent, type Observation, UniqueStamps } from '@clawstead/client'
import type { Obs, ReceivedEvent } from '@clawstead/protocol'
import { EVENTS_SETTLE_MS, EVENTS_UNHANDED_MAX, TOLD_MAX, WAIT_MS_DEFAULT } from './limits.js'
import type { Carried } from './obs-view.js'
import { SeenMap } from './perception/seen-map.js'

export type LookRequest = {
  /** Wait for a tick that is newer than the newest one known now. */
  readonly waitForNewTick: boolean
  readonly timeoutMs: number
  readonly needsCube: boolean
}
export type Look = { readonly observation: Observation; readonly carried: Carried }

/** One agent behind one key: its connection, and what its caller has not been told yet. */
export class Session {
  readonly key: string
  readonly connection: Connection
  /** For ids of actions; never twice the same. */
  readonly stamps: UniqueStamps
  /** Calls under way. */
  callsUnderWay = 0
  /** References and task ids whose outcome a tool has told already; answers for models do not repeat them. */
  readonly told = new Set<string>()
  /** Events up to here were told by a look or a wait. */
  #toldCursor = 0
  #heardCursor = 0
  #seen: SeenMap | undefined
  #learnedArrival: number | undefined
  #unhanded: CursoredEvent[] = []
  #unhandedMemory: Obs['memory']
  /** What was handed out with the newest observation, so asking twice gives the same answer. */
  #handed: { readonly arrival: number; readonly carried: Carried } | undefined

  constructor(key: string, connection: Connection, now: () => number) {
    this.key = key
    this.connection = connection
    this.stamps = new UniqueStamps({ now, after: () => () => undefined })
    connection.on('event', (entry) => {
      // A server that counts anew begins another log.
      if (entry.cursor <= this.#heardCursor) this.#toldCursor = 0
      this.#heardCursor = entry.cursor
      this.#unhanded.push(entry)
      if (this.#unhanded.length > EVENTS_UNHANDED_MAX) this.#unhanded.shift()
    })
    connection.on('observation', ({ obs }) => {
      // Sent in one observation only; whoever skips that one still gets the notes.
      if (obs.memory !== undefined) this.#unhandedMemory = obs.memory
    })
  }

  /** The newest observation with everything that happened since the last look; undefined when there is none yet. */
  async look({ waitForNewTick, timeoutMs, needsCube }: LookRequest): Promise<Look | undefined> {
    const { connection } = this
    const seen = connection.latest
    if (waitForNewTick) await connection.waitForObservation((next) => isNewer(next, seen), timeoutMs)
    else if (seen === undefined && !(await this.#first())) return undefined
    if (needsCube) await this.#wholeCube()
    const { isComplete } = await connection.waitForEvents(EVENTS_SETTLE_MS)
    const observation = connection.latest
    return observation === undefined ? undefined : { observation, carried: this.#handOut(observation, isComplete) }
  }

  /** What happened that no look has handed out yet. */
  get unhanded(): readonly ReceivedEvent[] {
    return this.#unhanded.map(({ event }) => event)
  }

  /** What happened that neither a look nor a wait has told yet. */
  get news(): readonly CursoredEvent[] {
    return this.#unhanded.filter(({ cursor }) => cursor > this.#toldCursor)
  }

  /** Newest event that has been delivered: what is still being fetched does not count. */
  get heardCursor(): number {
    const { connection } = this
    return connection.areEventsComplete ? connection.newestEventCursor : this.#heardCursor
  }

  /** A wait has told what happened up to here. */
  toldUntil(cursor: number): void {
    this.#toldCursor = cursor
  }

  /** By what others call the agent. */
  get me(): { readonly agentId: string; readonly name: string } {
    return { agentId: this.connection.agentId ?? '', name: this.key }
  }

  tell(ids: Iterable<string>): void {
    for (const id of ids) this.told.add(id)
    for (const oldest of this.told) {
      if (this.told.size <= TOLD_MAX) return
      this.told.delete(oldest)
    }
  }

  /** The newest observation, waiting a moment for the first; undefined when the world cannot be seen. Counts as no look. */
  async firstLook(): Promise<Observation | undefined> {
    if (this.connection.latest === undefined) await this.#first()
    return this.connection.latest
  }

  /** The newest observation with its cube; undefined when the world cannot be seen. Counts as no look. */
  async glance(): Promise<Observation | undefined> {
    if ((await this.firstLook()) === undefined) return undefined
    await this.#wholeCube()
    const { latest } = this.connection
    if (latest?.cube !== undefined && latest.arrival !== this.#learnedArrival) {
      this.seen.learn(latest.cube, latest.obs.world_id)
      this.#learnedArrival = latest.arrival
    }
    return latest
  }

  /** What the agent has seen, kept from the first time somebody asks: callers who never do cost nothing. */
  get seen(): SeenMap {
    if (this.#seen !== undefined) return this.#seen
    const map = new SeenMap()
    // Who stands still sees the same cells; whoever asks then learns the newest cube first.
    this.connection.on('observation', ({ cube, obs }) => {
      if (cube !== undefined && !map.isCurrent(cube.center, obs.world_id)) map.learn(cube, obs.world_id)
    })
    this.#seen = map
    return map
  }

  /** A new agent sees the world a moment after its first call; that moment is worth waiting for. */
  async #first(): Promise<boolean> {
    try {
      await this.connection.waitForObservation(() => true, WAIT_MS_DEFAULT)
      return true
    } catch {
      return false
    }
  }

  async #wholeCube(): Promise<void> {
    const isWhole = ({ cube }: Observation): boolean => cube?.isCertain === true
    const { latest } = this.connection
    if (latest === undefined || isWhole(latest)) return
    await this.connection.waitForObservation(isWhole, WAIT_MS_DEFAULT).catch(() => undefined)
  }

  #handOut({ obs, arrival }: Observation, isComplete: boolean): Carried {
    if (this.#handed?.arrival === arrival) return this.#handed.carried
    // Events that are still being fetched go out with a later look; this one shows its own.
    if (!isComplete) return { events: obs.events, memory: obs.memory }
    const events: readonly ReceivedEvent[] = this.#unhanded.map(({ event }) => event)
    const carried = { events, memory: this.#unhandedMemory }
    this.#handed = { arrival, carried }
    this.#unhanded = []
    this.#unhandedMemory = undefined
    return carried
  }
}

/** Ticks start over with a server, so any other tick that arrives later is a new one. */
function isNewer(next: Observation, seen: Observation | undefined): boolean {
  return seen === undefined || (next.arrival > seen.arrival && next.obs.tick !== seen.obs.tick)
}
