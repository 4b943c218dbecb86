import { cubeIndex, type EventName, type EventOf, type Vec3 } from '@clawstead/protocol'
import type { ActionRequest, ActRequest } from './act-frame.js'
import { actThroughBreaks } from './act-through-breaks.js'
import { systemClock } from './clock.js'
import { connect } from './connection.js'
import type { ActReceipt, Connection, ConnectOptions, Observation } from './connection-types.js'
import { ActionError, ConnectionError } from './errors.js'
import type { CursoredEvent } from './event-log.js'
import { eventStream } from './event-stream.js'
import { RESULT_TIMEOUT_MS, STALE_RETRIES_MAX, WELCOME_TIMEOUT_MS } from './limits.js'
import { type Outcome, Outcomes } from './outcomes.js'

export type JoinOptions = Omit<ConnectOptions, 'url'> & {
  /** Longest wait for the first observation. */
  readonly timeoutMs?: number
}

/** Join a world and wait until the agent sees it. */
export async function join(url: string, options: JoinOptions): Promise<Agent> {
  const { timeoutMs = WELCOME_TIMEOUT_MS, ...rest } = options
  const connection = connect({ ...rest, url })
  try {
    const agent = new Agent(connection, options)
    await connection.waitForObservation(() => true, timeoutMs)
    return agent
  } catch (error) {
    const why = connection.lastError
    await connection.close()
    if (why === undefined || !(error instanceof ConnectionError)) throw error
    throw new ConnectionError(error.code, `could not join ${url}: ${why}`, { cause: error })
  }
}

/** An agent in a world: sees, acts, and hears what came of it. */
export class Agent {
  readonly connection: Connection
  readonly #clock: NonNullable<ConnectOptions['clock']>
  readonly #outcomes = new Outcomes()
  #refs = 0

  constructor(connection: Connection, options: Pick<ConnectOptions, 'clock'> = {}) {
    this.connection = connection
    this.#clock = options.clock ?? systemClock
    connection.on('event', ({ event }) => this.#outcomes.event(event))
    connection.on('observation', ({ obs }) => {
      if (connection.areEventsComplete) this.#outcomes.runningTasks(obs.tasks)
    })
    connection.on('identity', ({ from, to }) =>
      this.#outcomes.failAll(
        new ConnectionError('identity_changed', `the server no longer knew ${from} and joined ${to}`),
      ),
    )
    connection.on('ended', (error) =>
      this.#outcomes.failAll(error ?? new ConnectionError('closed', 'the connection was closed')),
    )
  }

  get id(): string {
    return this.connection.agentId ?? ''
  }

  /** The newest observation, or the first one after tick `newerThan`. */
  async observe(options: { readonly newerThan?: number; readonly timeoutMs?: number } = {}): Promise<Observation> {
    const { newerThan, timeoutMs = WELCOME_TIMEOUT_MS } = options
    const wants = ({ obs }: Observation): boolean => newerThan === undefined || obs.tick > newerThan
    const { latest } = this.connection
    if (latest !== undefined && wants(latest)) return latest
    return this.connection.waitForObservation(wants, timeoutMs)
  }

  /** Name of the block at a position; undefined when it is out of sight. */
  blockAt([x, y, z]: Vec3): string | undefined {
    const cube = this.connection.latest?.cube
    const palette = this.connection.catalog('block_palette')?.data
    if (cube === undefined || !Array.isArray(palette)) return undefined
    const [dx, dy, dz] = [x - cube.center[0], y - cube.center[1], z - cube.center[2]]
    if (Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dz)) > cube.radius) return undefined
    const name: unknown = palette[cube.cells[cubeIndex(dx, dy, dz, cube.radius)] ?? 0]
    return typeof name === 'string' ? name : undefined
  }

  /** Send an ACT and return its ACK. It is sent again, under the same id, when the connection breaks in between. */
  async act(request: ActRequest, options: { readonly timeoutMs?: number } = {}): Promise<ActReceipt> {
    const { timeoutMs = WELCOME_TIMEOUT_MS } = options
    return actThroughBreaks(this.connection, request, { clock: this.#clock, timeoutMs, waitsForConnection: true })
  }

  /** Walk to a position. Resolves on arrival; rejects with the world's reason otherwise. */
  moveTo(target: Vec3, options: { readonly tolerance?: number; readonly timeoutMs?: number } = {}): Promise<Outcome> {
    const { tolerance, ...rest } = options
    return this.run({ type: 'MOVE_TO', target, ...(tolerance === undefined ? {} : { tolerance }) }, rest)
  }

  /** Say something to whoever is near, or to another channel. */
  say(text: string, options: { readonly channel?: string; readonly timeoutMs?: number } = {}): Promise<Outcome> {
    const { channel = 'LOCAL', ...rest } = options
    return this.perform({ type: 'SAY', channel, text }, rest)
  }

  /** Run a task to its end. `timeoutMs` limits the whole run; without it a task may take its time. */
  run(task: ActionRequest, options: { readonly timeoutMs?: number } = {}): Promise<Outcome> {
    return this.#ask('tasks', task, options)
  }

  /** Do something that happens at once and wait for the world's answer. */
  perform(instant: ActionRequest, options: { readonly timeoutMs?: number } = {}): Promise<Outcome> {
    return this.#ask('instants', instant, options)
  }

  /** The agent's events from now on, each once and in order, however many observations were skipped. */
  events(): AsyncIterableIterator<CursoredEvent> {
    return eventStream(this.connection)
  }

  /** Call a function with each event of a type; the returned function stops it. */
  on<Name extends EventName>(type: Name, listener: (event: EventOf<Name>) => void): () => void {
    return this.onEvent(({ event }) => {
      if (event.type === type) listener(event as EventOf<Name>)
    })
  }

  /** Call a function with each event, also of types this version does not know; the returned function stops it. */
  onEvent(listener: (entry: CursoredEvent) => void): () => void {
    return this.connection.on('event', listener)
  }

  /** Leave. The agent itself stays in the world, and `connection.resumeToken` brings it back. */
  close(): Promise<void> {
    return this.connection.close()
  }

  async #ask(
    list: 'instants' | 'tasks',
    action: ActionRequest,
    { timeoutMs }: { readonly timeoutMs?: number },
  ): Promise<Outcome> {
    for (let attempt = 1; ; attempt++) {
      const ref = action.id ?? this.#newRef()
      const [tracked] = this.#outcomes.track([ref])
      if (tracked === undefined) throw new TypeError('one reference gives one tracked action')
      try {
        await this.act({ [list]: [{ ...action, id: ref }] })
        await this.#within(timeoutMs ?? RESULT_TIMEOUT_MS, tracked.accepted)
        return await (timeoutMs === undefined ? tracked.finished : this.#within(timeoutMs, tracked.finished))
      } catch (error) {
        this.#outcomes.forget(ref)
        const isStale = error instanceof ActionError && error.code === 'E_STALE'
        if (!isStale || attempt > STALE_RETRIES_MAX) throw error
      }
    }
  }

  #newRef(): string {
    this.#refs += 1
    return `R_${this.#clock.now()}_${this.#refs}`
  }

  #within<Value>(timeoutMs: number, promise: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.after(timeoutMs, () =>
        reject(new ConnectionError('timeout', `no answer of the world within ${timeoutMs} ms`)),
      )
      void promise.then(resolve, reject).finally(cancel)
    })
  }
}
