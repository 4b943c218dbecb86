import type { Vec3 } from '@clawstead/protocol'
import type { Agent } from '../state.js'
import type { Tx } from '../tx.js'
import type { World } from '../world.js'
import { harm } from './harm.js'

/** Cells that touch a body without it being inside them, from its feet: beside both halves, and below. */
const TOUCHED: readonly Vec3[] = [
  [0, -1, 0],
  [1, 0, 0],
  [-1, 0, 0],
  [0, 0, 1],
  [0, 0, -1],
  [1, 1, 0],
  [-1, 1, 0],
  [0, 1, 1],
  [0, 1, -1],
]

/** Burns, pricks: harm by the block one is in, or by a solid one that one touches. One block at a time, the worst. */
export function touchHarm(tx: Tx, agent: Agent): void {
  const { world } = tx
  const [x, y, z] = agent.pos
  let worst = damageOf(tx, agent, world.terrain.blockAt(x, y, z))
  worst = worse(worst, damageOf(tx, agent, world.terrain.blockAt(x, y + 1, z)))
  if (hasSharpBlocks(world)) {
    for (const [dx, dy, dz] of TOUCHED) {
      const id = world.terrain.blockAt(x + dx, y + dy, z + dz)
      if (world.content.solid[id] === 1) worst = worse(worst, damageOf(tx, agent, id))
    }
  }
  if (worst !== undefined) harm(tx, agent, worst.hp, worst.kind)
}

type Damage = NonNullable<World['content']['blocks'][number]['damage']>

/** What a block does to a body in this tick. */
function damageOf(tx: Tx, agent: Agent, id: number): Damage | undefined {
  if (tx.world.content.harmful[id] !== 1) return undefined
  const damage = tx.world.content.blocks[id]?.damage
  // Shifted by the agent's number, so that a crowd is not hurt, or looked at, all in one tick.
  return damage && (tx.tick + agent.number) % damage.every_ticks === 0 ? damage : undefined
}

function worse(a: Damage | undefined, b: Damage | undefined): Damage | undefined {
  return a === undefined || (b !== undefined && b.hp > a.hp) ? b : a
}

const sharpCatalogs = new WeakMap<World['content'], boolean>()

/** Whether a catalog has solid blocks that hurt: most of the looking around can be saved where it has none. */
function hasSharpBlocks({ content }: World): boolean {
  let sharp = sharpCatalogs.get(content)
  if (sharp === undefined) {
    sharp = content.blocks.some((block) => block.solid && block.damage !== null)
    sharpCatalogs.set(content, sharp)
  }
  return sharp
}
