import { describe, expect, test } from 'vitest'
import type { Input } from '../inputs.js'
import { add } from '../inventory.js'
import { Tx } from '../tx.js'
import { findAgent } from '../world.js'
import { A1, TestWorlds } from './test-worlds.js'

const arrival = (t: number, gates: { from: string; to: string } = { from: 'e1', to: 'p1' }) => [
  {
    t,
    type: 'WORLD_SWITCH',
    from: 'OVERWORLD',
    to: 'PIT',
    agent_id: 'A1',
    world_id: 'PIT',
    from_entry_id: gates.from,
    to_entry_id: gates.to,
  },
  {
    t,
    type: 'ACTION_RESULT',
    ref: 'SW',
    ok: true,
    world_id: 'PIT',
    from: 'OVERWORLD',
    from_entry_id: gates.from,
    to_entry_id: gates.to,
  },
]

/** The journey as the world it began in sent it off. */
function sent(worlds: TestWorlds) {
  const transfer = worlds.results.get('OVERWORLD')?.departures[0]
  if (transfer === undefined) throw new Error('nobody left')
  return transfer
}

describe('[MW-01] a switch', () => {
  test.each([
    ['flat', true],
    ['standard', false],
  ])('[TRAVEL10] (%s) leads from gate to gate and is answered on the other side', (_profile, flat) => {
    const worlds = new TestWorlds(undefined, flat)
    const cursor = findAgent(worlds.world('OVERWORLD'), A1)?.cursor ?? 0
    worlds.go('PIT')
    worlds.tickAndDeliver()
    expect(worlds.where()).toEqual(['OVERWORLD to PIT'])
    expect(worlds.told()).toEqual([])
    expect(worlds.results.get('OVERWORLD')?.switches).toEqual([{ from: 'OVERWORLD', to: 'PIT', result: 'ok' }])
    worlds.tickAndDeliver()
    expect(worlds.where()).toEqual(['OVERWORLD to PIT', 'PIT'])
    expect(worlds.told()).toEqual(arrival(2))
    worlds.tickAndDeliver()
    expect(worlds.where()).toEqual(['PIT'])
    const agent = findAgent(worlds.world('PIT'), A1)
    expect([agent?.pos[0], agent?.pos[2], agent?.cursor, agent?.switchAfterTick]).toEqual([5, 5, cursor + 2, 12])
  })

  test('[TRAVEL11] takes along all an agent is and has, down to zeroes', () => {
    const worlds = new TestWorlds()
    const home = worlds.world('OVERWORLD')
    const agent = findAgent(home, A1)
    if (agent === undefined) throw new Error('no agent')
    const tx = new Tx(home)
    Object.assign(tx.change(agent), { hp: 3, hunger: 0, staminaMilli: 0, yaw: 90, connected: false })
    add(agent.inventory, 'IRON_PICKAXE', 1, 17)
    agent.reputation.law = 0
    agent.fun.social = 8
    agent.memory.set('home', { value: 'by the river', expiresTick: 0 })
    agent.rates.set('SAY', { startTick: 1, count: 4 })
    agent.mutes.add('A7')
    agent.seenRecipes.push('torch')
    tx.touch('memory', A1)
    worlds.go('PIT')
    worlds.tickAndDeliver()
    const before = sent(worlds).traveller
    worlds.tickAndDeliver()
    const after = findAgent(worlds.world('PIT'), A1)
    expect(after).toEqual({
      ...before,
      pos: [5, 0, 5],
      fallenBlocks: 0,
      heldDoor: null,
      movement: null,
      work: null,
      cursor: before.cursor + 2,
      switchAfterTick: 12,
    })
    expect(before).toMatchObject({ hp: 3, hunger: 0, staminaMilli: 0, yaw: 90, connected: false, journeys: 1 })
  })

  test('[TRAVEL12] drops what was being done', () => {
    const worlds = new TestWorlds()
    worlds.act('OVERWORLD', [], [{ type: 'MOVE_TO', id: 'M', target: [30, 0, 30] }])
    worlds.tickAndDeliver()
    worlds.told()
    worlds.place('OVERWORLD', [0, 0, 0])
    worlds.go('PIT')
    worlds.tickAndDeliver()
    worlds.tickAndDeliver()
    expect(worlds.told()).toEqual(arrival(3))
    expect(findAgent(worlds.world('PIT'), A1)).toMatchObject({ movement: null, work: null })
  })

  test('[TRAVEL13] carries out the rest of its ACT, and says which tasks it cannot', () => {
    const worlds = new TestWorlds()
    worlds.act(
      'OVERWORLD',
      [
        { type: 'SAVE_MEMORY', id: 'I1', key: 'k', value: 'v' },
        { type: 'LOAD_MEMORY', id: 'I0', prefix: 'k' },
        { type: 'SWITCH_WORLD', id: 'SW', target_world_id: 'PIT' },
        { type: 'EAT', id: 'I2', item_id: 'BERRIES' },
        { type: 'SWITCH_WORLD', id: 'SW2', target_world_id: 'PIT' },
      ],
      [
        { type: 'STOP', id: 'K1' },
        { type: 'NONSENSE', id: 'K2' },
      ],
    )
    worlds.tickAndDeliver()
    expect(
      worlds
        .told()
        .map((event) =>
          event.type === 'ACTION_RESULT' ? [event.ref, event.ok, event.code, event.message] : event.type,
        ),
    ).toEqual([
      ['I1', true, undefined, 'ok'],
      ['I0', true, undefined, 'loaded 1 keys'],
      ['I2', true, undefined, 'ok'],
      ['SW2', false, 'E_CONFLICT', 'switching worlds'],
      ['K1', false, 'E_CONFLICT', 'switching worlds'],
      ['K2', false, 'E_CONFLICT', 'switching worlds'],
    ])
    worlds.tickAndDeliver()
    expect(worlds.told()).toEqual(arrival(2))
    expect(findAgent(worlds.world('PIT'), A1)?.memory.get('k')?.value).toBe('v')
    expect([...(worlds.results.get('PIT')?.memoryByAgent ?? [])]).toEqual([[A1, [{ key: 'k', value: 'v' }]]])
  })

  test('[TRAVEL14] does not mind a stale ACT, whose rest is refused', () => {
    const worlds = new TestWorlds()
    for (let i = 0; i < 4; i++) worlds.tickAndDeliver()
    const stale = {
      t: 5,
      type: 'ACTION_RESULT',
      ref: 'ACT',
      ok: false,
      code: 'E_STALE',
      message: 'act tick out of range',
    }
    worlds.act('OVERWORLD', [{ type: 'SWITCH_WORLD', id: 'SW', target_world_id: 'NOPE' }], [], 0)
    worlds.tickAndDeliver()
    expect(worlds.told()).toEqual([
      {
        t: 5,
        type: 'ACTION_RESULT',
        ref: 'SW',
        ok: false,
        code: 'E_WORLD_NOT_FOUND',
        message: 'target world not found',
      },
    ])
    worlds.act(
      'OVERWORLD',
      [
        { type: 'SWITCH_WORLD', id: 'SW', target_world_id: 'PIT' },
        { type: 'LOAD_MEMORY', id: 'L' },
      ],
      [],
      0,
    )
    worlds.tickAndDeliver()
    worlds.tickAndDeliver()
    expect(worlds.told()).toEqual([{ ...stale, t: 6 }, ...arrival(7)])
    worlds.act('PIT', [{ type: 'LOAD_MEMORY', id: 'L' }], [], 0)
    worlds.tickAndDeliver()
    expect(worlds.told()).toEqual([{ ...stale, t: 8 }])
  })

  test('[TRAVEL15] refused, changes nothing', () => {
    const worlds = new TestWorlds()
    worlds.place('OVERWORLD', [20, 0, 20])
    const before = structuredClone(findAgent(worlds.world('OVERWORLD'), A1))
    worlds.go('PIT')
    worlds.tickAndDeliver()
    expect(worlds.told()).toEqual([
      { t: 1, type: 'ACTION_RESULT', ref: 'SW', ok: false, code: 'E_WORLD_DENIED', message: 'entry point required' },
    ])
    const after = findAgent(worlds.world('OVERWORLD'), A1)
    expect(after).toEqual({ ...before, cursor: (before?.cursor ?? 0) + 1 })
    expect(worlds.results.get('OVERWORLD')?.switches).toEqual([{ from: 'OVERWORLD', to: 'PIT', result: 'denied' }])
  })

  test('[TRAVEL6] is possible again when the cooldown of the place is over', () => {
    const worlds = new TestWorlds()
    worlds.go('PIT')
    for (let i = 0; i < 3; i++) worlds.tickAndDeliver()
    worlds.told()
    worlds.go('OVERWORLD')
    worlds.tickAndDeliver()
    expect(worlds.told()).toMatchObject([{ code: 'E_WORLD_COOLDOWN', message: 'switch cooldown active' }])
    while (worlds.world('PIT').state.tick < 12) worlds.tickAndDeliver()
    worlds.go('OVERWORLD')
    worlds.tickAndDeliver()
    worlds.tickAndDeliver()
    expect(worlds.told()).toMatchObject([
      { type: 'WORLD_SWITCH', t: 13, to_entry_id: 'e2' },
      { ok: true, world_id: 'OVERWORLD' },
    ])
    worlds.tickAndDeliver()
    worlds.go('PIT', 'e2')
    worlds.tickAndDeliver()
    worlds.tickAndDeliver()
    expect(worlds.told()).toEqual(arrival(16, { from: 'e2', to: 'p1' }))
  })
})

describe('a journey that is interrupted', () => {
  test('[TRAVEL16] waits in the world it began in and ends once, however often it is offered', () => {
    const worlds = new TestWorlds()
    worlds.go('PIT')
    worlds.tick()
    const transfer = sent(worlds)
    for (let i = 0; i < 20; i++) worlds.tick()
    expect(worlds.where()).toEqual(['OVERWORLD to PIT'])
    const offer: Input = { kind: 'arrive', transfer }
    worlds.input('PIT', offer)
    worlds.input('PIT', offer)
    worlds.tick()
    expect(worlds.results.get('PIT')?.arrivals).toEqual([
      { agentId: A1, journey: 1, from: 'OVERWORLD' },
      { agentId: A1, journey: 1, from: 'OVERWORLD' },
    ])
    expect(worlds.told()).toEqual(arrival(22))
    worlds.input('OVERWORLD', { kind: 'arrived', agentId: A1, journey: 1 })
    worlds.input('OVERWORLD', { kind: 'arrived', agentId: A1, journey: 1 })
    worlds.tick()
    expect(worlds.where()).toEqual(['PIT'])
  })

  test('[TRAVEL16] is not repeated when the agent has long gone on', () => {
    const worlds = new TestWorlds()
    worlds.go('PIT')
    worlds.tickAndDeliver()
    const first = sent(worlds)
    while (worlds.world('PIT').state.tick < 12) worlds.tickAndDeliver()
    worlds.go('OVERWORLD')
    for (let i = 0; i < 3; i++) worlds.tickAndDeliver()
    expect(worlds.where()).toEqual(['OVERWORLD'])
    worlds.input('PIT', { kind: 'arrive', transfer: first })
    worlds.tickAndDeliver()
    expect(worlds.where()).toEqual(['OVERWORLD'])
  })

  test('[TRAVEL17] never puts an agent in the place of another, nor into the wrong world', () => {
    const worlds = new TestWorlds()
    worlds.go('PIT')
    worlds.tick()
    const transfer = sent(worlds)
    worlds.input('PIT', { kind: 'join', agentId: A1, name: 'another' })
    worlds.input('PIT', { kind: 'arrive', transfer })
    worlds.input('OVERWORLD', { kind: 'arrive', transfer })
    worlds.tick()
    expect(findAgent(worlds.world('PIT'), A1)?.name).toBe('another')
    expect([worlds.results.get('PIT')?.arrivals, worlds.results.get('OVERWORLD')?.arrivals]).toEqual([[], []])
  })
})

test('[TRAVEL18] [MW-05] what an agent sends after it left is handed back for the world it is in', () => {
  const worlds = new TestWorlds()
  worlds.go('PIT')
  worlds.go('PIT')
  worlds.input('OVERWORLD', { kind: 'detach', agentId: A1 })
  worlds.tick()
  worlds.input('OVERWORLD', { kind: 'attach', agentId: A1 })
  expect(worlds.where()).toEqual(['OVERWORLD to PIT'])
  expect(worlds.results.get('OVERWORLD')?.strays).toMatchObject([{ kind: 'act', agentId: A1 }])
  worlds.tick()
  expect(worlds.results.get('OVERWORLD')?.strays).toEqual([{ kind: 'attach', agentId: A1 }])
})

describe('[TRAVEL19] an agent that is moved', () => {
  test('keeps its place, asks no gate, and is told without entry points', () => {
    const worlds = new TestWorlds()
    worlds.place('OVERWORLD', [20, 0, 21])
    worlds.input('OVERWORLD', { kind: 'depart', agentId: A1, to: 'PIT', by: 'op' })
    worlds.tickAndDeliver()
    worlds.tickAndDeliver()
    expect(worlds.told()).toEqual([
      { t: 2, type: 'WORLD_SWITCH', from: 'OVERWORLD', to: 'PIT', agent_id: 'A1', world_id: 'PIT' },
    ])
    const agent = findAgent(worlds.world('PIT'), A1)
    expect([agent?.pos, agent?.switchAfterTick]).toEqual([[20, 0, 21], 12])
  })

  test.each([
    ['OVERWORLD', { from: 'OVERWORLD', to: 'OVERWORLD', result: 'admin_noop' }],
    ['NOPE', { from: 'OVERWORLD', to: '', result: 'admin_world_not_found' }],
  ])('to %s stays where it is', (to, outcome) => {
    const worlds = new TestWorlds()
    worlds.input('OVERWORLD', { kind: 'depart', agentId: A1, to, by: 'op' })
    worlds.tick()
    expect([worlds.where(), worlds.results.get('OVERWORLD')?.switches]).toEqual([['OVERWORLD'], [outcome]])
  })
})

test('[TRAVEL7] a world is told which others take nobody in', () => {
  const worlds = new TestWorlds()
  worlds.input('OVERWORLD', { kind: 'gates', closed: ['PIT', 'ISLE'] })
  worlds.go('PIT')
  worlds.tickAndDeliver()
  expect(worlds.told()).toMatchObject([{ code: 'E_WORLD_BUSY', message: 'switch failed: target world is not running' }])
  worlds.input('OVERWORLD', { kind: 'gates', closed: [] })
  worlds.go('PIT')
  worlds.tickAndDeliver()
  worlds.tickAndDeliver()
  expect(worlds.told()).toEqual(arrival(3))
})

test('[TRAVEL12] a door that was held open falls shut behind the one who left', () => {
  const worlds = new TestWorlds(undefined, false)
  const home = worlds.world('OVERWORLD')
  const agent = findAgent(home, A1)
  if (agent === undefined) throw new Error('no agent')
  const tx = new Tx(home)
  const [x, y, z] = agent.pos
  tx.setBlock([x, y, z], home.content.block('DOOR_OPEN'), A1, 'TEST')
  tx.setBlock([x, y + 1, z], home.content.block('DOOR_OPEN'), A1, 'TEST')
  tx.change(agent).heldDoor = agent.pos
  worlds.go('PIT')
  worlds.tick()
  expect(worlds.where()).toEqual(['OVERWORLD to PIT'])
  expect([y, y + 1].map((at) => home.content.blockNames[home.terrain.blockAt(x, at, z)])).toEqual(['DOOR', 'DOOR'])
})
