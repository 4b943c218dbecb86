import { agentId, INSTANTS, type InstantName, TASKS, type TaskName } from '@clawstead/protocol'
import { describe, expect, test } from 'vitest'
import { save } from './history/snapshot.js'
import { encodeObs } from './observe/encode-obs.js'
import { createView } from './observe/view.js'
import { instantRule, NOT_HERE, taskRule } from './rules/index.js'
import { type Scenario, scenario, testWorld } from './testing/index.js'
import { tick } from './tick.js'

/* Behaviours that no single rule owns. ACCEPTANCE.md says where the others are shown. */

function tasksSeen(s: Scenario, name: string): readonly { kind: string; progress: number }[] {
  const { id } = s.agent(name)
  const extras = { protocolVersion: '1.1', events: [], eventsCursor: 0 }
  return JSON.parse(encodeObs(s.world, id, createView({ deltaVoxels: false }), extras)).tasks
}

describe('actions', () => {
  test('[AC-01] every instant and task of the protocol has its rule, or is refused by name', () => {
    const s = scenario('A')
    const instants = Object.keys(INSTANTS) as InstantName[]
    const tasks = Object.keys(TASKS) as TaskName[]
    expect([...instants.map(instantRule), ...tasks.map(taskRule)]).not.toContain(undefined)
    const missing = [
      ...instants.filter((name) => instantRule(name) === NOT_HERE),
      ...tasks.filter((name) => taskRule(name) === NOT_HERE),
    ]
    for (const type of missing) {
      if (type in TASKS) s.task('A', { id: 'x', type })
      else s.instant('A', { id: 'x', type })
      s.tick()
      expect(s.events('A')).toEqual([
        {
          t: s.world.state.tick - 1,
          type: 'ACTION_RESULT',
          ref: 'x',
          ok: false,
          code: 'E_BAD_REQUEST',
          message: `${type} is not available in this world`,
        },
      ])
    }
  })

  test('[AC-01] what the protocol does not know is refused too', () => {
    const s = scenario('A')
    s.act('A', { instants: [{ id: 'i', type: 'DANCE' }], tasks: [{ id: 't', type: 'FLY' }] })
    s.tick()
    const refused = (ref: string, message: string) => ({
      t: 1,
      type: 'ACTION_RESULT',
      ref,
      ok: false,
      code: 'E_BAD_REQUEST',
      message,
    })
    expect(s.events('A')).toEqual([refused('i', 'unknown instant type'), refused('t', 'unknown task type')])
  })

  test('[AC-04] smelting is at 0.3 after 3 of 10 ticks, a plan of five blocks at 0.2 after its first', () => {
    const s = scenario('A f . .', { flat: true, legend: { f: 'FURNACE' }, tuning: { blueprint_blocks_per_tick: 1 } })
    s.give('A', 'IRON_ORE', 1)
    s.task('A', { type: 'SMELT', item_id: 'IRON_ORE', count: 1 })
    s.run(3)
    expect(tasksSeen(s, 'A')).toMatchObject([{ kind: 'SMELT', progress: 0.3 }])
    s.act('A', { cancel: [s.agent('A').work?.taskId ?? ''] })
    s.tick()
    s.task('A', { type: 'BUILD_BLUEPRINT', blueprint_id: 'road_segment', anchor: [2, 0, 0], rotation: 0 })
    s.tick()
    expect(tasksSeen(s, 'A')).toMatchObject([{ kind: 'BUILD_BLUEPRINT', progress: 0.2 }])
  })
})

describe('survival', () => {
  test('[SV-01] berries for a worn out body', () => {
    const s = scenario('A')
    s.run(3)
    Object.assign(s.agent('A'), { hp: 10, hunger: 0, staminaMilli: 0 })
    s.instant('A', { type: 'EAT', item_id: 'BERRIES', count: 1 })
    s.tick()
    const { hp, hunger, staminaMilli } = s.agent('A')
    // Still hungry after the bite, so strength comes back by one.
    expect([hp, hunger, staminaMilli]).toEqual([12, 4, 101])
  })

  test('[SV-02] two of something that heals 4, then as much as fits; none or less means one', () => {
    const s = scenario('A')
    s.run(3)
    s.give('A', 'BREAD', 5)
    const eat = (count: number): number[] => {
      s.instant('A', { type: 'EAT', item_id: 'BREAD', count })
      s.tick()
      const { hp, hunger, staminaMilli } = s.agent('A')
      return [hp, hunger, staminaMilli, s.agent('A').inventory.counts.get('BREAD') ?? 0]
    }
    Object.assign(s.agent('A'), { hp: 5, hunger: 2, staminaMilli: 300 })
    expect(eat(2)).toEqual([13, 18, 702, 3])
    expect(eat(0)).toEqual([17, 20, 904, 2])
    expect(eat(2)).toEqual([20, 20, 1000, 0])
  })

  test('[SV-03] who falls gets up at its spawn and finds three tenths where it fell', () => {
    const s = scenario('. . . . A', { tuning: { starter_items: { PLANK: 10, COAL: 10 } } })
    s.agent('A').hp = 0
    s.tick()
    const { hp, hunger, staminaMilli, inventory } = s.agent('A')
    expect([hp, hunger, staminaMilli, [...inventory.counts]]).toEqual([
      20,
      10,
      1000,
      [
        ['PLANK', 7],
        ['COAL', 7],
      ],
    ])
    expect([...s.world.state.items.values()].map(({ item, count, pos }) => [item, count, pos])).toEqual([
      ['COAL', 3, s.at('A')],
      ['PLANK', 3, s.at('A')],
    ])
  })

  test('[SV-04] hunger never falls below nothing', () => {
    const s = scenario('A')
    s.agent('A').hunger = 0
    s.run(400)
    expect(s.agent('A').hunger).toBe(0)
  })
})

test('[CM-02] a search finds what matches, the newest first, 20 unless asked otherwise and 50 at most', () => {
  const s = scenario('A')
  const posts = Array.from({ length: 60 }, (_, i) => ({
    id: `P${i}`,
    author: 'A1',
    title: i % 60 === 7 ? 'Market day' : 'note',
    body: 'text',
    tick: i,
  }))
  s.world.state.boards.set('news', { id: 'news', pos: null, posts })
  const found = (text: string, limit: number): string[] => {
    s.instant('A', { type: 'SEARCH_BOARD', board_id: 'news', text, limit })
    s.tick()
    const event = s.events('A').find(({ type }) => type === 'BOARD_SEARCH')
    return (event as unknown as { results: { post_id: string }[] }).results.map(({ post_id }) => post_id)
  }
  expect(found('market', 0)).toEqual(['P7'])
  expect([0, 100, 7].map((limit) => found('text', limit).length)).toEqual([20, 50, 7])
  expect(found('text', 2)).toEqual(['P59', 'P58'])
})

test('[FN-01] arriving is worth 10, the first stick 3 more, the second stick nothing', () => {
  const s = scenario('A')
  const novelty = [s.agent('A').fun.novelty]
  for (let i = 0; i < 2; i++) {
    s.task('A', { type: 'CRAFT', recipe_id: 'stick_from_plank', count: 1 })
    s.runUntil('A', 'TASK_DONE')
    novelty.push(s.agent('A').fun.novelty)
  }
  expect(novelty).toEqual([10, 13, 13])
})

describe('determinism', () => {
  const joins = [1, 2, 3].map((n) => ({ kind: 'join', agentId: agentId(n), name: `n${n}` }) as const)

  test('[PS-03] two worlds of one seed and the same inputs have the same digest at each of 50 ticks', () => {
    const digests = [1, 2].map(() => {
      const s = scenario('A . B\n. C .', { seed: 42 })
      const list: string[] = []
      for (let i = 0; i < 50; i++) {
        const name = ['A', 'B', 'C'][i % 3] as string
        const [x, y, z] = s.agent(name).pos
        s.task(name, { type: 'MOVE_TO', target: [x + (i % 5) - 2, y, z + (i % 7) - 3], tolerance: 0 })
        s.task(name, { type: 'MINE', block_pos: [x, y - 1, z + 1] })
        list.push(s.tick().digest)
      }
      return list
    })
    expect(digests[1]).toEqual(digests[0])
    expect(new Set(digests[0]).size).toBe(50)
  })

  test('[PS-04] three who fall in one tick leave the same things under the same ids', () => {
    const outcomes = [1, 2].map(() => {
      const world = testWorld({ seed: 42 })
      tick(world, joins)
      for (const agent of world.state.agents.values()) agent.hp = 0
      const { digest } = tick(world, [])
      return { digest, items: [...world.state.items.values()] }
    })
    expect(outcomes[1]).toEqual(outcomes[0])
    expect(outcomes[0]?.items.length).toBeGreaterThan(0)
  })

  test('[PS-07] a snapshot carries how much somebody has said lately', () => {
    const s = scenario('A')
    s.run(2)
    for (let i = 0; i < 5; i++) s.instant('A', { type: 'SAY', text: 'hi' })
    s.tick()
    expect(save(s.world).state.agents.get(agentId(1))?.rates.get('SAY')).toEqual({ startTick: 3, count: 5 })
  })
})
