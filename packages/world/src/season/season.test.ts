import type { Vec3 } from '@clawstead/protocol'
import { describe, expect, test } from 'vitest'
import { fork } from '../history/snapshot.js'
import { createView, encodeObs } from '../index.js'
import type { Input } from '../inputs.js'
import { add, countOf } from '../inventory.js'
import type { Agent } from '../state.js'
import { HEAVY, heavyTick, testConfig } from '../testing/index.js'
import { type TickResult, tick } from '../tick.js'
import { A1, TestWorlds } from '../travel/test-worlds.js'
import { Tx } from '../tx.js'
import { createWorld, findAgent, type World, worldParams } from '../world.js'

interface Options {
  readonly world: string
  readonly flat?: boolean
  readonly everyTicks?: number
  readonly noticeTicks?: number
}

class Season {
  readonly world: World
  last: TickResult

  constructor({ world, flat = false, everyTicks = 12, noticeTicks = 0 }: Options) {
    const config = testConfig({ world, flat })
    const definition = {
      ...config.definition,
      boundary_r: 200,
      reset_every_ticks: everyTicks,
      reset_notice_ticks: noticeTicks,
    }
    this.world = createWorld({ ...config, definition })
    this.last = tick(this.world, [{ kind: 'join', agentId: A1, name: 'one' }])
  }

  get agent(): Agent {
    const agent = findAgent(this.world, A1)
    if (agent === undefined) throw new Error('no agent')
    return agent
  }

  /** Runs up to and including a tick; the last one is saved, loaded and compared. */
  runTo(last: number, inputs: readonly Input[] = []): TickResult {
    while (this.world.state.tick < last) this.last = (HEAVY ? heavyTick : tick)(this.world, [])
    this.last = heavyTick(this.world, inputs)
    return this.last
  }

  told(): unknown[] {
    return this.last.events.map(({ event }) => event).filter(({ type }) => type !== 'FUN')
  }
}

const rollover = (t: number, seed: number, season = 2) => ({
  t,
  type: 'SEASON_ROLLOVER',
  season,
  archive_tick: t - 1,
  seed,
})

describe('a mine', () => {
  test('[SEASON1] is announced to be rebuilt, once, so many ticks before', () => {
    const season = new Season({ world: 'MINE_L1', noticeTicks: 5 })
    season.runTo(7)
    expect(season.told()).toEqual([
      { t: 7, type: 'WORLD_RESET_NOTICE', world_id: 'MINE_L1', reset_tick: 12, in_ticks: 5 },
    ])
    season.runTo(8)
    expect(season.told()).toEqual([])
  })

  test.each([true, false])(
    '[SEASON2] (flat %s) gets new ground from the next seed, and agents wait at the gate with all they have',
    (flat) => {
      const season = new Season({ world: 'MINE_L1', flat })
      const { world, agent } = season
      const before: Vec3 = agent.pos
      add(new Tx(world).change(agent).inventory, 'IRON_INGOT', 7)
      agent.hp = 4
      agent.fun.creation = 9
      agent.memory.set('k', { value: 'v', expiresTick: 0 })
      new Tx(world).touch('memory', A1)
      const [x, y, z] = before
      const shelf: Vec3 = [x, y, z - 1]
      const tx = new Tx(world)
      tx.setBlock(shelf, world.content.block('CHEST'), 'A1', 'TEST')
      tx.addItem({ item: 'COAL', count: 3, wear: 0, pos: before, expiresTick: 9999 })
      tx.addContainer({
        id: `CHEST@${shelf.join(',')}`,
        type: 'CHEST',
        pos: shelf,
        inventory: { counts: new Map(), wear: new Map() },
        reserved: [],
      })
      tx.addSign({ id: 'SIGN@1,0,1', pos: [1, y, 1], text: 'here', updatedBy: 'A1', updatedTick: 0 })
      tx.addBoard({ id: 'BULLETIN_BOARD@1,0,2', pos: [1, y, 2], posts: [] })
      tx.addBoard({ id: 'GLOBAL', pos: null, posts: [] })
      season.runTo(3, [
        {
          kind: 'act',
          agentId: A1,
          act: { tick: 3, instants: [], cancel: [], tasks: [{ id: 'm', type: 'MOVE_TO', target: [x + 4, y, z] }] },
        } as unknown as Input,
      ])
      const { seed } = world.state
      season.runTo(12)
      expect(season.told()).toEqual([
        rollover(12, seed + 1),
        { t: 12, type: 'WORLD_RESET_DONE', world_id: 'MINE_L1', reset_tick: 12 },
      ])
      expect(season.last).toMatchObject({ rebuilt: true, seasonEnd: { season: 1, endTick: 11, seed, scores: [] } })
      const { state } = world
      expect([state.items.size, state.containers.size, state.signs.size, [...state.boards.keys()]]).toEqual([
        0,
        0,
        0,
        ['GLOBAL'],
      ])
      expect(worldParams(world).seed).toBe(seed + 1)
      expect(countOf(agent.inventory, 'IRON_INGOT')).toBe(7)
      expect(agent).toMatchObject({ hp: 4, movement: null, work: null, fun: { creation: 9 } })
      expect(agent.memory.get('k')?.value).toBe('v')
      expect(Math.max(Math.abs(agent.pos[0]), Math.abs(agent.pos[2]))).toBeLessThanOrEqual(8)

      const fresh = createWorld({ ...world.config, seed: seed + 1 })
      const column = ({ terrain }: World): string => {
        const { sectionCount } = terrain
        return JSON.stringify(Array.from({ length: sectionCount }, (_, sy) => terrain.columnAt(3, -2).section(sy)))
      }
      expect(column(world)).toBe(column(fresh))
      expect(column(fork(world))).toBe(column(fresh))
      expect(world.content.blockNames[world.terrain.blockAt(...shelf)]).not.toBe('CHEST')
    },
  )

  test('[SEASON2] walks and looks at the new ground after it', () => {
    const season = new Season({ world: 'MINE_L2' })
    const { world, agent } = season
    const view = createView({ deltaVoxels: false })
    const look = (of: World, through = view): unknown => {
      const text = encodeObs(of, A1, through, { protocolVersion: '1.1', events: [], eventsCursor: 0 })
      return (JSON.parse(text) as { voxels: unknown }).voxels
    }
    const walk = (t: number, [x, y, z]: Vec3): Input =>
      ({
        kind: 'act',
        agentId: A1,
        act: { tick: t, instants: [], cancel: [], tasks: [{ id: 'm', type: 'MOVE_TO', target: [x + 5, y, z] }] },
      }) as unknown as Input
    season.runTo(2, [walk(2, agent.pos)])
    look(world)
    season.runTo(12)
    expect(look(world)).toEqual(look(fork(world), createView({ deltaVoxels: false })))
    season.runTo(13, [walk(13, agent.pos)])
    season.runTo(20)
    expect(look(world)).toEqual(look(fork(world), createView({ deltaVoxels: false })))
  })

  test('[SEASON3] is rebuilt when an operator says so, without notice', () => {
    const season = new Season({ world: 'MINE_L1', everyTicks: 3000, noticeTicks: 300 })
    const { seed } = season.world.state
    season.runTo(9, [{ kind: 'reset', by: 'op' }])
    expect(season.told()).toEqual([
      rollover(9, seed + 1),
      { t: 9, type: 'WORLD_RESET_DONE', world_id: 'MINE_L1', reset_tick: 9 },
    ])
    season.runTo(14, [{ kind: 'reset', by: 'op' }])
    expect(season.told()[0]).toEqual(rollover(14, seed + 2, 3))
  })
})

describe.each(['OVERWORLD', 'CITY_HUB'])('%s', (name) => {
  test('[SEASON4] begins a new season with everything where it was, and new scores', () => {
    const season = new Season({ world: name, noticeTicks: 4 })
    const { world, agent } = season
    const [x, y, z] = agent.pos
    new Tx(world).setBlock([x + 1, y, z], world.content.block('PLANK'), 'A1', 'TEST')
    new Tx(world).change(agent).fun.social = 5
    season.runTo(11)
    const { novelty } = agent.fun
    const { seed } = world.state
    const inventory = structuredClone(agent.inventory)
    season.runTo(12)
    expect(season.told()).toEqual([rollover(12, seed)])
    const fun = { novelty, creation: 0, social: 5, influence: 0, narrative: 0, risk_rescue: 0 }
    expect(season.last.seasonEnd).toEqual({ season: 1, endTick: 11, seed, scores: [{ agentId: A1, name: 'one', fun }] })
    expect(season.last.rebuilt).toBe(false)
    expect(agent).toMatchObject({ pos: [x, y, z], inventory, fun: { novelty: 0, social: 0 }, scoreSinceTick: 12 })
    expect(world.content.blockNames[world.terrain.blockAt(x + 1, y, z)]).toBe('PLANK')
  })

  test('[SEASON3] is never rebuilt', () => {
    const season = new Season({ world: name })
    const { seed } = season.world.state
    season.runTo(5, [{ kind: 'reset', by: 'op' }])
    expect([season.told(), season.world.state.seed, season.last.rebuilt]).toEqual([[], seed, false])
  })
})

test('[SEASON5] a score from before the season does not come out of a mine', () => {
  const worlds = new TestWorlds()
  const away = findAgent(worlds.world('OVERWORLD'), A1)
  if (away === undefined) throw new Error('no agent')
  worlds.go('PIT')
  for (let i = 0; i < 12; i++) worlds.tickAndDeliver()
  const miner = findAgent(worlds.world('PIT'), A1)
  if (miner === undefined) throw new Error('no agent')
  new Tx(worlds.world('PIT')).change(miner).fun.social = 5
  for (const { state } of worlds.worlds.values()) state.tick = 42_001
  worlds.go('OVERWORLD')
  worlds.tickAndDeliver()
  worlds.tickAndDeliver()
  expect(findAgent(worlds.world('OVERWORLD'), A1)).toMatchObject({ fun: { social: 0 }, scoreSinceTick: 42_002 })
})
