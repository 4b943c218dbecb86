import { decodeServerFrame, OBS_ENTITIES_MAX, type Obs } from '@clawstead/protocol'
import { describe, expect, test } from 'vitest'
import { createInventory } from '../inventory.js'
import { type Scenario, scenario } from '../testing/index.js'
import { Tx } from '../tx.js'
import { encodeObs, type ObsExtras } from './encode-obs.js'
import { createView, type View } from './view.js'

const PLAIN: ObsExtras = { protocolVersion: '1.1', events: [], eventsCursor: 0 }

function look(
  s: Scenario,
  name: string,
  extras: Partial<ObsExtras> = {},
  view: View = createView({ deltaVoxels: false }),
): Obs {
  const decoded = decodeServerFrame(encodeObs(s.world, s.agent(name).id, view, { ...PLAIN, ...extras }))
  if (!decoded.ok) throw new Error(decoded.error.message)
  if (decoded.value.type !== 'OBS') throw new Error(`got ${decoded.value.type}`)
  return decoded.value
}

describe('the whole of it', () => {
  test('[OBS4] an agent at rest sees all that is always there', () => {
    const s = scenario('. A .', { tuning: { starter_items: { PLANK: 3, COAL: 1 } } })
    s.tick()
    const { voxels, ...obs } = look(s, 'A', { eventsCursor: 1 })
    expect(obs).toEqual({
      type: 'OBS',
      protocol_version: '1.1',
      tick: 1,
      agent_id: 'A1',
      obs_id: 'A1:1:1',
      events_cursor: 1,
      world_id: 'OVERWORLD',
      world_clock: 1,
      world: { time_of_day: 1 / 6000, weather: 'CLEAR', season_day: 1, biome: 'PLAINS' },
      self: {
        pos: s.at('A'),
        yaw: 0,
        hp: 20,
        hunger: 19,
        stamina: 1,
        status: ['NONE'],
        reputation: { trade: 0.5, build: 0.5, social: 0.5, law: 0.5 },
      },
      inventory: [
        { item: 'COAL', count: 1 },
        { item: 'PLANK', count: 3 },
      ],
      equipment: { main_hand: 'NONE', armor: ['NONE', 'NONE', 'NONE', 'NONE'] },
      local_rules: {
        role: 'WILD',
        permissions: { can_build: true, can_break: true, can_damage: false, can_trade: true },
        tax: { market: 0 },
      },
      entities: [],
      events: [],
      tasks: [],
      fun_score: { novelty: 10, creation: 0, social: 0, influence: 0, narrative: 0, risk_rescue: 0 },
    })
    expect({ center: voxels.center, radius: voxels.radius, encoding: voxels.encoding }).toEqual({
      center: s.at('A'),
      radius: 7,
      encoding: 'RLE',
    })
  })

  test('[OBS5] what is empty is an empty list, and what is nothing is left out', () => {
    const s = scenario('. A .', { tuning: { starter_items: {} } })
    s.agent('A').fun.novelty = 0
    const obs = look(s, 'A')
    expect([obs.inventory, obs.events, obs.entities, obs.tasks]).toEqual([[], [], [], []])
    const absent = [
      'events_cursor',
      'world_clock',
      'fun_score',
      'public_boards',
      'memory',
      'entities_omitted',
      'obs_every',
    ]
    expect(absent.filter((field) => field in obs)).toEqual([])
  })

  test('[OBS6] events, memory and the stride are passed on', () => {
    const s = scenario('. A .')
    const event = { t: 0, type: 'CHAT', from: 'A2', channel: 'LOCAL', text: 'he said "hi"\n' } as const
    const obs = look(s, 'A', { events: [event], eventsCursor: 7, memory: [{ key: 'k', value: 'v"' }], obsEvery: 3 })
    expect([obs.events, obs.events_cursor, obs.memory, obs.obs_every, obs.obs_id]).toEqual([
      [event],
      7,
      [{ key: 'k', value: 'v"' }],
      3,
      'A1:0:7',
    ])
  })

  test('[OBS7] an agent that is not here is a mistake of the host', () => {
    const s = scenario('. A .')
    expect(() => encodeObs(s.world, 'A9' as never, createView({ deltaVoxels: false }), PLAIN)).toThrow(
      'no agent A9 in OVERWORLD',
    )
  })
})

test.each([
  [20, 1000, ['NONE']],
  [4, 1000, ['HUNGRY']],
  [5, 199, ['TIRED']],
  [0, 0, ['STARVING', 'TIRED']],
  [1, 200, ['HUNGRY']],
])('[OBS8] with hunger %i and stamina %i one feels %j', (hunger, staminaMilli, status) => {
  const s = scenario('. A .')
  Object.assign(s.agent('A'), { hunger, staminaMilli })
  expect(look(s, 'A').self.status).toEqual(status)
})

describe('entities', () => {
  test('[OBS9] agents, containers, boards, signs and items are seen, nearest first', () => {
    const s = scenario('A . b . c . . . B s', { legend: { b: 'BULLETIN_BOARD', c: 'CHEST', s: 'SIGN' } })
    const tx = new Tx(s.world)
    const [x, y, z] = s.at('A')
    tx.addContainer({ id: `CHEST@4,${y},0`, type: 'CHEST', pos: s.at('c'), inventory: createInventory(), reserved: [] })
    tx.addBoard({ id: `BULLETIN_BOARD@2,${y},0`, pos: s.at('b'), posts: [] })
    tx.addSign({ id: `SIGN@9,${y},0`, pos: s.at('s'), text: 'way out', updatedBy: 'A2', updatedTick: 0 })
    const item = tx.addItem({ item: 'LOG', count: 2, wear: 0, pos: [x, y, z + 1], expiresTick: 100 })
    s.agent('B').reputation.law = 150
    expect(look(s, 'A').entities).toEqual([
      { id: item.id, type: 'ITEM', pos: [x, y, z + 1], item: 'LOG', count: 2 },
      { id: `BULLETIN_BOARD@2,${y},0`, type: 'BULLETIN_BOARD', pos: s.at('b') },
      { id: `CHEST@4,${y},0`, type: 'CHEST', pos: s.at('c') },
      { id: 'A2', type: 'AGENT', pos: s.at('B'), tags: ['wanted'], reputation_hint: 0.5 },
      { id: `SIGN@9,${y},0`, type: 'SIGN', pos: s.at('s'), tags: ['has_text'] },
    ])
  })

  test('[OBS10] what others see of an agent follows it', () => {
    const s = scenario('A . . B')
    look(s, 'A')
    const [x, y, z] = s.at('B')
    new Tx(s.world).moveAgent(s.agent('B'), [x + 1, y, z])
    s.agent('B').reputation.trade = 250
    expect(look(s, 'A').entities).toEqual([{ id: 'A2', type: 'AGENT', pos: [x + 1, y, z], reputation_hint: 0.25 }])
  })

  test('[OBS11] sight ends after 16 blocks, counted along the axes', () => {
    const s = scenario('A')
    const tx = new Tx(s.world)
    const [x, y, z] = s.at('A')
    const item = { item: 'LOG', count: 1, wear: 0, expiresTick: 100 }
    const near = tx.addItem({ ...item, pos: [x + 8, y + 4, z - 4] })
    tx.addItem({ ...item, pos: [x + 8, y + 4, z - 5] })
    expect(look(s, 'A').entities.map(({ id }) => id)).toEqual([near.id])
  })

  test('[OBS12] in a crowd the 64 nearest are shown, and how many more there are is said', () => {
    const s = scenario('A')
    const tx = new Tx(s.world)
    const [x, y, z] = s.at('A')
    const at = (i: number) => 1 + ((i * 7) % 15)
    const all = Array.from({ length: 200 }, (_, i) =>
      tx.addItem({ item: 'LOG', count: 1, wear: 0, pos: [x + at(i), y, z], expiresTick: 100 }),
    )
    const nearest = all
      .map(({ id, pos }) => ({ id, distance: pos[0] - x }))
      .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1))
      .slice(0, OBS_ENTITIES_MAX)
      .map(({ id }) => id)
    const obs = look(s, 'A')
    expect(obs.entities.map(({ id }) => id)).toEqual(nearest)
    expect(obs.entities_omitted).toBe(200 - OBS_ENTITIES_MAX)
  })

  test('[OBS13] somebody who left is still seen where the body stands', () => {
    const s = scenario('A B')
    s.agent('B').connected = false
    expect(look(s, 'A').entities.map(({ id }) => id)).toEqual(['A2'])
  })
})

describe('[CM-05] boards', () => {
  const post = (n: number) => ({ id: `P${n}`, author: 'A1', title: `t${n}`, body: 'b'.repeat(100 + n), tick: n })

  test('[OBS14] near and placeless boards are read, far and empty ones not; the newest five posts first', () => {
    const s = scenario('A')
    const tx = new Tx(s.world)
    const [x, y, z] = s.at('A')
    const posts = [1, 2, 3, 4, 5, 6, 40].map(post)
    tx.addBoard({ id: `BULLETIN_BOARD@${x + 32},${y},${z}`, pos: [x + 32, y, z], posts: [post(1)] })
    tx.addBoard({ id: `BULLETIN_BOARD@${x + 33},${y},${z}`, pos: [x + 33, y, z], posts: [post(2)] })
    tx.addBoard({ id: 'news', pos: null, posts })
    tx.addBoard({ id: 'empty', pos: null, posts: [] })
    const summary = ({ id, title, body }: ReturnType<typeof post>) => ({
      post_id: id,
      author: 'A1',
      title,
      summary: body.slice(0, 120),
    })
    expect(look(s, 'A').public_boards).toEqual([
      { board_id: `BULLETIN_BOARD@${x + 32},${y},${z}`, top_posts: [summary(post(1))] },
      { board_id: 'news', top_posts: [40, 6, 5, 4, 3].map((n) => summary(post(n))) },
    ])
  })

  test('[OBS15] a new post is seen at once', () => {
    const s = scenario('A')
    const board = { id: 'news', pos: null, posts: [post(1)] }
    new Tx(s.world).addBoard(board)
    look(s, 'A')
    board.posts.push(post(2))
    expect(look(s, 'A').public_boards?.[0]?.top_posts.map(({ title }) => title)).toEqual(['t2', 't1'])
  })
})

describe('tasks', () => {
  test('[OBS16] movement comes before work, each with how far it is', () => {
    const s = scenario('A . . . . . . . .')
    const [x, y, z] = s.at('A')
    s.act('A', {
      tasks: [
        { type: 'CRAFT', recipe_id: 'stick_from_plank', count: 2 },
        { type: 'MOVE_TO', target: [x + 8, y, z], tolerance: 1 },
      ],
    })
    s.run(2)
    const tasks = look(s, 'A').tasks
    expect(tasks.map(({ kind, task_id }) => [kind, task_id])).toEqual([
      ['MOVE_TO', s.agent('A').movement?.taskId],
      ['CRAFT', s.agent('A').work?.taskId],
    ])
    expect(tasks[0]).toMatchObject({ target: [x + 8, y, z], progress: 2 / 7, eta_ticks: 5 })
    expect(tasks[1]?.progress).toBe(0.4)
  })
})
