import type { Vec3 } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import { type Scenario, scenario } from '../testing/index.js'
import { Tx } from '../tx.js'
import { lastEvent } from '../work/test-helpers.js'
import { buildBlueprint } from './build-blueprint.js'

function building(s: Scenario, blueprint: string, anchor: Vec3, rotation = 0): unknown {
  s.task('A', { type: 'BUILD_BLUEPRINT', blueprint_id: blueprint, anchor, rotation })
  s.tick()
  return lastEvent(s, 'A')
}

const planks = (s: Scenario): number => s.agent('A').inventory.counts.get('PLANK') ?? 0

function setPlanks(s: Scenario, count: number): void {
  s.give('A', 'PLANK', 0)
  if (count === 0) s.agent('A').inventory.counts.delete('PLANK')
  else s.agent('A').inventory.counts.set('PLANK', count)
}

test('[BUILD1] [BP-01] five blocks at two per tick are done in the third tick', () => {
  const s = scenario('A', { flat: true })
  expect(building(s, 'road_segment', [1, 0, 0])).toMatchObject({ ok: true, task_id: 'T000001' })
  const { work } = s.agent('A')
  expect(buildBlueprint.progress(s.world, s.agent('A'), work as never)).toEqual({
    progress: 0.4,
    target: [0, 0, 0],
    etaTicks: 0,
  })
  s.run(2)
  expect(s.events('A')).toEqual([{ t: 3, type: 'TASK_DONE', task_id: 'T000001', kind: 'BUILD_BLUEPRINT' }])
  expect([0, 1, 2, 3, 4].map((z) => s.blockName([1, 0, z]))).toEqual(Array(5).fill('PLANK'))
  expect(planks(s)).toBe(15)
})

test('[BUILD2] the request names a known plan and an anchor inside the height', () => {
  const s = scenario('A', { flat: true })
  expect(building(s, '', [20, 0, 20])).toMatchObject({
    ok: false,
    code: 'E_BAD_REQUEST',
    message: 'missing blueprint_id',
  })
  expect(building(s, 'hut_small', [20, 1, 20])).toMatchObject({
    ok: false,
    code: 'E_INVALID_TARGET',
    message: '2D world requires y==0',
  })
  expect(building(s, 'castle', [20, 0, 20])).toMatchObject({
    ok: false,
    code: 'E_INVALID_TARGET',
    message: 'unknown blueprint',
  })
})

test('[BUILD3] every cell is looked at before anything is paid', () => {
  const s = scenario('A', { flat: true })
  expect(building(s, 'hut_small', [3999, 0, 3999])).toMatchObject({
    type: 'TASK_FAIL',
    code: 'E_INVALID_TARGET',
    message: 'out of bounds',
  })
  s.setBlock([1, 0, 4], 'STONE')
  expect(building(s, 'road_segment', [1, 0, 0])).toMatchObject({
    type: 'TASK_FAIL',
    code: 'E_BLOCKED',
    message: 'space occupied',
  })
  expect(s.blockName([1, 0, 0])).toBe('AIR')
  setPlanks(s, 3)
  expect(building(s, 'road_segment', [2, 0, 0])).toMatchObject({
    type: 'TASK_FAIL',
    code: 'E_NO_RESOURCE',
    message: 'missing PLANK x2',
  })
  expect(planks(s)).toBe(3)
})

test('[BUILD4] [BP-02] what lacks is pulled from chests near the anchor, the nearest first', () => {
  const s = scenario('A . . . . c . . d', { flat: true, legend: { c: 'CHEST', d: 'CHEST' } })
  for (const chest of ['CHEST@5,0,0', 'CHEST@8,0,0']) {
    new Tx(s.world).moveAgent(s.agent('A'), chest === 'CHEST@5,0,0' ? [4, 0, 0] : [7, 0, 0])
    s.task('A', { type: 'TRANSFER', src_container: 'SELF', dst_container: chest, item_id: 'PLANK', count: 3 })
    s.tick()
  }
  setPlanks(s, 0)
  building(s, 'road_segment', [0, 0, 1])
  s.run(2)
  expect(lastEvent(s, 'A')).toMatchObject({ type: 'TASK_DONE' })
  const left = (id: string): number | undefined => s.world.state.containers.get(id)?.inventory.counts.get('PLANK')
  expect([left('CHEST@5,0,0'), left('CHEST@8,0,0')]).toEqual([undefined, 1])
})

test('[BUILD5] [BP-04] cancelled, it gives back what is not built in; asked again, it skips what stands', () => {
  const s = scenario('A', { flat: true })
  building(s, 'road_segment', [1, 0, 0])
  expect(planks(s)).toBe(15)
  s.act('A', { cancel: ['T000001'] })
  s.tick()
  expect(lastEvent(s, 'A')).toMatchObject({ ref: 'T000001', ok: true, message: 'canceled' })
  expect(planks(s)).toBe(18)
  building(s, 'road_segment', [1, 0, 0])
  expect(planks(s)).toBe(15)
  s.tick()
  expect(lastEvent(s, 'A')).toMatchObject({ type: 'TASK_DONE' })
  expect(building(s, 'road_segment', [1, 0, 0])).toMatchObject({ type: 'TASK_DONE' })
  expect(planks(s)).toBe(15)
})

test('[BUILD5] when somebody builds in the way it fails, and gives back what is not built in', () => {
  const s = scenario('A', { flat: true })
  building(s, 'road_segment', [1, 0, 0])
  s.setBlock([1, 0, 4], 'STONE')
  s.run(2)
  expect(lastEvent(s, 'A')).toMatchObject({ type: 'TASK_FAIL', code: 'E_BLOCKED', message: 'space occupied' })
  expect(planks(s)).toBe(20 - 4)
})

test('[BUILD6] [BP-05] [BP-06] [BP-07] plans turn about their anchor', () => {
  const cells = (rotation: number): Vec3[] => {
    const s = scenario('A', { flat: true })
    building(s, 'road_turn', [10, 0, 10], rotation)
    s.run(4)
    const found: Vec3[] = []
    for (let x = 4; x <= 16; x++)
      for (let z = 4; z <= 16; z++) if (s.blockName([x, 0, z]) === 'PLANK') found.push([x - 10, 0, z - 10])
    return found
  }
  const straight = cells(0)
  expect(straight).toEqual([
    [0, 0, 0],
    [0, 0, 1],
    [0, 0, 2],
    [0, 0, 3],
    [0, 0, 4],
    [1, 0, 4],
    [2, 0, 4],
    [3, 0, 4],
  ])
  const once: Vec3[] = [
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 0],
    [3, 0, 0],
    [4, 0, -3],
    [4, 0, -2],
    [4, 0, -1],
    [4, 0, 0],
  ]
  expect(cells(1)).toEqual(once)
  expect(cells(90)).toEqual(once)
  expect(cells(-3)).toEqual(once)
  expect(cells(360)).toEqual(straight)
  expect(cells(4)).toEqual(straight)
})

test('[BUILD7] in three dimensions a plan is begun within sixteen cells and must rest on the ground', () => {
  const s = scenario('A')
  const [, y] = s.at('A')
  s.give('A', 'STONE', 100)
  expect(building(s, 'road_segment', [17, y, 0])).toMatchObject({
    code: 'E_BLOCKED',
    message: 'too far',
    distance: 17,
    reach: 16,
  })
  expect(building(s, 'road_segment', [3, y + 1, 0])).toEqual({
    t: 2,
    type: 'TASK_FAIL',
    task_id: 'T000002',
    code: 'E_BLOCKED',
    message: 'not enough support',
    supported: 0,
    cells: 5,
  })
  s.setBlock([3, y, 4], 'STONE')
  expect(building(s, 'road_segment', [3, y + 1, 0])).toMatchObject({ ok: true })
})

test('[BUILD8] a whole cottage is built, door, chest and all', () => {
  const s = scenario('A')
  const [, y] = s.at('A')
  const plan = s.world.content.blueprints.get('cottage')
  if (plan === undefined) throw new Error('no cottage in the catalog')
  for (const { item, count } of plan.cost) s.give('A', item, count)
  building(s, 'cottage', [3, y, 3])
  s.runUntil('A', 'TASK_DONE', 400)
  const built = plan.blocks.map(({ pos }) => ({ pos, block: s.blockName([3 + pos[0], y + pos[1], 3 + pos[2]]) }))
  expect(built).toEqual(plan.blocks)
  const chests = plan.blocks.filter(({ block }) => s.world.content.blocks[s.world.content.block(block)]?.container)
  expect(s.world.state.containers.size).toBe(chests.length)
  expect(s.world.state.items.size).toBe(0)
})

test('[BUILD9] a body in the way is waited for, but not for ever', () => {
  const s = scenario('A . . B')
  const [, y] = s.at('A')
  expect(building(s, 'road_segment', [3, y, -2])).toMatchObject({ ok: true })
  s.run(3)
  expect(s.blockName([3, y, 0])).toBe('AIR')
  new Tx(s.world).moveAgent(s.agent('B'), [5, y, 0])
  s.runUntil('A', 'TASK_DONE', 5)
  const stuck = scenario('A . . B')
  building(stuck, 'road_segment', [3, y, -2])
  expect(stuck.runUntil('A', 'TASK_FAIL', 40)).toMatchObject({ code: 'E_BLOCKED', message: 'space occupied by a body' })
  expect(planks(stuck)).toBe(20 - 2)
})

test('[BUILD10] worlds that forbid building plans say so', () => {
  const s = scenario('A', { flat: true })
  Object.assign(s.world, {
    config: { ...s.world.config, definition: { ...s.world.config.definition, allow_build: false } },
  })
  expect(building(s, 'hut_small', [1, 0, 1])).toMatchObject({
    ok: false,
    code: 'E_NO_PERMISSION',
    message: 'blueprint build disabled in this world',
  })
})

test('[BUILD11] a plan that names a block the world lacks is our fault and says so', () => {
  const s = scenario('A', { flat: true })
  const plan = s.world.content.blueprints.get('road_segment')
  if (plan === undefined) throw new Error('no road_segment in the catalog')
  const blueprints = new Map(s.world.content.blueprints)
  blueprints.set('road_segment', { ...plan, blocks: plan.blocks.map(({ pos }) => ({ pos, block: 'NOWHERE' })) })
  const catalog = { ...s.world.config.catalog, blueprints: [...blueprints.values()] }
  Object.assign(s.world, { content: { ...s.world.content, blueprints }, config: { ...s.world.config, catalog } })
  expect(building(s, 'road_segment', [1, 0, 1])).toMatchObject({
    code: 'E_INTERNAL',
    message: 'unknown block in blueprint',
  })
})
