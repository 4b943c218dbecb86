import { openSocket, type WebSocketLike } from '@clawstead/client'
import { decodeServerFrame } from '@clawstead/protocol'
import type { Chance } from '../chance.js'

/** How soon it dials again: a server that was killed is back within a second or so. */
const REDIAL_MS = 60

/**
 * An agent that never gives up: it comes back with its token, sends again under the same id what was not acknowledged, and
 * notes what was. It looks at observations only to act on them.
 */
export class StubbornAgent {
  /** Ids of acts whose ACK said that they were taken. */
  readonly acknowledged: string[] = []
  /** What should not have happened. */
  readonly wrong: string[] = []
  id = ''
  /** Acts sent more than once. */
  repeats = 0
  private token = ''
  private worldId = ''
  private number = 0
  private readonly pending = new Map<string, object>()
  private socket: WebSocketLike | undefined
  private isRepeated = false
  private isStopped = false

  constructor(
    private readonly url: string,
    readonly name: string,
    private readonly chance: Chance,
  ) {
    this.dial()
  }

  /** Ends its connection for good. */
  stop(): void {
    this.isStopped = true
    this.socket?.terminate?.()
  }

  private dial(): void {
    const socket = openSocket(this.url)
    this.socket = socket
    this.isRepeated = false
    socket.addEventListener('open', () =>
      socket.send(
        JSON.stringify({
          type: 'HELLO',
          protocol_version: '1.1',
          agent_name: this.name,
          capabilities: { delta_voxels: true, max_queue: 64 },
          ...(this.token === '' ? {} : { auth: { token: this.token } }),
        }),
      ),
    )
    socket.addEventListener('message', ({ data }) => this.hear(data as string))
    socket.addEventListener('error', () => {})
    socket.addEventListener('close', () => {
      if (!this.isStopped) setTimeout(() => this.dial(), REDIAL_MS)
    })
  }

  private hear(data: string | Uint8Array): void {
    const decoded = decodeServerFrame(data)
    if (!decoded.ok) {
      this.wrong.push(`${this.name}: a frame cannot be read: ${JSON.stringify(decoded.error)}`)
      return
    }
    const frame = decoded.value
    if (frame.type === 'WELCOME') {
      if (this.id !== '' && frame.agent_id !== this.id)
        this.wrong.push(`${this.id} came back as ${frame.agent_id}: its token was forgotten`)
      this.id = frame.agent_id
      this.token = frame.resume_token
      this.worldId = frame.current_world_id
    } else if (frame.type === 'ACK') {
      if (!this.pending.delete(frame.ack_for)) return
      if (frame.accepted) this.acknowledged.push(frame.ack_for)
    } else if (frame.type === 'OBS') this.act(frame.tick, frame.obs_id ?? '')
  }

  private act(tick: number, obsId: string): void {
    const common = {
      type: 'ACT',
      protocol_version: '1.1',
      based_on_obs_id: obsId,
      expected_world_id: this.worldId,
      tick,
    }
    if (!this.isRepeated) {
      this.isRepeated = true
      for (const [actId, wish] of this.pending) {
        this.repeats++
        this.socket?.send(JSON.stringify({ ...common, act_id: actId, ...wish }))
      }
    }
    const actId = `${this.name}-${++this.number}`
    const wish = this.wish(actId)
    this.pending.set(actId, wish)
    this.socket?.send(JSON.stringify({ ...common, act_id: actId, ...wish }))
  }

  /** Mostly facts to remember; now and then a walk or a word, so that ticks have work of their own. */
  private wish(actId: string): object {
    const dice = this.chance.below(10)
    if (dice === 0) return { tasks: [{ id: 'K', type: 'MOVE_TO', target: this.somewhere(), tolerance: 1.2 }] }
    if (dice === 1) return { instants: [{ id: 'I', type: 'SAY', channel: 'LOCAL', text: actId }] }
    return { instants: [{ id: 'I', type: 'SAVE_MEMORY', key: `fact-${this.chance.below(50)}`, value: actId }] }
  }

  private somewhere(): [number, number, number] {
    return [this.chance.between(-40, 40), 0, this.chance.between(-40, 40)]
  }
}
