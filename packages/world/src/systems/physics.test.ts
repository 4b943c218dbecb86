import type { Vec3 } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import { BREATH_TICKS } from '../body/vitals.js'
import { type Scenario, scenario } from '../testing/index.js'
import { Tx } from '../tx.js'

const LEGEND = { w: 'WATER', l: 'LAVA', c: 'CACTUS', h: 'LADDER' }

function standard(map: string): Scenario {
  return scenario(map, { legend: LEGEND })
}

function lift(s: Scenario, up: number): Vec3 {
  const [x, y, z] = s.at('A')
  new Tx(s.world).moveAgent(s.agent('A'), [x, y + up, z])
  return [x, y, z]
}

test('[BODY1] a body that nothing carries falls four cells a tick', () => {
  const s = standard(`A`)
  const [x, y, z] = lift(s, 9)
  s.tick()
  expect(s.agent('A').pos).toEqual([x, y + 5, z])
  s.tick()
  expect(s.agent('A').pos).toEqual([x, y + 1, z])
  s.tick()
  expect(s.agent('A').pos).toEqual([x, y, z])
})

test('[BODY2] three cells are unhurt, each further one costs 1 HP', () => {
  const harms = [3, 4, 9].map((up) => {
    const s = standard(`A`)
    lift(s, up)
    s.run(5)
    return { hp: s.agent('A').hp, events: s.events('A').filter(({ type }) => type === 'DAMAGE') }
  })
  expect(harms).toEqual([
    { hp: 20, events: [] },
    { hp: 19, events: [{ t: 1, type: 'DAMAGE', kind: 'FALL', hp: 19 }] },
    { hp: 14, events: [{ t: 3, type: 'DAMAGE', kind: 'FALL', hp: 14 }] },
  ])
})

test('[BODY3] water and ladders catch a fall', () => {
  for (const catcher of ['WATER', 'LADDER']) {
    const s = standard(`A`)
    const at = lift(s, 12)
    s.setBlock(at, catcher)
    s.run(6)
    expect({ pos: s.agent('A').pos, hp: s.agent('A').hp, fallen: s.agent('A').fallenBlocks }).toEqual({
      pos: at,
      hp: 20,
      fallen: 0,
    })
  }
})

test('[BODY4] breath lasts ten seconds under water, then every second costs 1 HP; air gives it back', () => {
  const s = standard(`
    # # #
    # A #
    # # #

    # # #
    # w #
    # # #

    # # #
    # # #
    # # #
  `)
  s.setBlock(s.at('A'), 'WATER')
  s.run(BREATH_TICKS + 4)
  expect(s.events('A')).toEqual([])
  s.run(6)
  const t = BREATH_TICKS + 5
  expect(s.events('A')).toEqual([
    { t, type: 'DAMAGE', kind: 'DROWNING', hp: 19 },
    { t: t + 5, type: 'DAMAGE', kind: 'DROWNING', hp: 18 },
  ])
  s.setBlock('w', 'AIR')
  s.run(5)
  expect(s.agent('A').breathTicks).toBe(BREATH_TICKS)
})

test('[BODY5] an idle body under water drifts up, one that has something to do stays', () => {
  const pool = (): Scenario => {
    const s = standard(`A`)
    const [x, y, z] = s.at('A')
    for (const up of [0, 1, 2, 3]) s.setBlock([x, y + up, z], 'WATER')
    return s
  }
  const s = pool()
  const [x, y, z] = s.at('A')
  s.run(6)
  expect(s.agent('A').pos).toEqual([x, y + 3, z])
  const busy = pool()
  const before = busy.agent('A').pos
  busy.task('A', { type: 'FOLLOW', target_id: 'A1' })
  busy.tick()
  expect(busy.agent('A').pos).toEqual(before)
})

test('[BODY6] lava burns who is in it, a cactus pricks who touches it', () => {
  const harmsOf = (s: Scenario) => {
    s.run(5)
    return s.events('A').filter(({ type }) => type === 'DAMAGE')
  }
  const burnt = standard(`A`)
  burnt.setBlock(burnt.at('A'), 'LAVA')
  expect(harmsOf(burnt)).toEqual([{ t: 4, type: 'DAMAGE', kind: 'BURN', hp: 18 }])
  expect(harmsOf(standard(`A c`))).toEqual([{ t: 4, type: 'DAMAGE', kind: 'PRICK', hp: 19 }])
  expect(harmsOf(standard(`A . c`))).toEqual([])
})

test('[BODY7] a body that was buried comes out on top', () => {
  const s = standard(`A`)
  const [x, y, z] = s.at('A')
  for (const up of [0, 1, 2]) s.setBlock([x, y + up, z], 'STONE')
  s.tick()
  expect([s.agent('A').pos, s.agent('A').hp]).toEqual([[x, y + 3, z], 20])
})

test('[BODY8] in a flat world nobody is moved, not even out of a block', () => {
  const s = scenario(`A .`, { flat: true })
  s.setBlock(s.at('A'), 'STONE')
  s.tick()
  expect(s.agent('A').pos).toEqual(s.at('A'))
  s.task('A', { type: 'MOVE_TO', target: [3, 0, 0] })
  s.runUntil('A', 'TASK_DONE')
  expect(s.agent('A').pos).toEqual([2, 0, 0])
})

test('[BODY9] who falls does not walk', () => {
  const s = standard(`A . . .`)
  const [x, y, z] = lift(s, 8)
  s.task('A', { type: 'MOVE_TO', target: [x + 2, y, z] })
  s.tick()
  expect(s.agent('A').pos).toEqual([x, y + 4, z])
  s.runUntil('A', 'TASK_DONE')
  expect(s.agent('A').pos).toEqual([x + 2, y, z])
})
