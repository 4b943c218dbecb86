import { type Connection, connect, type Observation } from '@clawstead/client'
import type { Vec3 } from '@clawstead/protocol'
import type { Tally } from './tally.js'

const JOIN_MS_MAX = 15_000
const ACK_MS_MAX = 60_000
/** Distance at which a walk counts as done. */
const TOLERANCE = 1.2

export interface WalkerOptions {
  readonly url: string
  readonly name: string
  /** Its number within the swarm, from 0. */
  readonly index: number
  readonly actEvery: number
  readonly spreadBlocks: number
  readonly tally: Tally
  readonly now: () => number
}

/** One agent of a swarm: takes every observation and walks about where it joined. Resolves when it has joined or cannot. */
export async function startWalker(options: WalkerOptions): Promise<Connection> {
  const { url, name, index, actEvery, tally, now } = options
  const connection = connect({ url, name })
  let home: Vec3 | undefined
  let seen = 0
  connection.on('observation', (observation) => {
    const { obs, text } = observation
    // Nearly every character of an observation is one byte: counting them exactly would cost more than it tells.
    tally.observed(index, obs.tick, text.length, now())
    home ??= obs.self.pos
    seen++
    if (seen % actEvery === index % actEvery) void walk(connection, observation, targetOf(home, seen, options), options)
  })
  connection.on('down', () => tally.broke())
  try {
    await connection.waitUntilConnected(JOIN_MS_MAX)
    tally.joined++
  } catch {
    tally.errors++
  }
  return connection
}

async function walk(
  connection: Connection,
  { obs }: Observation,
  target: Vec3,
  { tally, now }: WalkerOptions,
): Promise<void> {
  const startedMs = now()
  tally.act()
  try {
    await connection.act(
      {
        cancel: obs.tasks.map(({ task_id: id }) => id),
        tasks: [{ type: 'MOVE_TO', target, tolerance: TOLERANCE }],
      },
      { timeoutMs: ACK_MS_MAX },
    )
    tally.acknowledged(now() - startedMs)
  } catch {
    tally.refusedAct()
  }
}

/** Another place each time, the same ones in every run. */
export function targetOf(
  [x, y, z]: Vec3,
  seen: number,
  { index, spreadBlocks }: Pick<WalkerOptions, 'index' | 'spreadBlocks'>,
): Vec3 {
  const side = 2 * spreadBlocks + 1
  const dx = ((index * 7 + seen * 13) % side) - spreadBlocks
  const dz = ((index * 11 + seen * 5) % side) - spreadBlocks
  return [x + dx, y, z + dz]
}
