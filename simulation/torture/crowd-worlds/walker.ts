import { openSocket, type WebSocketLike } from '@clawstead/client'
import type { Vec3 } from '@clawstead/protocol'
import type { CrowdOptions } from './options.js'
import type { Tally } from './tally.js'

const JOIN_MS_MAX = 60_000
/** Distance at which a walk counts as done. */
const TOLERANCE = 1.2
const OUTBOX_FRAMES = 16
const TICK = /"tick":(\d+)/
/** What is wanted of a frame stands this near its beginning, unless the frame is read whole. */
const HEAD_CHARS = 200

/** What all agents of a crowd share: where they dial, and whether what happens counts. */
export interface Stage extends Pick<CrowdOptions, 'actEvery' | 'spreadBlocks' | 'about'> {
  readonly url: string
  phase: 'before' | 'measured' | 'after'
}

interface ObsParts {
  readonly obs_id: string
  readonly world_id: string
  readonly self: { readonly pos: Vec3 }
  readonly tasks: readonly { readonly task_id: string }[]
}

/**
 * An agent of a crowd: it takes every observation, and acts on every so-manieth by walking to another place. It reads
 * no more of a frame than it needs, because the server is what is measured. It joins the world of its tally by asking for
 * it in its HELLO: a walk to a gate would take the last of a large crowd an hour.
 */
export class Walker {
  private readonly socket: WebSocketLike
  private readonly sentMs = new Map<string, number>()
  private agentId = ''
  private home: Vec3 | undefined
  private seen = 0
  private lastMs: number | undefined
  private isLeaving = false

  constructor(
    private readonly index: number,
    private readonly stage: Stage,
    private readonly tally: Tally,
  ) {
    this.socket = openSocket(stage.url)
  }

  /** Resolves when it was shown its world. */
  join(): Promise<void> {
    const { socket, tally } = this
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`agent ${this.index} was not let in`)), JOIN_MS_MAX)
      let isIn = false
      socket.addEventListener('open', () => socket.send(this.hello()))
      socket.addEventListener('error', () => {})
      socket.addEventListener('close', ({ code, reason }) => {
        clearTimeout(late)
        reject(new Error(`agent ${this.index} was not let in: ${code} ${reason}`))
        if (isIn && !this.isLeaving && this.stage.phase === 'measured') tally.cut++
      })
      socket.addEventListener('message', ({ data }) => {
        const text = data as string
        const head = text.slice(0, HEAD_CHARS)
        if (head.includes('"type":"OBS"')) {
          this.observe(text, head)
          if (isIn) return
          isIn = true
          tally.agents++
          clearTimeout(late)
          resolve()
        } else if (head.includes('"type":"ACK"')) this.hearAck(text)
        else if (head.includes('"type":"WELCOME"')) {
          const welcome = JSON.parse(text) as { agent_id: string; current_world_id: string }
          this.agentId = welcome.agent_id
          if (welcome.current_world_id !== tally.world)
            reject(new Error(`agent ${this.index} asked for ${tally.world} and is in ${welcome.current_world_id}`))
        }
      })
    })
  }

  leave(): void {
    this.isLeaving = true
    this.socket.terminate?.()
  }

  private hello(): string {
    const capabilities = { delta_voxels: false, max_queue: OUTBOX_FRAMES }
    return JSON.stringify({
      type: 'HELLO',
      protocol_version: '1.1',
      agent_name: `crowd${this.index}`,
      capabilities,
      world_preference: this.tally.world,
    })
  }

  private observe(text: string, head: string): void {
    const { stage, index, lastMs } = this
    const nowMs = performance.now()
    const tick = Number(TICK.exec(head)?.[1] ?? 0)
    this.lastMs = nowMs
    if (stage.phase === 'measured')
      this.tally.observed(index, tick, text.length, lastMs === undefined ? undefined : nowMs - lastMs)
    if (++this.seen % stage.actEvery === index % stage.actEvery && stage.phase !== 'after') this.act(text, tick, nowMs)
  }

  private act(text: string, tick: number, nowMs: number): void {
    const { obs_id: obsId, world_id: worldId, self, tasks } = JSON.parse(text) as ObsParts
    const [x, y, z] = self.pos
    this.home ??= this.stage.about === 'home' ? [x, y, z] : [0, y, 0]
    const actId = `c${this.index}-${this.seen}`
    if (this.stage.phase === 'measured') {
      this.sentMs.set(actId, nowMs)
      this.tally.acts++
    }
    this.socket.send(
      JSON.stringify({
        type: 'ACT',
        protocol_version: '1.1',
        tick,
        agent_id: this.agentId,
        act_id: actId,
        based_on_obs_id: obsId,
        idempotency_key: actId,
        expected_world_id: worldId,
        instants: [],
        tasks: [{ id: `t${actId}`, type: 'MOVE_TO', target: this.target(this.home, y), tolerance: TOLERANCE }],
        cancel: tasks.map(({ task_id: taskId }) => taskId),
      }),
    )
  }

  /** Another place each time, the same ones in every run. */
  private target([x, , z]: Vec3, y: number): Vec3 {
    const { index, seen } = this
    const { spreadBlocks } = this.stage
    const side = 2 * spreadBlocks + 1
    return [x + ((index * 7 + seen * 13) % side) - spreadBlocks, y, z + ((index * 11 + seen * 5) % side) - spreadBlocks]
  }

  private hearAck(text: string): void {
    const { ack_for: actId, accepted } = JSON.parse(text) as { ack_for: string; accepted: boolean }
    const sentMs = this.sentMs.get(actId)
    if (sentMs === undefined) return
    this.sentMs.delete(actId)
    this.tally.acks.add(performance.now() - sentMs)
    if (!accepted) this.tally.refused++
  }
}
