import { describe, expect, test } from 'vitest'
import { scenario } from '../testing/scenario.js'

const result = (fields: object) => ({ t: 1, type: 'ACTION_RESULT', ref: 'i', ...fields })

describe('EAT', () => {
  test('[SELF1] food heals, fills and strengthens, and what does not fit is wasted', () => {
    const s = scenario('A')
    Object.assign(s.agent('A'), { hp: 10, hunger: 3, staminaMilli: 100 })
    s.instant('A', { id: 'i', type: 'EAT', item_id: 'BERRIES', count: 3 })
    s.tick()
    expect(s.events('A')).toEqual([result({ ok: true, message: 'ok' })])
    const { hp, hunger, staminaMilli, inventory } = s.agent('A')
    expect({ hp, hunger, staminaMilli, berries: inventory.counts.get('BERRIES') }).toEqual({
      hp: 16,
      hunger: 15,
      staminaMilli: 402,
      berries: 7,
    })
  })

  test.each([
    ['nothing', {}, { code: 'E_BAD_REQUEST', message: 'missing item_id' }],
    ['what does not exist', { item_id: 'CAKE' }, { code: 'E_INVALID_TARGET', message: 'unknown item' }],
    ['planks', { item_id: 'PLANK' }, { code: 'E_BAD_REQUEST', message: 'item not edible' }],
    [
      'more than there is',
      { item_id: 'BERRIES', count: 11 },
      { code: 'E_NO_RESOURCE', message: 'missing food', need: 11, have: 10 },
    ],
  ])('[SELF2] eating %s is refused', (_name, fields, expected) => {
    const s = scenario('A')
    s.instant('A', { id: 'i', type: 'EAT', ...fields })
    s.tick()
    expect(s.events('A')).toEqual([result({ ok: false, ...expected })])
  })
})

describe('memory', () => {
  test('[SELF3] is read back sorted, by prefix, in the OBS of the same tick', () => {
    const s = scenario('A')
    for (const key of ['b/2', 'a/1', 'b/1']) s.instant('A', { id: 'i', type: 'SAVE_MEMORY', key, value: `v${key}` })
    s.instant('A', { id: 'l', type: 'LOAD_MEMORY', prefix: 'b/' })
    const { memoryByAgent } = s.tick()
    expect(memoryByAgent.get('A1')).toEqual([
      { key: 'b/1', value: 'vb/1' },
      { key: 'b/2', value: 'vb/2' },
    ])
    expect(s.events('A').at(-1)).toEqual({ t: 1, type: 'ACTION_RESULT', ref: 'l', ok: true, message: 'loaded 2 keys' })
  })

  test('[SELF4] [CM-09] a note with a time to live is gone when it is over', () => {
    const s = scenario('A')
    s.instant('A', { id: 'i', type: 'SAVE_MEMORY', key: 'k', value: 'v', ttl_ticks: 3 })
    s.tick()
    const load = () => {
      s.instant('A', { type: 'LOAD_MEMORY' })
      return s.tick().memoryByAgent.get('A1')?.length
    }
    expect([load(), load(), load()]).toEqual([1, 1, 0])
  })

  test('[SELF5] [CM-10] a blank key, or more than 64 KiB in all, is refused', () => {
    const s = scenario('A')
    s.instant('A', { id: 'i', type: 'SAVE_MEMORY', key: ' ', value: 'v' })
    s.instant('A', { id: 'i', type: 'SAVE_MEMORY', key: 'a', value: 'x'.repeat(65_535) })
    s.instant('A', { id: 'i', type: 'SAVE_MEMORY', key: 'b', value: '' })
    s.tick()
    expect(s.events('A')).toEqual([
      result({ ok: false, code: 'E_BAD_REQUEST', message: 'missing key' }),
      result({ ok: true, message: 'ok' }),
      result({
        ok: false,
        code: 'E_NO_RESOURCE',
        message: 'memory budget exceeded',
        need_bytes: 65_537,
        limit_bytes: 65_536,
      }),
    ])
  })
})

describe('survival', () => {
  test('[SELF6] hunger comes every 200 ticks, and an empty body pays with health', () => {
    const s = scenario('A')
    s.agent('A').hunger = 1
    s.run(200)
    expect([s.agent('A').hunger, s.agent('A').hp]).toEqual([0, 20])
    s.run(200)
    expect(s.agent('A').hp).toBe(19)
    expect(s.events('A')).toEqual([{ t: 400, type: 'DAMAGE', kind: 'STARVATION', hp: 19 }])
  })

  test('[SELF7] strength comes back, half as fast when hungry, not at all when starving', () => {
    const s = scenario('A')
    const rest = (hunger: number): number => {
      Object.assign(s.agent('A'), { hunger, staminaMilli: 500 })
      s.run(10)
      return s.agent('A').staminaMilli
    }
    expect([rest(20), rest(4), rest(0)]).toEqual([520, 510, 500])
  })

  test('[SELF8] who falls loses 30 of 100 where it fell, and gets up at its spawn', () => {
    const s = scenario('. . . . . . A')
    const where = s.at('A')
    s.agent('A').hp = 0
    s.tick()
    const agent = s.agent('A')
    expect([agent.hp, agent.hunger, agent.staminaMilli]).toEqual([20, 10, 1000])
    const lost = [
      ['BERRIES', 3],
      ['COAL', 3],
      ['PLANK', 6],
      ['STONE', 6],
    ]
    expect(s.events('A')).toEqual([{ t: 1, type: 'RESPAWN', reason: 'DOWNED', pos: agent.pos, drop_pos: where, lost }])
    expect([...s.world.state.items.values()].map(({ item, count, pos }) => ({ item, count, pos }))).toEqual(
      lost.map(([item, count]) => ({ item, count, pos: where })),
    )
  })

  test('[SELF9] who carries a little loses one', () => {
    const s = scenario('A')
    s.agent('A').inventory.counts.clear()
    s.give('A', 'COAL', 2)
    s.agent('A').hp = 0
    s.tick()
    expect(s.agent('A').inventory.counts.get('COAL')).toBe(1)
  })
})
