import { openSocket, type WebSocketLike } from '@clawstead/client'
import { type Chance, createChance } from '../chance.js'

/** Every so-manieth observation an agent of the crowd acts. */
const ACT_EVERY = 10
const OBS_EVERY = /"obs_every":(\d+)/
const TICK = /"tick":(\d+)/
const OBS_ID = /"obs_id":"([^"]*)"/
const WORLD = /"current_world_id":"([^"]*)"/
const POSITION = /"pos":\[(-?\d+),(-?\d+),(-?\d+)\]/

/** What a crowd saw since it was last asked. */
export interface Seen {
  observations: number
  /** Observations by the k they said. */
  readonly byEvery: Map<number, number>
  readonly ackMs: number[]
  closed: number
}

/** Agents that take everything and walk about. They look at as little of a frame as they can: the server is what is measured. */
export class Crowd {
  private readonly sockets: WebSocketLike[] = []
  private seen: Seen = nothingSeen()
  private isLeaving = false

  constructor(
    private readonly url: string,
    private readonly seed: number,
  ) {}

  /** Lets so many agents in. Resolves when each of them was shown the world. */
  async join(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, i) => this.enter(createChance(this.seed + i), i)))
  }

  /** All but so many leave. */
  leave(stay: number): void {
    this.isLeaving = true
    for (const socket of this.sockets.splice(stay)) socket.terminate?.()
    this.isLeaving = false
  }

  take(): Seen {
    const { seen } = this
    this.seen = nothingSeen()
    return seen
  }

  private enter(chance: Chance, number: number): Promise<void> {
    const socket = openSocket(this.url)
    this.sockets.push(socket)
    const sentMs = new Map<string, number>()
    let worldId = ''
    let count = 0
    return new Promise((resolve) => {
      socket.addEventListener('open', () =>
        socket.send(
          JSON.stringify({
            type: 'HELLO',
            protocol_version: '1.1',
            agent_name: `c${number}`,
            capabilities: { delta_voxels: true, max_queue: 64 },
          }),
        ),
      )
      socket.addEventListener('error', () => {})
      socket.addEventListener('close', () => {
        if (!this.isLeaving && this.sockets.includes(socket)) this.seen.closed++
        resolve()
      })
      socket.addEventListener('message', ({ data }) => {
        const text = String(data)
        const head = text.slice(0, 40)
        if (head.includes('"WELCOME"')) worldId = WORLD.exec(text)?.[1] ?? ''
        else if (head.includes('"ACK"')) {
          const id = (JSON.parse(text) as { ack_for: string }).ack_for
          this.seen.ackMs.push(performance.now() - (sentMs.get(id) ?? performance.now()))
          sentMs.delete(id)
        } else if (head.includes('"OBS"')) {
          resolve()
          const every = Number(OBS_EVERY.exec(text)?.[1] ?? 1)
          this.seen.observations++
          this.seen.byEvery.set(every, (this.seen.byEvery.get(every) ?? 0) + 1)
          if (++count % ACT_EVERY !== number % ACT_EVERY) return
          const id = `c${number}-${count}`
          sentMs.set(id, performance.now())
          socket.send(actOf(text, id, worldId, chance))
        }
      })
    })
  }
}

function actOf(text: string, id: string, worldId: string, chance: Chance): string {
  const [, x = 0, y = 0, z = 0] = POSITION.exec(text)?.map(Number) ?? []
  const target = [x + chance.between(-8, 8), y, z + chance.between(-8, 8)]
  return JSON.stringify({
    type: 'ACT',
    protocol_version: '1.1',
    act_id: id,
    based_on_obs_id: OBS_ID.exec(text)?.[1] ?? '',
    expected_world_id: worldId,
    tick: Number(TICK.exec(text)?.[1] ?? 0),
    tasks: [{ id: 'K', type: 'MOVE_TO', target, tolerance: 1.2 }],
  })
}

function nothingSeen(): Seen {
  return { observations: 0, byEvery: new Map(), ackMs: [], closed: 0 }
}
