import { connect } from '../connection.js'
import type { Connection, ConnectionEvents, ConnectOptions, Observation } from '../connection-types.js'
import { obsFrame, welcomeFrame } from './frames.js'
import type { ManualClock } from './manual-clock.js'
import { type ScriptedPeer, type ScriptedServer, startScriptedServer } from './scripted-server.js'

/** A scripted server and the connections a test makes to it. */
export class Harness {
  readonly server: ScriptedServer
  readonly #opened: Connection[] = []

  private constructor(server: ScriptedServer) {
    this.server = server
  }

  static async start(): Promise<Harness> {
    return new Harness(await startScriptedServer())
  }

  dial(options: Partial<ConnectOptions> = {}): Connection {
    const connection = connect({ url: this.server.url, name: 'tester', ...options })
    this.#opened.push(connection)
    return connection
  }

  /** Connected, with one observation of tick 1. */
  async connected(options: Partial<ConnectOptions> = {}): Promise<{ connection: Connection; peer: ScriptedPeer }> {
    const connection = this.dial(options)
    const peer = await this.server.connection()
    await peer.next()
    const first = seen(connection)
    peer.send(welcomeFrame())
    peer.send(obsFrame(1))
    await first
    return { connection, peer }
  }

  /** Let the client dial again, and take its HELLO. */
  async comeBack(clock: ManualClock, pauseMs = 250): Promise<ScriptedPeer> {
    clock.advance(pauseMs)
    const peer = await this.server.connection()
    await peer.next()
    return peer
  }

  async close(): Promise<void> {
    await Promise.all(this.#opened.map((connection) => connection.close()))
    await this.server.close()
  }
}

/** The next observation to arrive. */
export const seen = (connection: Connection): Promise<Observation> => connection.waitForObservation(() => true, 5000)

/** What a connection tells next under a name. */
export const told = (connection: Connection, name: keyof ConnectionEvents): Promise<unknown> =>
  new Promise((resolve) => {
    connection.on(name, resolve)
  })

/** How a promise failed; undefined when it did not. */
export const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )
