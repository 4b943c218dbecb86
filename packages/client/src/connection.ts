import {
  type Ack,
  type CatalogMessage,
  decodeServerFrame,
  type EventBatch,
  KNOWN_VERSIONS,
  type Obs,
  type Welcome,
} from '@clawstead/protocol'
import { type ActRequest, actFrame } from './act-frame.js'
import { Backoff } from './backoff.js'
import { Alarm, type Clock, systemClock } from './clock.js'
import type {
  ActReceipt,
  Connection,
  ConnectionEvents,
  ConnectionPhase,
  ConnectOptions,
  EventPage,
  Observation,
} from './connection-types.js'
import { Emitter } from './emitter.js'
import { ActRejectedError, ConnectionError } from './errors.js'
import { EventLog } from './event-log.js'
import { helloFrame } from './hello.js'
import { UniqueStamps } from './ids.js'
import * as limits from './limits.js'
import { type Link, type LinkEnd, openLink } from './link.js'
import { Memory, versionOf } from './memory.js'
import { Waiters } from './waiters.js'
import { Watch } from './watch.js'

const POLICY_VIOLATION = 1008

/** Open a line to a world and keep it open. Returns at once; the connection is made in the background. */
export function connect(options: ConnectOptions): Connection {
  const { protocol } = new URL(options.url)
  if (protocol !== 'ws:' && protocol !== 'wss:')
    throw new TypeError(`url: must start with ws:// or wss://, got ${options.url}`)
  return new WorldConnection(options)
}

class WorldConnection implements Connection {
  readonly url: string
  readonly #options: ConnectOptions
  readonly #clock: Clock
  readonly #stamps: UniqueStamps
  readonly #memory: Memory
  readonly #events: EventLog
  readonly #emitter = new Emitter<ConnectionEvents>()
  readonly #backoff = new Backoff()
  readonly #acks: Waiters<Ack>
  readonly #batches: Waiters<EventBatch>
  readonly #observations: Waiters<Observation>
  readonly #catalogs: Waiters<CatalogMessage>
  readonly #welcomes: Waiters<Welcome>
  /** Next dial, or the limit of the one under way. */
  readonly #dialAlarm: Alarm
  readonly #watch: Watch
  #arrivalBeforeWelcome = 0
  #link: Link | undefined
  #phase: ConnectionPhase = 'connecting'
  #lastError: string | undefined
  #end: ConnectionError | undefined

  constructor(options: ConnectOptions) {
    this.url = options.url
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.#stamps = new UniqueStamps(this.#clock)
    this.#memory = new Memory({ agentId: options.agentId, token: options.token })
    this.#events = new EventLog({
      fetch: (since, limit) => this.#fetchGap(since, limit),
      deliver: (entry) => this.#emitter.emit('event', entry),
    })
    this.#acks = new Waiters(this.#clock)
    this.#batches = new Waiters(this.#clock)
    this.#observations = new Waiters(this.#clock)
    this.#catalogs = new Waiters(this.#clock)
    this.#welcomes = new Waiters(this.#clock)
    this.#dialAlarm = new Alarm(this.#clock)
    this.#watch = new Watch(this.#clock, {
      drop: (reason) => this.#link?.drop(reason),
      // Any version takes the question; what matters is that something was sent.
      keepAlive: () => this.#send(this.#eventQuestion(`ka_${this.#stamps.next()}`, this.newestEventCursor, 1)),
    })
    if (options.token === undefined) this.#dial()
    else this.#dialAfter(limits.RESUME_DELAY_MS)
  }

  get phase(): ConnectionPhase {
    return this.#phase
  }
  get isConnected(): boolean {
    return this.#phase === 'connected'
  }
  get agentId(): string | undefined {
    return this.#memory.agentId
  }
  get resumeToken(): string | undefined {
    return this.#memory.token
  }
  get protocolVersion(): string {
    return this.#memory.protocolVersion
  }
  get worldId(): string | undefined {
    return this.#memory.worldId
  }
  get welcome(): Welcome | undefined {
    return this.#memory.welcome
  }
  get latest(): Observation | undefined {
    return this.#memory.latest
  }
  get newestEventCursor(): number {
    return this.#events.newestCursor
  }
  get areEventsComplete(): boolean {
    return this.#events.isSettled
  }
  get lastError(): string | undefined {
    return this.#lastError
  }

  catalog(name: string): CatalogMessage | undefined {
    return this.#memory.catalogByName.get(name)
  }

  on<Name extends keyof ConnectionEvents>(name: Name, listener: (...args: ConnectionEvents[Name]) => void): () => void {
    return this.#emitter.on(name, listener)
  }

  async waitUntilConnected(timeoutMs: number): Promise<void> {
    if (this.isConnected) return
    this.#mustNotBeOver()
    await this.#welcomes.wait(() => true, timeoutMs, 'timeout waiting for the connection')
  }

  async waitForObservation(wants: (observation: Observation) => boolean, timeoutMs: number): Promise<Observation> {
    this.#mustNotBeOver()
    return this.#observations.wait(wants, timeoutMs, 'timeout waiting for obs')
  }

  async waitForCatalog(name: string, timeoutMs: number): Promise<CatalogMessage> {
    const known = this.catalog(name)
    if (known !== undefined) return known
    this.#mustNotBeOver()
    return this.#catalogs.wait((catalog) => catalog.name === name, timeoutMs, `timeout waiting for catalog ${name}`)
  }

  async waitForEvents(timeoutMs: number): Promise<{ isComplete: boolean }> {
    if (this.#events.isSettled) return { isComplete: true }
    let cancel = (): void => undefined
    const timeUp = new Promise<{ isComplete: boolean }>((resolve) => {
      cancel = this.#clock.after(timeoutMs, () => resolve({ isComplete: false }))
    })
    const settled = this.#events.settled().then(() => ({ isComplete: true }))
    return Promise.race([settled, timeUp]).finally(cancel)
  }

  newActId(): string {
    return `ACT_${this.#stamps.next()}_${this.latest?.obs.tick ?? 0}`
  }

  async act(request: ActRequest, options: { readonly timeoutMs?: number } = {}): Promise<ActReceipt> {
    const timeoutMs = options.timeoutMs ?? limits.ANSWER_TIMEOUT_MS
    // What was seen before a break is too old to answer.
    const { latest } = this
    const isFresh = latest !== undefined && (!this.isConnected || latest.arrival > this.#arrivalBeforeWelcome)
    const { obs } = isFresh ? latest : await this.waitForObservation(() => true, limits.ANSWER_TIMEOUT_MS)
    const agentId = this.agentId || obs.agent_id
    const protocolVersion = this.protocolVersion
    const { actId, text } = actFrame(request, {
      protocolVersion,
      tick: obs.tick,
      agentId,
      obsId: obs.obs_id ?? `${agentId}:${obs.tick}:${this.newestEventCursor}`,
      worldId: this.worldId,
      newActId: () => this.newActId(),
    })
    if (!this.#send(text)) throw new ConnectionError('not_connected', 'not connected')
    if (protocolVersion !== '1.1') return { actId, tick: obs.tick, agentId, ack: undefined }
    const ack = await this.#acks.wait(({ ack_for }) => ack_for === actId, timeoutMs, 'timeout waiting for ack')
    if (!ack.accepted) throw new ActRejectedError(ack)
    return { actId, tick: obs.tick, agentId, ack }
  }

  async events(query: {
    readonly since: number
    readonly limit?: number
    readonly timeoutMs?: number
  }): Promise<EventPage> {
    const { since, limit = limits.EVENT_PAGE_DEFAULT, timeoutMs = limits.ANSWER_TIMEOUT_MS } = query
    try {
      const batch = await this.#askForEvents(since, limit, timeoutMs)
      return { events: batch.events, nextCursor: batch.next_cursor, source: 'server' }
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error
      const events = this.#events.since(since, limit)
      return { events, nextCursor: events.at(-1)?.cursor ?? since, source: 'memory' }
    }
  }

  reconnect(): void {
    if (this.isConnected) this.#link?.drop('disconnected on request')
    else if (this.#phase === 'ended' && this.#end?.code !== 'closed') this.#dialAfter(limits.RESUME_DELAY_MS)
  }

  close(): Promise<void> {
    if (this.#end?.code === 'closed') return Promise.resolve()
    const link = this.#link
    const isUp = this.isConnected
    this.#finish(new ConnectionError('closed', 'the connection was closed'))
    this.#emitter.emit('ended', undefined)
    if (link === undefined) return Promise.resolve()
    if (!isUp) {
      link.drop('closed')
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      this.#closed = resolve
      this.#dialAlarm.set(limits.CLOSE_TIMEOUT_MS, () => link.drop('no answer to close'))
      link.close()
    })
  }
  #closed: (() => void) | undefined

  // The way up

  #dialAfter(delayMs: number): void {
    this.#phase = 'waiting'
    this.#end = undefined
    this.#dialAlarm.set(delayMs, () => this.#dial())
  }

  #dial(): void {
    this.#phase = 'connecting'
    const link = openLink(this.url, this.#options.WebSocket, {
      opened: () => {
        link.send(this.#hello())
        this.#lastError = undefined
      },
      frame: (data) => this.#receive(data),
      ended: (end) => this.#lost(end),
    })
    this.#link = link
    this.#dialAlarm.set(limits.WELCOME_TIMEOUT_MS, () => link.drop('the server sent no WELCOME'))
  }

  #hello(): string {
    const { name, deltaVoxels = true, worldPreference } = this.#options
    return helloFrame({ name, versions: KNOWN_VERSIONS, deltaVoxels, worldPreference, token: this.#memory.token })
  }

  #lost({ code, reason, message }: LinkEnd): void {
    this.#link = undefined
    this.#quiet()
    this.#memory.forgetBase()
    if (this.#end !== undefined) {
      this.#closed?.()
      return
    }
    this.#lastError = message
    const lost = new ConnectionError('disconnected', `connection lost: ${message}`)
    this.#acks.rejectAll(lost)
    this.#batches.rejectAll(lost)
    const end = endOf(code, reason)
    if (end !== undefined) {
      this.#finish(end)
      this.#emitter.emit('ended', end)
      return
    }
    const isResume = this.#memory.token !== undefined
    this.#dialAfter(Math.max(this.#backoff.next(), isResume ? limits.RESUME_DELAY_MS : 0))
    this.#emitter.emit('down', message)
  }

  #finish(error: ConnectionError): void {
    this.#phase = 'ended'
    this.#end = error
    this.#quiet()
    for (const waiters of [this.#acks, this.#batches, this.#observations, this.#catalogs, this.#welcomes])
      waiters.rejectAll(error)
  }

  #quiet(): void {
    this.#dialAlarm.clear()
    this.#watch.stop()
  }

  // What comes in

  #receive(data: string | Uint8Array): void {
    if (this.#end !== undefined) return
    const decoded = decodeServerFrame(data)
    if (!decoded.ok) {
      // Its changes are lost, and with them the base of the changes to come. Its events are fetched by cursor.
      if (decoded.error.type === 'OBS' || decoded.error.type === undefined) this.#memory.forgetBase()
      return
    }
    const message = decoded.value
    if (message.type === 'WELCOME') return this.#welcomed(message)
    if (!this.isConnected) return
    if (message.type === 'OBS') return this.#observed(message, textOf(data))
    if (message.type === 'CATALOG') return this.#learned(message)
    if (message.type === 'ACK') return this.#acks.wake(message)
    return this.#batches.wake(message)
  }

  #welcomed(welcome: Welcome): void {
    const isKnown = (KNOWN_VERSIONS as readonly string[]).includes(versionOf(welcome))
    if (this.isConnected || !isKnown) return
    const isResume = this.#memory.token !== undefined
    const before = this.#memory.adopt(welcome)
    this.#phase = 'connected'
    this.#arrivalBeforeWelcome = this.latest?.arrival ?? 0
    this.#backoff.reset()
    this.#dialAlarm.clear()
    if (!isResume || before !== undefined) this.#events.restart(0)
    this.#watch.expectObservation(welcome.world_params.tick_rate_hz)
    this.#watch.sent()
    this.#emitter.emit('welcome', welcome)
    if (before !== undefined) this.#emitter.emit('identity', { from: before, to: welcome.agent_id })
    this.#welcomes.wake(welcome)
  }

  #learned(catalog: CatalogMessage): void {
    this.#memory.catalogByName.set(catalog.name, catalog)
    this.#emitter.emit('catalog', catalog)
    this.#catalogs.wake(catalog)
  }

  #observed(obs: Obs, text: string): void {
    const isOtherWorld = this.latest !== undefined && this.latest.obs.world_id !== obs.world_id
    const observation = this.#memory.observe(obs, text)
    this.#watch.expectObservation(this.welcome?.world_params.tick_rate_hz ?? 1)
    this.#watch.observed(observation)
    // Events first: whoever looks at the observation has then been told what led to it.
    this.#events.accept(obs.events, obs.events_cursor, isOtherWorld)
    this.#emitter.emit('observation', observation)
    this.#observations.wake(observation)
  }

  // What goes out

  #send(text: string): boolean {
    if (!this.isConnected || this.#link?.send(text) !== true) return false
    this.#watch.sent()
    return true
  }

  async #askForEvents(since: number, limit: number, timeoutMs: number): Promise<EventBatch> {
    if (this.protocolVersion !== '1.1')
      throw new ConnectionError('timeout', 'events are not served before protocol 1.1')
    const requestId = `ev_${this.#stamps.next()}_${since}`
    const isSent = this.#send(this.#eventQuestion(requestId, since, limit))
    if (!isSent) throw new ConnectionError('not_connected', 'not connected')
    return this.#batches.wait(({ req_id }) => req_id === requestId, timeoutMs, 'timeout waiting for events')
  }

  #eventQuestion(requestId: string, since: number, limit: number): string {
    const protocol_version = this.protocolVersion
    return JSON.stringify({ type: 'EVENT_BATCH_REQ', protocol_version, req_id: requestId, since_cursor: since, limit })
  }

  async #fetchGap(since: number, limit: number): Promise<EventBatch['events']> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.waitUntilConnected(limits.BACKOFF_MAX_MS)
        return (await this.#askForEvents(since, limit, limits.ANSWER_TIMEOUT_MS)).events
      } catch (error) {
        if (attempt === limits.GAP_ATTEMPTS_MAX || this.protocolVersion !== '1.1' || this.#end !== undefined)
          throw error
      }
    }
  }

  #mustNotBeOver(): void {
    if (this.#end !== undefined) throw this.#end
  }
}

/** Ends after which dialling again would not help, or would do harm: a rotated token joins as a stranger. */
function endOf(code: number, reason: string): ConnectionError | undefined {
  if (code === POLICY_VIOLATION && reason === 'bad protocol_version') {
    return new ConnectionError('bad_protocol_version', 'the server speaks none of our protocol versions')
  }
  if (/superseded|taken over/.test(reason)) {
    return new ConnectionError('superseded', 'another connection took this agent over')
  }
  return undefined
}

function textOf(data: string | Uint8Array): string {
  return typeof data === 'string' ? data : new TextDecoder().decode(data)
}
