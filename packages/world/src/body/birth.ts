import type { AgentId } from '@clawstead/protocol'
import { createInventory } from '../inventory.js'
import type { Agent } from '../state.js'
import type { Tx } from '../tx.js'
import { noteBiome } from './novelty.js'
import { spawnPoint } from './spawn.js'
import { BREATH_TICKS, HP_MAX, HUNGER_MAX, STAMINA_MAX } from './vitals.js'

const REPUTATION_START = 500

/** Puts a new body into the world, with the starter kit and on safe ground. */
export function birth(tx: Tx, id: AgentId, name: string): void {
  const { world } = tx
  if (world.state.agents.has(id)) return
  const number = Number(id.slice(1))
  const kit = Object.entries(world.config.catalog.tuning.starter_items).map(([item, count]) => ({ item, count }))
  const agent: Agent = {
    id,
    number,
    name,
    connected: true,
    pos: spawnPoint(world, number),
    yaw: 0,
    hp: HP_MAX,
    hunger: HUNGER_MAX,
    staminaMilli: STAMINA_MAX,
    breathTicks: BREATH_TICKS,
    fallenBlocks: 0,
    heldDoor: null,
    inventory: createInventory(kit),
    reputation: { trade: REPUTATION_START, build: REPUTATION_START, social: REPUTATION_START, law: REPUTATION_START },
    fun: { novelty: 0, creation: 0, social: 0, influence: 0, narrative: 0, risk_rescue: 0 },
    seenBiomes: [],
    seenRecipes: [],
    movement: null,
    work: null,
    cursor: 0,
    memory: new Map(),
    rates: new Map(),
    mutes: new Set(),
    journeys: 0,
    switchAfterTick: 0,
    scoreSinceTick: tx.tick,
  }
  tx.addAgent(agent)
  noteBiome(tx, agent)
}
