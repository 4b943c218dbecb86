import type { Vec3 } from '@clawstead/protocol'
import { walk } from './deed.js'
import type { Goal } from './goals.js'
import { canStand } from './ground.js'
import type { Memory } from './memory.js'
import type { Senses } from './senses.js'

const STRIDE_BLOCKS = 7
/** How much higher or lower the country ahead may lie. */
const SLOPE_BLOCKS = 4
const HEADINGS: readonly (readonly [number, number])[] = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
]
/** First straight on, then ever further to the sides, back last. */
const TURNS = [0, 1, 7, 2, 6, 3, 5, 4] as const
const HEADING = 'heading '

/** Looks for better country, over dry land as long as there is any ahead. Out of the water it goes back to where it came from. */
export const wander: Goal = (senses, memory) => {
  const { lastLand } = memory
  if (lastLand !== undefined && !canStand(senses, senses.pos)) return walk('back to dry land', lastLand, 1)
  const heading =
    TURNS.map((turn) => (memory.heading + turn) % HEADINGS.length).find((one) => isDry(senses, one)) ?? memory.heading
  const [x, , z] = ahead(senses, heading)
  return walk('looking around', [x, senses.pos[1], z], 2, `${HEADING}${heading}`)
}

/** Keeps a heading that led somewhere and turns away from one that did not. */
export function rememberHeading(memory: Memory, about: string, hasFailed: boolean): void {
  if (!about.startsWith(HEADING)) return
  const heading = Number(about.slice(HEADING.length))
  memory.heading = hasFailed ? (heading + 3) % HEADINGS.length : heading
}

function ahead({ pos: [x, y, z] }: Senses, heading: number): Vec3 {
  const [dx, dz] = HEADINGS[heading] ?? [1, 0]
  return [x + dx * STRIDE_BLOCKS, y, z + dz * STRIDE_BLOCKS]
}

function isDry(senses: Senses, heading: number): boolean {
  const [x, y, z] = ahead(senses, heading)
  for (let dy = -SLOPE_BLOCKS; dy <= SLOPE_BLOCKS; dy++) if (canStand(senses, [x, y + dy, z])) return true
  return false
}
