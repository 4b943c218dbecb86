import {
  type AgentId,
  applyOps,
  decodeClientFrame,
  decodeRle,
  decodeServerFrame,
  type GameEvent,
  type Obs,
  type Vec3,
} from '@clawstead/protocol'
import { createView, encodeObs, type Input, tick, type View, type World } from '@clawstead/world'

/** How a task ended. */
export type TaskEnd = { readonly ok: true } | { readonly ok: false; readonly code: string; readonly message: string }

type Action = { readonly type: string } & Readonly<Record<string, unknown>>

const TASK_TICKS_MAX = 600

/**
 * One who lives in a world as any client does: knows what the catalogs say and what its observations show,
 * and can do nothing but send acts. The world itself is touched only to hand over frames.
 */
export class Player {
  obs!: Obs
  /** All that was ever told, oldest first. */
  readonly events: GameEvent[] = []
  private readonly world: World
  private readonly view: View = createView({ deltaVoxels: true })
  private cube = new Uint16Array(0)
  private fresh: GameEvent[] = []

  constructor(
    world: World,
    readonly id: AgentId,
    name: string,
  ) {
    this.world = world
    this.run([{ kind: 'join', agentId: id, name }])
  }

  get pos(): Vec3 {
    return this.obs.self.pos
  }

  count(item: string): number {
    return this.obs.inventory.find((stack) => stack.item === item)?.count ?? 0
  }

  /** The name of the block in a cell; undefined out of sight. */
  block([x, y, z]: Vec3): string | undefined {
    const { center, radius } = this.obs.voxels
    const [dx, dy, dz] = [x - center[0], y - center[1], z - center[2]]
    if (Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dz)) > radius) return undefined
    const side = 2 * radius + 1
    return this.world.config.catalog.blocks[
      this.cube[((dy + radius) * side + dz + radius) * side + dx + radius] as number
    ]?.id
  }

  /** Every cell in sight with its block. */
  *sight(): Iterable<{ readonly at: Vec3; readonly name: string }> {
    const { center, radius } = this.obs.voxels
    const { blocks } = this.world.config.catalog
    let i = 0
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dz = -radius; dz <= radius; dz++) {
        for (let dx = -radius; dx <= radius; dx++) {
          const name = blocks[this.cube[i++] as number]?.id ?? ''
          yield { at: [center[0] + dx, center[1] + dy, center[2] + dz], name }
        }
      }
    }
  }

  /** Lets a tick pass. */
  wait(): void {
    this.run([])
  }

  /** Asks for something that is done at once; says whether it was. */
  instant(action: Action): boolean {
    this.act({ instants: [{ id: 'i', ...action }] })
    return this.fresh.some((event) => event.type === 'ACTION_RESULT' && event.ref === 'i' && event.ok)
  }

  /** Asks for a task and waits for its end. */
  do(action: Action): TaskEnd {
    this.act({ tasks: [{ id: 't', ...action }] })
    for (let i = 0; i < TASK_TICKS_MAX; i++) {
      for (const event of this.fresh) {
        if (event.type === 'TASK_DONE') return { ok: true }
        if (event.type === 'TASK_FAIL') return { ok: false, code: event.code, message: event.message }
        if (event.type === 'ACTION_RESULT' && !event.ok)
          return { ok: false, code: event.code ?? '', message: event.message ?? '' }
        if (event.type === 'RESPAWN') return { ok: false, code: 'DOWNED', message: 'had to start again' }
      }
      this.wait()
    }
    const running = this.obs.tasks.map(({ task_id }) => task_id)
    this.act({ cancel: running })
    return { ok: false, code: 'TOO_LONG', message: `${action.type} did not end` }
  }

  private act(parts: object): void {
    const frame = { type: 'ACT', protocol_version: '1.1', tick: this.obs.tick + 1, agent_id: this.id, ...parts }
    const decoded = decodeClientFrame(JSON.stringify(frame))
    if (!decoded.ok || decoded.value.type !== 'ACT') throw new Error(`a bad act: ${JSON.stringify(decoded)}`)
    this.run([{ kind: 'act', agentId: this.id, act: decoded.value }])
  }

  private run(inputs: readonly Input[]): void {
    const { events } = tick(this.world, inputs)
    const own = events.filter(({ agentId }) => agentId === this.id)
    const text = encodeObs(this.world, this.id, this.view, {
      protocolVersion: '1.1',
      events: own.map(({ event }) => event),
      eventsCursor: own.at(-1)?.cursor ?? 0,
    })
    const decoded = decodeServerFrame(text)
    if (!decoded.ok || decoded.value.type !== 'OBS') throw new Error(`not an observation: ${JSON.stringify(decoded)}`)
    this.obs = decoded.value
    this.fresh = own.map(({ event }) => event)
    this.events.push(...this.fresh)
    this.learn(this.obs.voxels)
  }

  private learn({ encoding, data, ops, radius }: Obs['voxels']): void {
    const decoded =
      encoding === 'RLE' ? decodeRle(data ?? '', (2 * radius + 1) ** 3) : applyOps(this.cube, ops ?? [], radius)
    if (!decoded.ok) throw new Error(decoded.error.message)
    this.cube = decoded.value as Uint16Array<ArrayBuffer>
  }
}
