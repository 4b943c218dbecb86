import type { Observation } from '@clawstead/client'
import { cubeIndex, type Vec3 } from '@clawstead/protocol'

/** Something lying about. */
export interface SeenItem {
  readonly id: string
  readonly item: string
  readonly pos: Vec3
}

/** What a bot knows at one moment, all of it from its own observation and the catalogs it was sent. */
export interface Senses {
  readonly tick: number
  readonly pos: Vec3
  readonly hp: number
  readonly hunger: number
  /** From a quarter before midnight to a quarter after it, as days are counted here. */
  readonly isDark: boolean
  /** Cells from bottom to top; 1 means that there is neither up nor down. */
  readonly worldHeight: number
  readonly sightBlocks: number
  readonly carried: ReadonlyMap<string, number>
  readonly items: readonly SeenItem[]
  readonly runningTaskIds: readonly string[]
  /** Name of the block in a cell; nothing when it is out of sight. */
  block(at: Vec3): string | undefined
}

const NIGHT_BEFORE = 0.25
const NIGHT_AFTER = 0.75

export interface SensesOptions {
  readonly blockNames: readonly string[]
  readonly worldHeight: number
}

/** Nothing while no whole view of the surroundings has arrived. */
export function sense({ obs, cube }: Observation, { blockNames, worldHeight }: SensesOptions): Senses | undefined {
  if (cube === undefined) return undefined
  const { center, radius, cells } = cube
  const time = obs.world.time_of_day
  return {
    tick: obs.tick,
    pos: obs.self.pos,
    hp: obs.self.hp,
    hunger: obs.self.hunger,
    isDark: time < NIGHT_BEFORE || time > NIGHT_AFTER,
    worldHeight,
    sightBlocks: radius,
    carried: new Map(obs.inventory.map(({ item, count }) => [item, count])),
    items: obs.entities.flatMap(({ id, type, pos, item }) =>
      type === 'ITEM' && item !== undefined ? [{ id, item, pos }] : [],
    ),
    runningTaskIds: obs.tasks.map(({ task_id: id }) => id),
    block([x, y, z]) {
      const [dx, dy, dz] = [x - center[0], y - center[1], z - center[2]]
      if (Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dz)) > radius) return undefined
      // Below the world everything carries, whatever the view says of it.
      return y < 0 ? 'BEDROCK' : blockNames[cells[cubeIndex(dx, dy, dz, radius)] ?? 0]
    },
  }
}

export function countOf(senses: Senses, item: string): number {
  return senses.carried.get(item) ?? 0
}
