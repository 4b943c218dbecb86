import { type AgentId, type GameEvent, WorldsFile } from '@clawstead/protocol'
import { createWorld, FLAT, fork, type Input, type TickResult, tick, type World } from '@clawstead/world'
import { describe, expect, test } from 'vitest'
import { loadCatalog } from '../catalog/load-catalog.js'
import { createMemoryWhereabouts } from '../ports/whereabouts.js'
import { silentLog } from '../testing/silent-log.js'
import { createTravel, type Travel } from './travel.js'

const A1 = 'A1' as AgentId
const catalog = loadCatalog({ name: 'flat' })
const place = { boundary_r: 100, reset_every_ticks: 42_000 }
const { worlds: definitions, switch_routes: routes } = WorldsFile.parse({
  default_world_id: 'HERE',
  worlds: [
    { id: 'HERE', ...place },
    { id: 'THERE', ...place },
  ],
})

/** Two worlds and what is between them. Ticks are safe only when `show` says so, as on a disk. */
class Pair {
  worlds = new Map<string, World>()
  queues = new Map<string, Input[]>()
  unshown: { worldId: string; result: TickResult }[] = []
  places = new Map<AgentId, string>([[A1, 'HERE']])
  told: GameEvent[] = []
  down = new Set<string>()
  travel: Travel

  constructor() {
    for (const definition of definitions) {
      const atlas = { worlds: definitions, routes }
      const config = { id: definition.id, seed: 7, secret: 's', profile: FLAT, catalog, definition, atlas }
      this.worlds.set(definition.id, createWorld(config))
    }
    this.travel = this.connect()
    this.put('HERE', { kind: 'join', agentId: A1, name: 'one' })
    this.tick()
    this.show()
    this.told = []
  }

  connect(): Travel {
    const travel = createTravel({
      whereabouts: createMemoryWhereabouts(),
      submit: async (worldId, input) => {
        if (this.down.has(worldId)) throw new Error(`${worldId} is down`)
        this.put(worldId, input)
      },
      worldOf: (agentId) => this.places.get(agentId),
      moved: (agentId, worldId) => void this.places.set(agentId, worldId),
      log: silentLog,
    })
    for (const worldId of this.worlds.keys()) travel.started(worldId, this.startOf(worldId))
    return travel
  }

  startOf(worldId: string) {
    const { agents, outbox, closedGates } = this.state(worldId)
    return {
      agents: [...agents.values()].map(({ id, name, journeys }) => ({ id, name, journeys })),
      outbox: [...outbox.values()],
      closedGates,
    }
  }

  state(worldId: string) {
    const world = this.worlds.get(worldId)
    if (world === undefined) throw new Error(worldId)
    return world.state
  }

  put(worldId: string, input: Input): void {
    this.queues.set(worldId, [...(this.queues.get(worldId) ?? []), input])
  }

  act(worldId: string, target: string): void {
    const act = {
      tick: this.state(worldId).tick,
      cancel: [],
      tasks: [],
      instants: [{ type: 'SWITCH_WORLD', id: 'SW', target_world_id: target }],
    }
    this.put(worldId, { kind: 'act', agentId: A1, act } as unknown as Input)
  }

  tick(): void {
    for (const [worldId, world] of this.worlds) {
      if (this.down.has(worldId)) continue
      const inputs = this.queues.get(worldId) ?? []
      this.queues.set(worldId, [])
      const result = tick(world, inputs)
      this.told.push(...result.events.map(({ event }) => event))
      this.unshown.push({ worldId, result })
    }
  }

  show(): void {
    for (const { worldId, result } of this.unshown.splice(0)) this.travel.heard(worldId, result)
  }

  /** Ticks that are shown at once, with time for what they sent on its way. */
  async run(ticks: number): Promise<void> {
    for (let i = 0; i < ticks; i++) {
      this.tick()
      this.show()
      await Promise.resolve()
    }
  }

  /** The process ends and starts again: worlds come back as they were logged, everything in between is gone. */
  restart(): void {
    this.queues.clear()
    this.unshown = []
    for (const [worldId, world] of this.worlds) this.worlds.set(worldId, fork(world))
    this.travel = this.connect()
  }

  where(): string[] {
    const places: string[] = []
    for (const worldId of this.worlds.keys()) {
      if (this.state(worldId).agents.has(A1)) places.push(worldId)
      for (const { to } of this.state(worldId).outbox.values()) places.push(`${worldId} to ${to}`)
    }
    return places
  }

  switches(): unknown[] {
    return this.told
      .filter(({ type }) => type === 'WORLD_SWITCH')
      .map((event) => event.type === 'WORLD_SWITCH' && event.to)
  }
}

test('[MOVE1] [MW-01] an agent goes from world to world, and it is counted', async () => {
  const pair = new Pair()
  pair.act('HERE', 'THERE')
  await pair.run(1)
  expect([pair.where(), pair.places.get(A1), pair.travel.open]).toEqual([['HERE to THERE'], 'THERE', 1])
  await pair.run(3)
  expect([pair.where(), pair.travel.open, pair.switches()]).toEqual([['THERE'], 0, ['THERE']])
  pair.act('THERE', 'HERE')
  await pair.run(4)
  expect(pair.where()).toEqual(['HERE'])
  expect(pair.travel.counts()).toEqual([
    { from: 'HERE', to: 'THERE', result: 'ok', count: 1 },
    { from: 'THERE', to: 'HERE', result: 'ok', count: 1 },
  ])
})

test('[MOVE1] [MW-02] refusals are counted too, unknown worlds without their names', async () => {
  const pair = new Pair()
  pair.act('HERE', 'ATLANTIS')
  pair.act('HERE', 'LEMURIA')
  await pair.run(1)
  expect(pair.travel.counts()).toEqual([{ from: 'HERE', to: '', result: 'world_not_found', count: 2 }])
})

test('[MOVE2] nobody arrives before its leaving is safe', () => {
  const pair = new Pair()
  pair.act('HERE', 'THERE')
  pair.tick()
  pair.tick()
  expect([pair.places.get(A1), pair.state('THERE').agents.size]).toEqual(['HERE', 0])
})

describe('[MOVE3] an end in the middle neither loses nor doubles anybody', () => {
  test.each([0, 1, 2, 3, 4, 5])('after %i ticks', async (ticks) => {
    const pair = new Pair()
    pair.act('HERE', 'THERE')
    await pair.run(ticks)
    // What was handed in and had not been taken by a tick is gone, unless it was an act: that one is in the inbox.
    const acts = (pair.queues.get('HERE') ?? []).filter(({ kind }) => kind === 'act')
    pair.restart()
    for (const act of acts) pair.put('HERE', act)
    await pair.run(4)
    expect([pair.where(), pair.places.get(A1), pair.switches(), pair.travel.open]).toEqual([
      ['THERE'],
      'THERE',
      ['THERE'],
      0,
    ])
  })

  test('again and again', async () => {
    const pair = new Pair()
    for (let trip = 0; trip < 6; trip++) {
      const [from, to] = trip % 2 === 0 ? ['HERE', 'THERE'] : ['THERE', 'HERE']
      pair.act(from as string, to as string)
      await pair.run(1)
      pair.restart()
      await pair.run(trip % 3)
      pair.restart()
      await pair.run(4)
      expect([pair.where(), pair.places.get(A1)]).toEqual([[to], to])
    }
    expect(pair.switches()).toHaveLength(6)
  })
})

test('[MOVE4] a world that is down is waited for, and entered when it is back', async () => {
  const pair = new Pair()
  pair.act('HERE', 'THERE')
  pair.tick()
  pair.down.add('THERE')
  pair.travel.stopped('THERE')
  pair.show()
  await pair.run(5)
  expect(pair.where()).toEqual(['HERE to THERE'])
  pair.down.delete('THERE')
  pair.travel.started('THERE', pair.startOf('THERE'))
  await pair.run(4)
  expect([pair.where(), pair.switches()]).toEqual([['THERE'], ['THERE']])
})

test('[MOVE5] nobody sets out for a world that is down', async () => {
  const pair = new Pair()
  pair.down.add('THERE')
  pair.travel.stopped('THERE')
  await pair.run(1)
  pair.act('HERE', 'THERE')
  await pair.run(1)
  expect(pair.travel.counts()).toEqual([{ from: 'HERE', to: 'THERE', result: 'target_busy', count: 1 }])
  pair.down.delete('THERE')
  pair.travel.started('THERE', pair.startOf('THERE'))
  await pair.run(1)
  pair.act('HERE', 'THERE')
  await pair.run(4)
  expect(pair.where()).toEqual(['THERE'])
})

test('[MOVE6] an old journey that is told again does not say where an agent is', async () => {
  const pair = new Pair()
  pair.act('HERE', 'THERE')
  pair.tick()
  const before = fork(pair.worlds.get('HERE') as World)
  pair.show()
  await pair.run(4)
  pair.act('THERE', 'HERE')
  await pair.run(4)
  expect(pair.places.get(A1)).toBe('HERE')
  pair.travel.started('HERE', { agents: [], outbox: [...before.state.outbox.values()], closedGates: [] })
  await pair.run(3)
  expect([pair.places.get(A1), pair.where(), pair.travel.open]).toEqual(['HERE', ['HERE'], 0])
})

test('[MOVE7] [MW-05] what was sent to the world an agent has left is answered in the one it is in', async () => {
  const pair = new Pair()
  pair.act('HERE', 'THERE')
  pair.tick()
  pair.act('HERE', 'THERE')
  pair.put('HERE', { kind: 'detach', agentId: A1 })
  pair.show()
  await pair.run(4)
  const refused = pair.told.filter((event) => event.type === 'ACTION_RESULT' && !event.ok)
  expect(refused).toMatchObject([{ ref: 'ACT', code: 'E_WORLD_BUSY', message: 'expected_world_id mismatch' }])
  expect([pair.where(), pair.state('THERE').agents.get(A1)?.connected]).toEqual([['THERE'], false])
})

test('[MOVE7] an input of somebody nobody knows is said to the log and goes no further', async () => {
  const pair = new Pair()
  pair.put('HERE', { kind: 'attach', agentId: 'A9' as AgentId })
  await pair.run(2)
  expect(pair.queues.get('THERE')).toEqual([])
})

test('[MOVE8] what is sent to where an agent is going waits for it there', async () => {
  const pair = new Pair()
  pair.act('HERE', 'THERE')
  pair.tick()
  pair.show()
  pair.put('THERE', { kind: 'detach', agentId: A1 })
  const queue = pair.queues.get('THERE') ?? []
  pair.queues.set('THERE', [...queue].reverse())
  await pair.run(3)
  expect([pair.where(), pair.state('THERE').agents.get(A1)?.connected]).toEqual([['THERE'], false])
})

test('[MOVE8] also when it takes long to get there', async () => {
  const pair = new Pair()
  pair.act('HERE', 'THERE')
  pair.tick()
  pair.show()
  const journey = pair.queues.get('THERE') ?? []
  pair.queues.set('THERE', [{ kind: 'detach', agentId: A1 }])
  await pair.run(2)
  pair.queues.set('THERE', journey)
  await pair.run(3)
  expect([pair.where(), pair.state('THERE').agents.get(A1)?.connected]).toEqual([['THERE'], false])
})
