import type { AgentId, Catalog, Vec3, WorldDefinition } from '@clawstead/protocol'
import { type Content, createContent } from './content.js'
import { PartDigests } from './history/digest.js'
import { hashWords } from './math/hash.js'
import { Presence } from './presence.js'
import type { Profile } from './profile.js'
import type { Agent, WorldState } from './state.js'
import { GENERATORS, generatorFor } from './terrain/generate/index.js'
import type { Generator } from './terrain/generator.js'
import { Terrain } from './terrain/terrain.js'
import type { Atlas } from './travel/atlas.js'

export interface WorldConfig {
  readonly id: string
  readonly seed: number
  /** Draws the order of agents within a tick. Never shown: who knows it could act first. */
  readonly secret: string
  readonly profile: Profile
  readonly catalog: Catalog
  readonly definition: WorldDefinition
  /** The generator this world was born with; left out, the one its type gets today. */
  readonly generator?: string
  /** All worlds of the server and the ways between them; left out where there is but this one. */
  readonly atlas?: Atlas
}

/**
 * A world as rules and systems read it. `state` and the terrain are what it is;
 * the rest is content that never changes, or an index that can be made again from the two.
 */
export interface World {
  readonly config: WorldConfig
  readonly content: Content
  readonly profile: Profile
  readonly terrain: Terrain
  readonly state: WorldState
  /** Who and what is near a place. */
  readonly presence: Presence
  readonly digests: PartDigests
}

export function createWorld(config: WorldConfig): World {
  const state: WorldState = {
    tick: 0,
    seed: config.seed,
    season: 1,
    agents: new Map(),
    items: new Map(),
    containers: new Map(),
    signs: new Map(),
    boards: new Map(),
    unsettled: new Map(),
    edits: [],
    outbox: new Map(),
    arrivals: new Map(),
    closedGates: [],
    counters: { task: 0, item: 0, post: 0 },
    chain: '0'.repeat(16),
  }
  return assembleWorld(config, state)
}

/** A world around a state: fresh or restored. */
export function assembleWorld(config: WorldConfig, state: WorldState): World {
  const { profile, definition } = config
  const content = createContent(config.catalog)
  const terrain = new Terrain(createGenerator(config, content, state.seed), profile.height, definition.boundary_r)
  const world: World = {
    config,
    content,
    profile,
    terrain,
    state,
    presence: new Presence(),
    digests: new PartDigests(),
  }
  world.presence.rebuild(state)
  world.digests.rebuild(state)
  return world
}

/** What makes the ground of a world from a seed. */
export function createGenerator(
  { id, profile, definition, generator }: WorldConfig,
  content: Content,
  seed: number,
): Generator {
  const generatorId = generator ?? generatorFor(definition.type, profile.id === 'flat')
  const create = GENERATORS[generatorId]
  if (create === undefined) throw new Error(`world ${id}: there is no generator ${generatorId}`)
  return create({ seed, height: profile.height, seaLevel: profile.seaLevel, boundary: definition.boundary_r, content })
}

/** What WELCOME says about a world. */
export function worldParams(world: World) {
  const { tuning } = world.config.catalog
  const { height } = world.profile
  return {
    tick_rate_hz: tuning.tick_rate_hz,
    chunk_size: [16, 16, height] as [number, number, number],
    height,
    obs_radius: tuning.obs_radius,
    day_ticks: tuning.day_ticks,
    seed: world.state.seed,
  }
}

export function blockAt(world: World, at: Vec3): number {
  return world.terrain.blockAt(at[0], at[1], at[2])
}

export function isInWorld(world: World, [x, y, z]: Vec3): boolean {
  return y >= 0 && y < world.profile.height && world.terrain.isInside(x, z)
}

/** Agents by number: the order in which anything that needs one goes through them. */
export function agentsInIdOrder(world: World): readonly Agent[] {
  return world.presence.agentsInOrder(world.state)
}

/**
 * Agents in the order of this tick's turn. Everyone is first equally often,
 * and nobody outside can tell when.
 */
export function agentsInTurn(world: World): readonly Agent[] {
  const agents = agentsInIdOrder(world)
  if (agents.length < 2) return agents
  const first = turnKey(world, '') % agents.length
  return first === 0 ? agents : [...agents.slice(first), ...agents.slice(0, first)]
}

/** A number that only this world's secret, this tick and this name give. */
export function turnKey(world: World, name: string): number {
  let key = 0
  const { secret } = world.config
  for (let i = 0; i < secret.length; i++) key = hashWords(key, secret.charCodeAt(i), i)
  for (let i = 0; i < name.length; i++) key = hashWords(key, name.charCodeAt(i), i)
  return hashWords(key, world.state.tick, 0x7475726e)
}

export function findAgent(world: World, id: string): Agent | undefined {
  return world.state.agents.get(id as AgentId)
}
