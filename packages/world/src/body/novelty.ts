import type { Agent } from '../state.js'
import type { Tx } from '../tx.js'

const BIOME_NOVELTY = 10

/** A biome seen for the first time is worth something. Asked at birth and after each step. */
export function noteBiome(tx: Tx, agent: Agent): void {
  const biome = tx.world.terrain.generator.biomeAt(agent.pos[0], agent.pos[2])
  if (agent.seenBiomes.includes(biome)) return
  tx.change(agent).seenBiomes.push(biome)
  award(tx, agent, BIOME_NOVELTY, `biome:${biome}`)
}

/** Adds to the novelty score and says so. */
export function award(tx: Tx, agent: Agent, delta: number, reason: string): void {
  const { fun } = tx.change(agent)
  fun.novelty += delta
  tx.emit(agent, { t: tx.tick, type: 'FUN', dim: 'NOVELTY', delta, total: fun.novelty, reason })
}
