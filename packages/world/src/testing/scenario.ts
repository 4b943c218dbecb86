import type { Act, AgentId, GameEvent, Instant, Task, Vec3 } from '@clawstead/protocol'
import { agentId } from '@clawstead/protocol'
import type { Input } from '../inputs.js'
import { add } from '../inventory.js'
import type { Agent } from '../state.js'
import { type TickResult, tick } from '../tick.js'
import { Tx } from '../tx.js'
import { blockAt, findAgent, type World } from '../world.js'
import { HEAVY, heavyTick } from './heavy.js'
import { type TestWorldOptions, testWorld } from './test-world.js'
import { readMap } from './text-map.js'

export interface ScenarioOptions extends TestWorldOptions {
  /** What letters and signs of the map stand for, beside `#` stone, `.` air, and capital letters that are agents. */
  readonly legend?: Readonly<Record<string, string>>
  /** Save, load and compare at every tick, whatever the environment says. */
  readonly heavy?: boolean
}

/** A small world drawn as text, with agents named by letters. The picture is the set-up. */
export interface Scenario {
  readonly world: World
  agent(name: string): Agent
  /** Where a letter or sign of the map stands. */
  at(sign: string): Vec3
  blockName(where: string | Vec3): string
  setBlock(where: string | Vec3, block: string): void
  give(name: string, item: string, count: number): void
  /** Queues an act for the next tick. */
  act(
    name: string,
    act: Partial<Pick<Act, 'cancel' | 'tick'>> & {
      instants?: ActionInput[]
      tasks?: ActionInput[]
      additions?: boolean
    },
  ): void
  task(name: string, task: ActionInput): void
  instant(name: string, instant: ActionInput): void
  /** Runs one tick; events are kept until asked for. */
  tick(): TickResult
  run(ticks: number): void
  /** Runs until the agent got an event of that type, and returns it. */
  runUntil(name: string, type: GameEvent['type'], ticksMax?: number): GameEvent
  /** Events of an agent since the last time they were asked for. */
  events(name: string): GameEvent[]
}

export type ActionInput = { readonly type: string; readonly id?: string } & Readonly<Record<string, unknown>>

/**
 * Map rows run along z, columns along x, and layers, separated by blank lines, upwards from the ground.
 * The cell of the first sign is the origin.
 */
export function scenario(map: string, options: ScenarioOptions = {}): Scenario {
  const world = testWorld({ ...options, generator: options.generator ?? 'plain-1' })
  const isHeavy = options.heavy === true || HEAVY
  const ground = world.profile.seaLevel
  const drawn = readMap(map, ground)
  const kept = new Map<string, GameEvent[]>()
  let queue: Input[] = []
  const idOf = (name: string): AgentId => agentId(drawn.agents.findIndex((agent) => agent.name === name) + 1)

  const self: Scenario = {
    world,
    agent(name) {
      const agent = findAgent(world, idOf(name))
      if (agent === undefined) throw new Error(`no agent ${name} on the map`)
      return agent
    },
    at(sign) {
      const found =
        drawn.signs.find((entry) => entry.sign === sign) ?? drawn.agents.find((entry) => entry.name === sign)
      if (found === undefined) throw new Error(`no ${sign} on the map`)
      return found.at
    },
    blockName(where) {
      const at = typeof where === 'string' ? self.at(where) : where
      return world.content.blockNames[blockAt(world, at)] ?? ''
    },
    setBlock(where, block) {
      const [x, y, z] = typeof where === 'string' ? self.at(where) : where
      world.terrain.setBlock(x, y, z, world.content.block(block))
    },
    give(name, item, count) {
      add(new Tx(world).change(self.agent(name)).inventory, item, count)
    },
    act(name, { instants = [], tasks = [], cancel = [], tick: actTick = world.state.tick, additions = true }) {
      const act = {
        type: 'ACT',
        protocol_version: '1.1',
        tick: actTick,
        instants: instants.map(withId) as unknown as Instant[],
        tasks: tasks.map(withId) as unknown as Task[],
        cancel,
      } as unknown as Act
      queue.push({ kind: 'act', agentId: idOf(name), act, additions })
    },
    task: (name, task) => self.act(name, { tasks: [task] }),
    instant: (name, instant) => self.act(name, { instants: [instant] }),
    tick() {
      const inputs = queue
      queue = []
      // Tests write into the state between ticks; what they wrote is counted before the tick is watched.
      if (isHeavy) world.digests.rebuild(world.state)
      const result = isHeavy ? heavyTick(world, inputs) : tick(world, inputs)
      for (const { agentId: id, event } of result.events) kept.set(id, [...(kept.get(id) ?? []), event])
      return result
    },
    run(ticks) {
      for (let i = 0; i < ticks; i++) self.tick()
    },
    runUntil(name, type, ticksMax = 200) {
      for (let i = 0; i < ticksMax; i++) {
        const found = self.tick().events.find(({ agentId: id, event }) => id === idOf(name) && event.type === type)
        if (found !== undefined) return found.event
      }
      throw new Error(`${name} got no ${type} in ${ticksMax} ticks`)
    },
    events(name) {
      const id = idOf(name)
      const list = kept.get(id) ?? []
      kept.set(id, [])
      return list
    },
  }

  for (const { sign, at } of drawn.signs) {
    const block = options.legend?.[sign] ?? (sign === '#' ? 'STONE' : undefined)
    if (block === undefined) throw new Error(`the legend does not say what ${sign} is`)
    self.setBlock(at, block)
  }
  queue = drawn.agents.map(({ name }, index): Input => ({ kind: 'join', agentId: agentId(index + 1), name }))
  self.tick()
  for (const { name, at } of drawn.agents) {
    new Tx(world).moveAgent(self.agent(name), at)
    self.events(name)
  }
  return self
}

function withId(action: ActionInput): ActionInput {
  return { id: '', ...action }
}
