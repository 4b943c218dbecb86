import type { Vec3 } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import { type Scenario, scenario } from '../testing/index.js'
import { runningTaskRule } from './index.js'
import { moveTo, wantedCells } from './move-to.js'

const LEGEND = { w: 'WATER', l: 'LAVA', c: 'CACTUS', d: 'DOOR', h: 'LADDER', f: 'FENCE' }

function standard(map: string): Scenario {
  return scenario(map, { legend: LEGEND })
}

function flat(map: string): Scenario {
  return scenario(map, { flat: true })
}

function walk(s: Scenario, target: Vec3, fields: object = {}): void {
  s.task('A', { id: 'K1', type: 'MOVE_TO', target, ...fields })
}

/** Every cell the agent is in from now until its walk is over. */
function steps(s: Scenario, ticksMax = 100): Vec3[] {
  const seen: Vec3[] = []
  for (let i = 0; i < ticksMax; i++) {
    s.tick()
    if (s.agent('A').movement === null) return seen
    seen.push(s.agent('A').pos)
  }
  return seen
}

const OPEN = `
  . . . . . . . . . .
  . A . . . . . . . .
  . . . . . . . . . .
`

test('[MV-01] a tolerance is rounded up to whole cells, at least one in a flat world', () => {
  expect([0, 1.2, 3].map((tolerance) => wantedCells(tolerance, 1))).toEqual([1, 2, 3])
  expect([0, 1.2, 3].map((tolerance) => wantedCells(tolerance, 0))).toEqual([0, 2, 3])
})

test('[MOVE1] tolerance 0 reaches the exact cell, one cell per tick, and is told one tick after the last step', () => {
  const s = standard(OPEN)
  const [x, y, z] = s.at('A')
  walk(s, [x + 3, y, z])
  s.run(3)
  expect(s.agent('A').pos).toEqual([x + 3, y, z])
  expect(s.events('A')).toEqual([{ t: 1, type: 'ACTION_RESULT', ref: 'K1', ok: true, task_id: 'T000001' }])
  s.tick()
  expect(s.events('A')).toEqual([{ t: 4, type: 'TASK_DONE', task_id: 'T000001', kind: 'MOVE_TO' }])
  expect(s.agent('A').movement).toBe(null)
})

test('[MV-02] near enough from the start: done in the first tick, without a step', () => {
  const s = flat(OPEN)
  const [x, , z] = s.at('A')
  walk(s, [x + 2, 0, z], { tolerance: 3 })
  s.tick()
  expect(s.events('A')).toEqual([
    { t: 1, type: 'ACTION_RESULT', ref: 'K1', ok: true, task_id: 'T000001' },
    { t: 1, type: 'TASK_DONE', task_id: 'T000001', kind: 'MOVE_TO' },
  ])
  expect(s.agent('A').pos).toEqual([x, 0, z])
})

test('[MV-03] the longer axis blocked: one step on the other', () => {
  const s = flat(`
    A # . . .
    . . . . .
    . . . . .
  `)
  walk(s, [4, 0, 2])
  s.tick()
  expect(s.agent('A').pos).toEqual([0, 0, 1])
})

test('[MV-04] three sides blocked: the way out leads away from the goal', () => {
  const s = flat(`
    . . . . . .
    # . # . . .
    # A # . . .
    # # # . . .
  `)
  walk(s, [5, 0, 2])
  s.tick()
  expect(s.agent('A').pos).toEqual([1, 0, 1])
})

test('[MV-05] beyond the edge: refused at once, no task', () => {
  const s = flat(OPEN)
  const { boundary } = s.world.terrain
  walk(s, [boundary + 1, 0, 0])
  s.tick()
  expect(s.events('A')).toEqual([
    { t: 1, type: 'ACTION_RESULT', ref: 'K1', ok: false, code: 'E_INVALID_TARGET', message: 'out of bounds' },
  ])
  expect(s.agent('A').movement).toBe(null)
})

test('[MOVE2] without a target there is nowhere to go', () => {
  const s = standard(OPEN)
  s.task('A', { id: 'K1', type: 'MOVE_TO' })
  s.tick()
  expect(s.events('A')).toEqual([
    { t: 1, type: 'ACTION_RESULT', ref: 'K1', ok: false, code: 'E_BAD_REQUEST', message: 'missing target' },
  ])
})

test('[MV-06] one walk at a time', () => {
  const s = standard(OPEN)
  const [x, y, z] = s.at('A')
  s.act('A', {
    tasks: [
      { id: 'K1', type: 'MOVE_TO', target: [x + 5, y, z] },
      { id: 'K2', type: 'MOVE_TO', target: [x, y, z + 1] },
    ],
  })
  s.tick()
  expect(s.events('A')).toEqual([
    { t: 1, type: 'ACTION_RESULT', ref: 'K1', ok: true, task_id: 'T000001' },
    { t: 1, type: 'ACTION_RESULT', ref: 'K2', ok: false, code: 'E_CONFLICT', message: 'movement task slot occupied' },
  ])
})

test('[MV-11] open ground is crossed along the axis on which more is left, x on a tie', () => {
  const s = flat(`A . . . . .\n. . . . . .\n. . . . . .\n. . . . . .`)
  walk(s, [4, 0, 3])
  expect(steps(s)).toEqual([
    [1, 0, 0],
    [2, 0, 0],
    [2, 0, 1],
    [3, 0, 1],
    [3, 0, 2],
    [4, 0, 2],
  ])
})

test('[MV-12] a detour is the same every time and stays in bounds', () => {
  const map = `
    . # . . .
    . # . # .
    A # . # .
    . . . # .
  `
  const first = flat(map)
  const second = flat(map)
  walk(first, [4, 0, 2])
  walk(second, [4, 0, 2])
  const cells = steps(first)
  expect(cells).toEqual(steps(second))
  expect(cells.every(([x, , z]) => first.world.terrain.isInside(x, z))).toBe(true)
  expect(first.agent('A').pos).toEqual([4, 0, 3])
})

test('[AC-06] progress is the share of the walk that is done, without the tolerance', () => {
  const s = flat(`A . . . . .`)
  walk(s, [4, 0, 0], { tolerance: 1 })
  s.run(2)
  const agent = s.agent('A')
  const task = agent.movement
  if (task === null) throw new Error('walk is over')
  expect(runningTaskRule('MOVE_TO').progress(s.world, agent, task)).toEqual({
    progress: 2 / 3,
    target: [4, 0, 0],
    etaTicks: 1,
  })
  expect(runningTaskRule('MOVE_TO')).toBe(moveTo)
})

test('[MOVE3] a flat world does not look at y and does not turn bodies', () => {
  const s = flat(OPEN)
  const [x, , z] = s.at('A')
  walk(s, [x + 3, 9, z])
  s.run(3)
  expect(s.events('A')).toEqual([
    { t: 1, type: 'ACTION_RESULT', ref: 'K1', ok: true, task_id: 'T000001' },
    { t: 3, type: 'TASK_DONE', task_id: 'T000001', kind: 'MOVE_TO' },
  ])
  expect([s.agent('A').pos, s.agent('A').yaw]).toEqual([[x + 2, 0, z], 0])
})

test('[MOVE4] a cell one cannot stand in names its column, and the answer says which cell was taken', () => {
  const s = standard(`
    A . #

    . . #
  `)
  const ground = s.at('A')[1]
  walk(s, [2, ground, 0])
  s.tick()
  const [answer, end] = s.events('A')
  expect(answer).toEqual({
    t: 1,
    type: 'ACTION_RESULT',
    ref: 'K1',
    ok: true,
    task_id: 'T000001',
    resolved: [2, ground + 2, 0],
  })
  expect(end).toMatchObject({ type: 'TASK_FAIL', nearest: [1, ground, 0] })
})

test('[MOVE4] y = 0 means the height of the walker, and of two equally near cells the upper one is taken', () => {
  const s = standard(`
    A . .

    . . #

    . . .

    . . .
  `)
  const ground = s.at('A')[1]
  // Column 2: floor at `ground`, a block at ground + 1, so one can stand on it at ground + 2 only.
  walk(s, [2, 0, 0])
  s.tick()
  expect(s.events('A')[0]).toMatchObject({ resolved: [2, ground + 2, 0] })
  const t = standard(`
    A . .

    . . .

    . . .

    . . #
  `)
  // Column 2: standable at ground and at ground + 4; the one nearer to what was asked wins.
  walk(t, [2, ground + 3, 0])
  t.tick()
  expect(t.events('A')[0]).toMatchObject({ resolved: [2, ground + 4, 0] })
})

test('[MOVE5] one up is a step, two up is a wall', () => {
  const s = standard(`
    A . # #

    . . . #
  `)
  const y = s.at('A')[1]
  walk(s, [3, y + 2, 0])
  expect(steps(s)).toEqual([
    [1, y, 0],
    [2, y + 1, 0],
    [3, y + 2, 0],
  ])
  const ring = standard(`
    # # # # #
    # . . . #
    # . A . #
    # . . . #
    # # # # #

    # # # # #
    # . . . #
    # . . . #
    # . . . #
    # # # # #
  `)
  walk(ring, [20, y, 2])
  expect(ring.runUntil('A', 'TASK_FAIL')).toEqual({
    t: 1,
    type: 'TASK_FAIL',
    task_id: 'T000001',
    code: 'E_BLOCKED',
    message: 'blocked',
    reason: 'no way leads there',
    nearest: [3, y, 2],
  })
})

test('[MOVE5] stepping up needs a free cell above the head', () => {
  const s = standard(`
    # # # #
    # A # .
    # # # #

    # # # #
    # . . .
    # # # #

    # # # #
    # # . .
    # # # #
  `)
  const y = s.at('A')[1]
  walk(s, [3, y, 1])
  expect(s.runUntil('A', 'TASK_FAIL')).toMatchObject({ code: 'E_BLOCKED', nearest: [1, y, 1] })
})

test('[MOVE6] three down is a step that hurts nobody; four is not walked', () => {
  const tower = (height: number): Scenario => {
    const s = standard(`A . . . .`)
    const [x, y, z] = s.at('A')
    for (let up = 0; up < height; up++) s.setBlock([x, y + up, z], 'STONE')
    s.agent('A').pos = [x, y + height, z]
    walk(s, [x + 2, y, z])
    return s
  }
  const s = tower(3)
  const [x, y, z] = s.at('A')
  expect(steps(s)).toEqual([
    [x + 1, y, z],
    [x + 2, y, z],
  ])
  expect(s.agent('A').hp).toBe(20)
  expect(tower(4).runUntil('A', 'TASK_FAIL')).toMatchObject({ code: 'E_BLOCKED', nearest: [x, y + 4, z] })
})

test('[MOVE7] a step costs 8 thousandths of stamina, and without them one waits', () => {
  const s = standard(`A . . . .`)
  const [x, y, z] = s.at('A')
  s.agent('A').staminaMilli = 8
  s.agent('A').hunger = 20
  walk(s, [x + 3, y, z])
  s.tick()
  expect(s.agent('A').pos).toEqual([x + 1, y, z])
  s.tick()
  expect(s.agent('A').pos).toEqual([x + 1, y, z])
  s.runUntil('A', 'TASK_DONE')
  expect(s.agent('A').pos).toEqual([x + 3, y, z])
})

test('[MOVE8] who cannot get on for five seconds is told why', () => {
  const s = standard(`A . . . .`)
  const [x, y, z] = s.at('A')
  s.agent('A').staminaMilli = 0
  s.agent('A').hunger = 0
  walk(s, [x + 3, y, z])
  expect(s.runUntil('A', 'TASK_FAIL')).toEqual({
    t: 26,
    type: 'TASK_FAIL',
    task_id: 'T000001',
    code: 'E_BLOCKED',
    message: 'blocked',
    reason: 'too tired to walk, eat and rest',
    nearest: [x, y, z],
  })
})

test('[MOVE9] a wall that comes up on the way is walked around', () => {
  const s = standard(`
    . . . . . . .
    A . . . . . .
    . . . . . . .
  `)
  const [x, y, z] = s.at('A')
  walk(s, [x + 6, y, z])
  s.run(2)
  for (const up of [0, 1]) s.setBlock([x + 4, y + up, z], 'STONE')
  s.runUntil('A', 'TASK_DONE')
  expect(s.agent('A').pos).toEqual([x + 6, y, z])
})

test('[MOVE10] a walker opens a door and closes it behind', () => {
  const s = standard(`
    # # # # #
    A . d . .
    # # # # #

    # # # # #
    . . d . .
    # # # # #
  `)
  const [x, y, z] = s.at('A')
  walk(s, [x + 4, y, z])
  s.run(2)
  expect([s.agent('A').pos, s.blockName('d'), s.blockName([x + 2, y + 1, z])]).toEqual([
    [x + 2, y, z],
    'DOOR_OPEN',
    'DOOR_OPEN',
  ])
  const { changes } = s.tick()
  expect(changes.map(({ actor, reason }) => ({ actor, reason }))).toEqual([
    { actor: 'A1', reason: 'DOOR' },
    { actor: 'A1', reason: 'DOOR' },
  ])
  expect([s.blockName('d'), s.agent('A').heldDoor]).toEqual(['DOOR', null])
})

test('[MOVE10] a door stays open while somebody stands in it', () => {
  const s = standard(`
    # # # # #
    A . d . B
    # # # # #

    # # # # #
    . . d . .
    # # # # #
  `)
  const [x, y, z] = s.at('A')
  walk(s, [x + 2, y, z])
  s.runUntil('A', 'TASK_DONE')
  s.task('B', { id: 'K2', type: 'MOVE_TO', target: [x + 2, y, z] })
  s.runUntil('B', 'TASK_DONE')
  walk(s, [x, y, z])
  s.runUntil('A', 'TASK_DONE')
  expect([s.agent('A').heldDoor, s.agent('B').heldDoor, s.blockName('d')]).toEqual([null, [x + 2, y, z], 'DOOR_OPEN'])
  s.task('B', { id: 'K3', type: 'MOVE_TO', target: [x + 3, y, z] })
  s.tick()
  expect([s.agent('B').heldDoor, s.blockName('d')]).toEqual([null, 'DOOR'])
})

test('[MOVE11] a ladder is climbed up and down', () => {
  const s = standard(`
    A h #

    . h #

    . h #

    . h #
  `)
  const [x, y, z] = s.at('A')
  walk(s, [x + 2, y + 4, z])
  expect(steps(s)).toEqual([
    [x + 1, y, z],
    [x + 1, y + 1, z],
    [x + 1, y + 2, z],
    [x + 1, y + 3, z],
    [x + 2, y + 4, z],
  ])
  walk(s, [x, y, z])
  s.runUntil('A', 'TASK_DONE')
  expect([s.agent('A').pos, s.agent('A').hp]).toEqual([[x, y, z], 20])
})

test('[MOVE12] water is swum through, with the head above it', () => {
  const s = standard(`
    # # # # # # #
    # w w w w w #
    # # # # # # #

    # # # # # # #
    # w w w w w #
    # # # # # # #

    # # # # # # #
    A . . . . . .
    # # # # # # #

    # # # # # # #
    . . . . . . .
    # # # # # # #
  `)
  const [x, y, z] = s.at('A')
  walk(s, [x + 6, y, z])
  expect(steps(s)).toEqual([
    [x + 1, y - 1, z],
    [x + 2, y - 1, z],
    [x + 3, y - 1, z],
    [x + 4, y - 1, z],
    [x + 5, y - 1, z],
    [x + 6, y, z],
  ])
})

test('[MOVE13] lava is never walked into, and thorns are kept away from', () => {
  const s = standard(`
    # # # # # #
    # A . l . .
    # # # # # #

    # # # # # #
    # . . . . .
    # # # # # #
  `)
  const [x, y, z] = s.at('A')
  walk(s, [x + 4, y, z])
  expect(s.runUntil('A', 'TASK_FAIL')).toMatchObject({ code: 'E_BLOCKED', nearest: [x + 1, y, z] })
  const desert = standard(`
    . . . . .
    . . . . .
    . . c . .
    A . . . .
  `)
  walk(desert, desert.at('A').with(0, 4) as unknown as Vec3)
  desert.runUntil('A', 'TASK_DONE', 60)
  expect(desert.agent('A').hp).toBe(20)
})

test('[MOVE14] bodies look where they go: 0 is +z, 90 is +x', () => {
  const s = standard(`
    . . .
    . A .
    . . .
  `)
  const [x, y, z] = s.at('A')
  const yaws = (
    [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ] as const
  ).map(([dx, dz]) => {
    walk(s, [x + dx, y, z + dz])
    s.tick()
    const { yaw } = s.agent('A')
    s.tick()
    walk(s, [x, y, z])
    s.run(2)
    return yaw
  })
  expect(yaws).toEqual([90, 0, 270, 180])
})

test('[MOVE15] two may share a cell', () => {
  const s = standard(`A B`)
  walk(s, s.at('B'))
  s.runUntil('A', 'TASK_DONE')
  expect(s.agent('A').pos).toEqual(s.agent('B').pos)
})

test('[MOVE16] a tolerance is measured to the cell, in all three directions', () => {
  const s = standard(`
    A . . . # .

    . . . . # .

    . . . . # .
  `)
  const [x, y, z] = s.at('A')
  walk(s, [x + 4, y + 3, z], { tolerance: 4 })
  s.runUntil('A', 'TASK_DONE')
  expect(s.agent('A').pos).toEqual([x + 3, y, z])
})

test('[STOP1] STOP ends the walk without a word about the task', () => {
  const s = standard(OPEN)
  const [x, y, z] = s.at('A')
  walk(s, [x + 5, y, z])
  s.tick()
  s.events('A')
  s.task('A', { id: 'K2', type: 'STOP' })
  s.tick()
  expect(s.events('A')).toEqual([{ t: 2, type: 'ACTION_RESULT', ref: 'K2', ok: true, message: 'stopped' }])
  expect([s.agent('A').movement, s.agent('A').pos]).toEqual([null, [x + 1, y, z]])
  s.task('A', { id: 'K3', type: 'STOP' })
  s.tick()
  expect(s.events('A')).toEqual([{ t: 3, type: 'ACTION_RESULT', ref: 'K3', ok: true, message: 'stopped' }])
})
