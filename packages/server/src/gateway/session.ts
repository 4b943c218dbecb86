import { randomBytes } from 'node:crypto'
import { EVENTS_KEPT_MAX, type GameEvent } from '@clawstead/protocol'
import type { Input } from '@clawstead/world'
import type { AgentRecord } from '../host/agents.js'
import type { HostedWorld } from '../host/host.js'
import type { ObsFrame } from '../host/world-runner.js'
import type { Address } from './addresses.js'
import type { GatewayContext } from './context.js'
import { hear, type Speaker } from './conversation.js'
import { type Greeting, readHello } from './handshake.js'
import { createOutbox } from './outbox.js'
import { createRateLimit, type RateLimit } from './rate-limit.js'
import type { ClientSocket } from './socket.js'
import { welcomeFrame } from './welcome.js'

const CLOSE_POLICY = 1008
const CLOSE_INTERNAL = 1011
const CLOSE_TRY_LATER = 1013

/** Before HELLO; waiting for the tick that joins the agent; in the world; over. */
type Phase = 'greeting' | 'joining' | 'live' | 'ended'

interface Life extends Speaker {
  readonly greeting: Greeting
  readonly world: HostedWorld
  readonly resumeToken: string
}

/** One client's connection, from its first frame to its last. An agent outlives it; it never outlives its agent. */
export class Session {
  readonly id = `sess_${randomBytes(8).toString('hex')}`
  private phase: Phase = 'greeting'
  private life: Life | undefined
  private early: Uint8Array[] = []
  private spokeSinceWelcome = false
  private missedPongs = 0
  /** The tick that takes the join of a new agent. */
  private joinTick: number | undefined
  /** How often the world had broken when the join was handed in. */
  private joinedLife: number | undefined
  private readonly frames: RateLimit
  private readonly bytes: RateLimit
  private cancelDeadline: () => void

  constructor(
    private readonly context: GatewayContext,
    private readonly socket: ClientSocket,
    private readonly address: Address,
  ) {
    const { limits, clock } = context
    this.frames = createRateLimit(limits.connectionFrames)
    this.bytes = createRateLimit(limits.connectionBytes)
    this.cancelDeadline = clock.schedule(limits.helloMs, () => this.cut('no HELLO in time'))
  }

  get agent(): AgentRecord | undefined {
    return this.life?.agent
  }

  /** What this client has not taken yet. */
  get waiting(): { readonly frames: number; readonly bytes: number } {
    return this.life?.outbox ?? { frames: 0, bytes: 0 }
  }

  receive(frame: Uint8Array): void {
    if (this.phase === 'ended') return
    this.missedPongs = 0
    const nowMs = this.context.clock.now()
    if (!this.frames.take(nowMs) || !this.bytes.take(nowMs, frame.length) || !this.address.frames.take(nowMs)) {
      this.closeByLimit(CLOSE_POLICY, 'too many frames')
    } else if (this.phase === 'greeting') {
      this.greet(frame)
    } else if (this.phase === 'joining') {
      this.early.push(frame)
      if (this.early.length > this.context.limits.earlyFramesMax)
        this.closeByLimit(CLOSE_POLICY, 'too many frames before WELCOME')
    } else {
      this.listen(frame)
    }
  }

  private listen(frame: Uint8Array): void {
    const life = this.life as Life
    if (!this.spokeSinceWelcome) {
      this.spokeSinceWelcome = true
      this.context.agents.tokens.confirm(life.agent.id)
    }
    hear(life, frame)
  }

  private greet(frame: Uint8Array): void {
    this.cancelDeadline()
    const hello = readHello(frame)
    if (!hello.ok) {
      const { code, reason } = hello.close
      this.context.log.info({ sessionId: this.id, address: this.address.name, reason }, 'a HELLO was refused')
      this.close(code, reason)
      return
    }
    const { greeting } = hello
    if (greeting.token === '' || !this.resume(greeting)) this.join(greeting)
  }

  /** Takes over the agent of a token, at once. False when the token is nobody's: the client then joins anew. */
  private resume(greeting: Greeting): boolean {
    const { agents, host, log } = this.context
    const agentId = agents.tokens.find(greeting.token)
    const agent = agentId === undefined ? undefined : agents.get(agentId)
    const world = agent === undefined ? undefined : host.find(agent.worldId)
    if (agent === undefined || world === undefined) return false
    if (this.refuseIfDown(world)) return true
    const resumeToken = agents.tokens.rotate(greeting.token)?.token ?? ''
    this.begin({ greeting, agent, world, resumeToken })
    log.info({ sessionId: this.id, agentId: agent.id, worldId: world.id }, 'an agent resumed')
    void this.enter()
    return true
  }

  /** Makes a new agent. It is welcomed once the next tick has put it into the world. */
  private join(greeting: Greeting): void {
    const { agents, host, limits, log, clock } = this.context
    const world = host.find(greeting.worldPreference) ?? host.defaultWorld
    if (this.refuseIfDown(world)) return
    if (agents.count >= limits.agentsMax) {
      this.closeByLimit(CLOSE_TRY_LATER, 'the server has as many agents as it may')
    } else if (!this.address.joins.take(clock.now())) {
      this.closeByLimit(CLOSE_TRY_LATER, 'too many new agents from this address')
    } else {
      const agent = agents.create(greeting.name, world.id)
      this.begin({ greeting, agent, world, resumeToken: agents.tokens.issue(agent.id) })
      log.info({ sessionId: this.id, agentId: agent.id, name: agent.name, worldId: world.id }, 'an agent joined')
      void this.enter()
    }
  }

  private refuseIfDown({ failure }: HostedWorld): boolean {
    if (failure === undefined) return false
    if (failure.isComingBack) this.close(CLOSE_TRY_LATER, 'the world is being brought back')
    else this.close(CLOSE_INTERNAL, 'join failed')
    return true
  }

  private begin(fields: Pick<Life, 'greeting' | 'agent' | 'world' | 'resumeToken'>): void {
    const { context, socket } = this
    const { greeting, agent } = fields
    const { version, queueFrames, additions } = greeting
    const outbox = createOutbox({
      wire: socket,
      capacity: queueFrames,
      limits: context.limits,
      now: () => context.clock.now(),
      told: (cursor) => {
        agent.toldCursor = Math.max(agent.toldCursor, cursor)
      },
    })
    this.life = { ...fields, context, version, additions, outbox }
    this.phase = 'joining'
    agent.watch++
    context.agents.attach(agent.id, this)?.supersede()
  }

  /**
   * Enters the world: once who the client is can no longer be lost, and with what it missed at hand. An agent that is
   * there is welcomed at once; a new one by the tick that joins it.
   */
  private async enter(): Promise<void> {
    const { agent, world } = this.life as Life
    try {
      await this.context.agents.safe()
      await this.watch()
    } catch (error) {
      this.context.log.error({ sessionId: this.id, agentId: agent.id, err: error }, 'an agent could not be let in')
      this.close(CLOSE_TRY_LATER, 'nothing can be written now')
      return
    }
    if (this.phase !== 'joining') return
    if (agent.isBorn) {
      void this.submit({ kind: 'attach', agentId: agent.id })
      this.welcome()
      return
    }
    // A world that broke has forgotten a join that was not logged; one that did not has it already.
    if (this.joinedLife === world.failures) return
    this.joinedLife = world.failures
    this.joinTick = undefined
    this.joinTick = await this.submit({ kind: 'join', agentId: agent.id, name: agent.name }).catch(() => undefined)
  }

  /** Has the agent observed from now on, beginning with all that happened since it was last shown something. */
  private async watch(): Promise<void> {
    const { agent } = this.life as Life
    const kept = await this.context.host.events.read(agent.id, agent.toldCursor, EVENTS_KEPT_MAX)
    if (this.phase === 'ended') return
    const missed = kept.filter(({ cursor }) => cursor > agent.toldCursor)
    const afterCursor = missed[0] === undefined ? agent.toldCursor : missed[0].cursor - 1
    this.watchFrom(
      afterCursor,
      missed.map(({ event }) => event),
    )
  }

  private watchFrom(afterCursor: number, backlog: readonly GameEvent[]): void {
    const { agent, world, version, greeting } = this.life as Life
    const memory = agent.owedMemory
    agent.owedMemory = []
    world.runner.watch({
      agentId: agent.id,
      number: ++agent.watch,
      protocolVersion: version,
      deltaVoxels: greeting.deltaVoxels,
      afterCursor,
      backlog,
      memory,
    })
  }

  /** The world broke and is there again; it knows nobody who watches. */
  async worldBack({ isConnected }: { isConnected: boolean }): Promise<void> {
    const { agent } = this.life as Life
    if (this.phase === 'joining') return this.enter()
    // What waits to be read is told again by the first observation from there.
    this.takeBackObs()
    try {
      await this.watch()
    } catch (error) {
      this.context.log.error({ sessionId: this.id, agentId: agent.id, err: error }, 'missed events could not be read')
      this.close(CLOSE_INTERNAL, 'missed events could not be read')
      return
    }
    if (this.phase === 'live' && !isConnected) void this.submit({ kind: 'attach', agentId: agent.id })
  }

  /** The agent went to another world: it is observed there from now on, beginning with what it has not been told. */
  async followTo(world: HostedWorld): Promise<void> {
    const life = this.life as Life
    if (this.phase === 'ended' || life.world === world) return
    life.world.runner.unwatch(life.agent.id)
    this.life = { ...life, world }
    if (this.phase === 'live') await this.worldBack({ isConnected: true })
  }

  private submit(input: Input): Promise<number> {
    const { world } = this.life as Life
    const done = world.runner.submit(input)
    done.catch((error: unknown) => {
      this.context.log.warn({ worldId: world.id, kind: input.kind, err: error }, 'an input could not be handed in')
    })
    return done
  }

  private welcome(): void {
    const { agent, world, version, resumeToken, outbox } = this.life as Life
    const { catalog, catalogFrames, manifest } = this.context
    const { params } = world
    const fields = {
      version,
      sessionId: this.id,
      agentId: agent.id,
      resumeToken,
      worldId: world.id,
      params,
      catalog,
      manifest,
    }
    this.phase = 'live'
    outbox.sendFirst([welcomeFrame(fields), ...catalogFrames[version]])
    const early = this.early
    this.early = []
    for (const frame of early) this.listen(frame)
  }

  /** An observation of the agent. The first one of a new agent is preceded by its WELCOME. */
  deliver({ watch, bytes, cursor, memory }: ObsFrame): void {
    const { agent, outbox } = this.life as Life
    if (watch !== agent.watch) {
      // Made for a view that was given up since; what it told is told again, the memory only if asked for.
      agent.owedMemory = [...agent.owedMemory, ...memory]
      if (memory.length > 0 && this.phase === 'live') this.watchFrom(agent.toldCursor, [])
      return
    }
    agent.isBorn = true
    if (this.phase === 'joining') this.welcome()
    if (this.phase === 'live') outbox.pushObs(bytes, { cursor, memory })
  }

  /** Ends a join that the tick which took it did not carry out. */
  checkJoin(world: HostedWorld, tick: number): void {
    const { joinTick } = this
    if (this.phase === 'joining' && this.life?.world === world && joinTick !== undefined && joinTick <= tick)
      this.close(CLOSE_INTERNAL, 'join failed')
  }

  isIn(world: HostedWorld): boolean {
    return this.life?.world === world && this.phase !== 'ended'
  }

  /** The world of this client stands still for good: there is nothing to stay for. */
  worldFailed(world: HostedWorld): void {
    if (this.isIn(world)) this.close(CLOSE_INTERNAL, 'the world broke')
  }

  /** Before a tick: a client that reads too slowly loses its stale observations; the next one tells all they told. */
  makeRoom(): void {
    if (this.phase !== 'live' || this.life?.outbox.isFull !== true) return
    if (this.takeBackObs()) this.watchFrom(this.life.agent.toldCursor, [])
  }

  private takeBackObs(): boolean {
    const { agent, outbox } = this.life as Life
    const before = outbox.droppedObs
    const memory = outbox.dropObs()
    if (memory === undefined) return false
    this.context.counts.droppedObs += outbox.droppedObs - before
    agent.owedMemory = [...agent.owedMemory, ...memory]
    return true
  }

  pong(): void {
    this.missedPongs = 0
  }

  /** Asks for a sign of life, and gives up on a client that left too many such questions unanswered. */
  probe(): void {
    if (this.missedPongs >= this.context.limits.missedPongsMax) {
      this.cut('no sign of life')
    } else {
      this.missedPongs++
      this.socket.ping()
    }
  }

  /** Gives up on a client that takes nothing, or for whom too much has piled up. */
  checkDrain(): void {
    const { limits, clock } = this.context
    const outbox = this.life?.outbox
    if (outbox === undefined || this.phase === 'ended') return
    if (outbox.bytes > limits.outboxBytesMax) this.cut('too much is waiting to be read')
    else if (outbox.stalledMs(clock.now()) >= limits.drainMs) this.cut('nothing was read for too long')
  }

  /** Another connection speaks for the agent now. */
  private supersede(): void {
    this.takeBackObs()
    this.close(CLOSE_POLICY, 'superseded')
  }

  private closeByLimit(code: number, reason: string): void {
    this.context.counts.cut++
    this.context.log.warn(
      { sessionId: this.id, agentId: this.agent?.id, address: this.address.name, reason },
      'a connection hit a limit',
    )
    this.close(code, reason)
  }

  private cut(reason: string): void {
    if (this.phase === 'ended') return
    this.context.counts.cut++
    this.context.log.info(
      { sessionId: this.id, agentId: this.agent?.id, address: this.address.name, reason },
      'a connection was cut',
    )
    this.socket.cut()
    this.end()
  }

  /** Sends what is owed and says goodbye; a client that does not answer that in time is cut. */
  close(code: number, reason: string): void {
    if (this.phase === 'ended') return
    this.life?.outbox.flush()
    this.socket.close(code, reason)
    this.end()
    this.cancelDeadline = this.context.clock.schedule(this.context.limits.closeMs, () => this.socket.cut())
  }

  /** The socket is closed. */
  gone(): void {
    this.end()
    this.cancelDeadline()
  }

  /** The session is over, by whoever's will. The agent stays in its world, unless somebody else speaks for it already. */
  private end(): void {
    if (this.phase === 'ended') return
    this.phase = 'ended'
    this.cancelDeadline()
    if (this.life === undefined) return
    const { agent, world } = this.life
    if (!this.context.agents.detach(agent.id, this)) return
    world.runner.unwatch(agent.id)
    this.takeBackObs()
    const isThere = agent.isBorn || this.joinedLife !== undefined
    if (isThere && world.failure === undefined) void this.submit({ kind: 'detach', agentId: agent.id })
    this.context.log.info({ sessionId: this.id, agentId: agent.id }, 'an agent went offline')
  }
}
