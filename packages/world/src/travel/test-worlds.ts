import type { AgentId, GameEvent, Vec3 } from '@clawstead/protocol'
import { WorldsFile } from '@clawstead/protocol'
import type { Input } from '../inputs.js'
import { type ActionInput, heavyTick, testConfig } from '../testing/index.js'
import type { TickResult } from '../tick.js'
import { Tx } from '../tx.js'
import { createWorld, findAgent, type World } from '../world.js'

const every = { boundary_r: 100, reset_every_ticks: 42_000 }
const closed = { enabled: false, x: 0, z: 0, radius: 50 }

/** Four worlds: a start with three gates, a mine, one that asks for a permit and one whose way does. */
export const WORLDS = WorldsFile.parse({
  default_world_id: 'OVERWORLD',
  worlds: [
    {
      id: 'OVERWORLD',
      ...every,
      entry_points: [
        { id: 'e1', radius: 3 },
        { id: 'e2', x: 10, z: -10, radius: 2 },
        { id: 'e3', ...closed },
      ],
    },
    {
      id: 'PIT',
      type: 'MINE_L1',
      ...every,
      seed_offset: 7,
      reset_every_ticks: 300,
      reset_notice_ticks: 60,
      switch_cooldown_ticks: 10,
      allow_admin_reset: true,
      entry_points: [{ id: 'p1', x: 5, z: 5, radius: 8 }],
    },
    { id: 'VAULT', type: 'CITY_HUB', ...every, requires_permit: true, entry_point_id: 'v1' },
    { id: 'SIDE', type: 'CITY_HUB', ...every, entry_point_id: 's1' },
    { id: 'ISLE', type: 'OVERWORLD', ...every, entry_point_id: 'i1' },
  ],
  switch_routes: [
    { from_world: 'OVERWORLD', to_world: 'PIT', from_entry_id: 'e1', to_entry_id: 'p1' },
    { from_world: 'OVERWORLD', to_world: 'PIT', from_entry_id: 'e2', to_entry_id: 'p1' },
    { from_world: 'OVERWORLD', to_world: 'PIT', from_entry_id: 'e3', to_entry_id: 'p1' },
    { from_world: 'PIT', to_world: 'OVERWORLD', from_entry_id: 'p1', to_entry_id: 'e2' },
    { from_world: 'OVERWORLD', to_world: 'VAULT', from_entry_id: 'e1', to_entry_id: 'v1' },
    { from_world: 'OVERWORLD', to_world: 'SIDE', from_entry_id: 'e1', to_entry_id: 's1', requires_permit: true },
  ],
})

export const A1 = 'A1' as AgentId

/** Some of these worlds side by side, with one count of ticks and a post between them that can be interrupted. */
export class TestWorlds {
  readonly worlds: ReadonlyMap<string, World>
  readonly results = new Map<string, TickResult>()
  private readonly queues = new Map<string, Input[]>()
  private readonly events: GameEvent[] = []

  constructor(ids: readonly string[] = ['OVERWORLD', 'PIT'], flat = true) {
    const atlas = { worlds: WORLDS.worlds, routes: WORLDS.switch_routes }
    const make = (id: string): World => {
      const definition = WORLDS.worlds.find((world) => world.id === id)
      if (definition === undefined) throw new Error(`no world ${id}`)
      const config = testConfig({ flat, world: definition.type, seed: 1337 + definition.seed_offset })
      return createWorld({ ...config, id, definition, atlas })
    }
    this.worlds = new Map(ids.map((id) => [id, make(id)]))
    this.input('OVERWORLD', { kind: 'join', agentId: A1, name: 'one' })
    this.tick()
    this.place('OVERWORLD', [0, 0, 0])
    this.told()
  }

  world(id: string): World {
    const world = this.worlds.get(id)
    if (world === undefined) throw new Error(`no world ${id}`)
    return world
  }

  /** Puts the agent somewhere, at the height it has now in a world of more than one. */
  place(id: string, [x, y, z]: Vec3): void {
    const agent = findAgent(this.world(id), A1)
    if (agent !== undefined)
      new Tx(this.world(id)).moveAgent(agent, [x, this.world(id).profile.height === 1 ? y : agent.pos[1], z])
  }

  input(id: string, input: Input): void {
    this.queues.set(id, [...(this.queues.get(id) ?? []), input])
  }

  act(
    id: string,
    instants: readonly ActionInput[],
    tasks: readonly ActionInput[] = [],
    tick = this.world(id).state.tick,
  ): void {
    const withIds = (list: readonly ActionInput[]): unknown[] => list.map((action) => ({ id: '', ...action }))
    const act = {
      type: 'ACT',
      protocol_version: '1.1',
      tick,
      instants: withIds(instants),
      tasks: withIds(tasks),
      cancel: [],
    }
    this.input(id, { kind: 'act', agentId: A1, act } as unknown as Input)
  }

  go(to: string, entryPointId?: string): void {
    const from = [...this.worlds.values()].find((world) => findAgent(world, A1) !== undefined)?.config.id ?? ''
    const entry = entryPointId === undefined ? {} : { entry_point_id: entryPointId }
    this.act(from, [{ type: 'SWITCH_WORLD', id: 'SW', target_world_id: to, ...entry }])
  }

  /** One tick of every world; each is saved, loaded and compared. */
  tick(): void {
    for (const [id, world] of this.worlds) {
      const inputs = this.queues.get(id) ?? []
      this.queues.set(id, [])
      const result = heavyTick(world, inputs)
      this.results.set(id, result)
      this.events.push(...result.events.filter(({ agentId }) => agentId === A1).map(({ event }) => event))
    }
  }

  /** A tick, and what it sent on its way for the next one. */
  tickAndDeliver(): void {
    this.tick()
    for (const [id, { departures, arrivals }] of this.results) {
      for (const transfer of departures) this.input(transfer.to, { kind: 'arrive', transfer })
      for (const { agentId, journey, from } of arrivals)
        if (from !== id) this.input(from, { kind: 'arrived', agentId, journey })
    }
  }

  /** What the agent was told since this was last asked. */
  told(): GameEvent[] {
    return this.events.splice(0)
  }

  /** In which worlds the agent is, and in which outboxes. */
  where(): string[] {
    const places: string[] = []
    for (const [id, { state }] of this.worlds) {
      if (state.agents.has(A1)) places.push(id)
      for (const transfer of state.outbox.values()) places.push(`${id} to ${transfer.to}`)
    }
    return places
  }
}
