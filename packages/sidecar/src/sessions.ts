import { type Connection, type ConnectOptions, connect } from '@clawstead/client'
import type { Logger } from '@clawstead/skills'
import { Session } from './session.js'
import type { StateFile } from './state-file.js'
import type { StandingWakes } from './wake/standing.js'

export type SessionsOptions = {
  readonly worldWsUrl: string
  readonly maxSessions: number
  readonly state: StateFile
  readonly wakes: StandingWakes
  readonly log: Logger
  readonly now: () => number
  readonly WebSocket?: ConnectOptions['WebSocket']
  readonly clock?: ConnectOptions['clock']
}

/** The agents in use. The least recently used one makes room for a new one; its token brings it back later. */
export class Sessions {
  readonly worldWsUrl: string
  /** Watches that agents left standing. */
  readonly wakes: StandingWakes
  readonly #options: SessionsOptions
  /** In order of use: a used session moves to the end. */
  readonly #sessionByKey = new Map<string, Session>()

  constructor(options: SessionsOptions) {
    this.worldWsUrl = options.worldWsUrl
    this.wakes = options.wakes
    this.#options = options
  }

  /** Run something with the session of a key, which is made when it does not exist. */
  async use<Result>(key: string, run: (session: Session) => Promise<Result> | Result): Promise<Result> {
    const session = this.#sessionByKey.get(key) ?? this.#open(key)
    this.#touch(session)
    session.callsUnderWay += 1
    try {
      return await run(session)
    } finally {
      session.callsUnderWay -= 1
    }
  }

  /** Agents whose watches call somebody are in the world without being asked; as many as there is room for. */
  openWatched(): void {
    const watched = this.#options.state.keysWithWakes().filter((key) => this.wakes.hasWebhook(key))
    for (const key of watched.slice(0, this.#options.maxSessions)) if (!this.#sessionByKey.has(key)) this.#open(key)
  }

  /** The session of a key if there is one; nobody joins for it. */
  peek(key: string): Session | undefined {
    return this.#sessionByKey.get(key)
  }

  /** Newest tick of any agent that is connected now; undefined when none is. */
  newestConnectedTick(): number | undefined {
    const ticks = Array.from(this.#sessionByKey.values()).flatMap(({ connection }) =>
      connection.isConnected && connection.latest !== undefined ? [connection.latest.obs.tick] : [],
    )
    return ticks.length === 0 ? undefined : Math.max(...ticks)
  }

  async close(): Promise<void> {
    const sessions = Array.from(this.#sessionByKey.values())
    this.#sessionByKey.clear()
    await Promise.all(sessions.map(({ connection }) => connection.close()))
  }

  #open(key: string): Session {
    this.#makeRoom()
    const { state, log, now, worldWsUrl, WebSocket, clock } = this.#options
    const saved = state.get(key)
    const connection: Connection = connect({
      url: worldWsUrl,
      name: key,
      ...(saved?.resume_token ? { token: saved.resume_token } : {}),
      ...(saved?.agent_id ? { agentId: saved.agent_id } : {}),
      ...(WebSocket === undefined ? {} : { WebSocket }),
      ...(clock === undefined ? {} : { clock }),
    })
    connection.on('welcome', ({ agent_id, resume_token }) => {
      state.set(key, { resumeToken: resume_token, agentId: agent_id, connectedAtMs: now() })
      log.info({ session: key, agent: agent_id }, 'agent connected')
    })
    connection.on('identity', ({ from, to }) => log.warn({ session: key, from, to }, 'the server made a new agent'))
    connection.on('down', (reason) => log.warn({ session: key, reason }, 'connection lost, dialling again'))
    connection.on('ended', (error) => {
      if (error === undefined) return
      log.error({ session: key, code: error.code }, error.message)
      // A server can be upgraded: the next call tries anew. An agent taken over stays with whoever took it.
      if (error.code === 'bad_protocol_version') this.#sessionByKey.delete(key)
    })
    const session = new Session(key, connection, now)
    this.#sessionByKey.set(key, session)
    this.wakes.attach(session)
    return session
  }

  #touch(session: Session): void {
    this.#sessionByKey.delete(session.key)
    this.#sessionByKey.set(session.key, session)
  }

  #makeRoom(): void {
    while (this.#sessionByKey.size >= this.#options.maxSessions) {
      const sessions = Array.from(this.#sessionByKey.values())
      const idle = sessions.filter(({ callsUnderWay }) => callsUnderWay === 0)
      const victim = idle.find(({ key }) => !this.wakes.hasWebhook(key)) ?? idle[0] ?? sessions[0]
      if (victim === undefined) return
      this.#sessionByKey.delete(victim.key)
      this.#options.log.info({ session: victim.key }, 'closed the least recently used session to make room')
      void victim.connection.close()
    }
  }
}
