import type { Vec3 } from '@clawstead/protocol'
import type { SeenItem, Senses } from './senses.js'

export interface DrawnSenses extends Partial<Omit<Senses, 'block' | 'carried' | 'items'>> {
  readonly carried?: Readonly<Record<string, number>>
  readonly items?: readonly SeenItem[]
}

const SIGNS: Readonly<Record<string, string>> = {
  '#': 'STONE',
  '=': 'DIRT',
  '.': 'AIR',
  A: 'AIR',
  o: 'LOG',
  b: 'BERRY_BUSH',
  t: 'CRAFTING_BENCH',
  '~': 'WATER',
  '?': 'BEDROCK',
}

/**
 * A slice through the world seen from the side: rows from the top down, x to the right, the same at every z. `A` is where the feet are.
 * Beyond the drawing there is air above the feet and stone below.
 */
export function sideView(picture: string, given: DrawnSenses = {}): Senses {
  const rows = picture
    .split('\n')
    .map((row) => row.replaceAll(' ', ''))
    .filter((row) => row !== '')
  const top = rows.findIndex((row) => row.includes('A'))
  const left = rows[top]?.indexOf('A') ?? 0
  const pos: Vec3 = given.pos ?? [100, 70, 100]
  const { carried = {}, items = [], ...rest } = given
  return {
    tick: 10_000,
    hp: 20,
    hunger: 20,
    isDark: false,
    worldHeight: 128,
    sightBlocks: 7,
    runningTaskIds: [],
    ...rest,
    pos,
    carried: new Map(Object.entries(carried)),
    items,
    block([x, y, z]) {
      const far = Math.max(Math.abs(x - pos[0]), Math.abs(y - pos[1]), Math.abs(z - pos[2]))
      if (far > 7) return undefined
      const sign = rows[top - (y - pos[1])]?.[left + x - pos[0]]
      return sign === undefined ? (y < pos[1] ? 'STONE' : 'AIR') : SIGNS[sign]
    },
  }
}
