import type { Vec3 } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import type { MovementTask } from '../state.js'
import { type Scenario, scenario } from '../testing/index.js'
import { Tx } from '../tx.js'
import { runningTaskRule } from './index.js'

function follow(s: Scenario, fields: object): void {
  s.task('A', { id: 'K1', type: 'FOLLOW', ...fields })
}

function move(s: Scenario, name: string, to: Vec3): void {
  new Tx(s.world).moveAgent(s.agent(name), to)
}

function view(s: Scenario) {
  const agent = s.agent('A')
  return runningTaskRule('FOLLOW').progress(s.world, agent, agent.movement as MovementTask)
}

test('[MV-07] keeps one away, holds, and goes on when the leader does', () => {
  const s = scenario(`A . . . . . . . . . B`, { flat: true })
  follow(s, { target_id: 'A2', distance: 1 })
  s.run(9)
  expect(s.agent('A').pos).toEqual([9, 0, 0])
  s.run(40)
  expect(s.agent('A').pos).toEqual([9, 0, 0])
  expect(s.agent('A').movement?.kind).toBe('FOLLOW')
  move(s, 'B', [12, 0, 0])
  s.tick()
  expect(s.agent('A').pos).toEqual([10, 0, 0])
})

test('[MV-08] nobody of that name, and no name at all: refused, no task', () => {
  const s = scenario(`A`)
  s.act('A', {
    tasks: [
      { id: 'K1', type: 'FOLLOW', target_id: 'A99' },
      { id: 'K2', type: 'FOLLOW' },
    ],
  })
  s.tick()
  expect(s.events('A')).toEqual([
    { t: 1, type: 'ACTION_RESULT', ref: 'K1', ok: false, code: 'E_INVALID_TARGET', message: 'target not found' },
    { t: 1, type: 'ACTION_RESULT', ref: 'K2', ok: false, code: 'E_BAD_REQUEST', message: 'missing target_id' },
  ])
  expect(s.agent('A').movement).toBe(null)
})

test('[AC-06] [AC-07] progress is whether it is near, measured to where the target is now', () => {
  const s = scenario(`A . . . B`, { flat: true })
  follow(s, { target_id: 'A2', distance: 1 })
  s.tick()
  expect(view(s)).toEqual({ progress: 0, target: [4, 0, 0], etaTicks: 2 })
  move(s, 'B', [2, 0, 0])
  expect(view(s)).toEqual({ progress: 1, target: [2, 0, 0], etaTicks: 0 })
})

test('[FOLLOW1] no distance means 2, and 32 is the most', () => {
  const s = scenario(`A . . . . . B`, { flat: true })
  follow(s, { target_id: 'A2' })
  s.run(10)
  expect(s.agent('A').pos).toEqual([4, 0, 0])
  s.task('A', { id: 'K2', type: 'STOP' })
  s.tick()
  follow(s, { target_id: 'A2', distance: 1000 })
  s.tick()
  expect(s.agent('A').movement?.want).toBe(32)
})

test('[FOLLOW2] a container can be followed; when it is gone the walk fails', () => {
  const s = scenario(`A . . . .`, { flat: true })
  const tx = new Tx(s.world)
  const chest = {
    id: 'CHEST@4,0,0',
    type: 'CHEST',
    pos: [4, 0, 0] as Vec3,
    inventory: { counts: new Map(), wear: new Map() },
    reserved: [],
  }
  tx.addContainer(chest)
  follow(s, { target_id: 'CHEST@4,0,0', distance: 1 })
  s.run(4)
  expect(s.agent('A').pos).toEqual([3, 0, 0])
  s.events('A')
  new Tx(s.world).removeContainer(chest)
  s.tick()
  expect(s.events('A')).toEqual([
    { t: 5, type: 'TASK_FAIL', task_id: 'T000001', code: 'E_INVALID_TARGET', message: 'follow target not found' },
  ])
})

const SHUT_IN = `
  . . . . . . .
  . . . # # # .
  A . . # B # .
  . . . # # # .

  . . . . . . .
  . . . # # # .
  . . . # . # .
  . . . # # # .
`

test('[FOLLOW3] a target behind walls is waited for, and given up after five seconds', () => {
  const s = scenario(SHUT_IN)
  const y = s.at('A')[1]
  follow(s, { target_id: 'A2', distance: 1 })
  expect(s.runUntil('A', 'TASK_FAIL')).toEqual({
    t: 26,
    type: 'TASK_FAIL',
    task_id: 'T000001',
    code: 'E_BLOCKED',
    message: 'blocked',
    reason: 'no way there so far',
    nearest: [2, y, 2],
  })
})

test('[FOLLOW3] a wall that opens in time is walked through', () => {
  const s = scenario(SHUT_IN)
  const y = s.at('A')[1]
  follow(s, { target_id: 'A2', distance: 1 })
  s.run(10)
  for (const up of [0, 1]) s.setBlock([3, y + up, 2], 'AIR')
  s.run(15)
  expect(s.agent('A').pos).toEqual([3, y, 2])
})

test('[FOLLOW4] a leader far away may move a little without a new plan, much with one', () => {
  const s = scenario(`A . . . . . . . . . . . . . . . . . . . B`)
  const [x, y, z] = s.at('B')
  follow(s, { target_id: 'A2', distance: 1 })
  s.tick()
  move(s, 'B', [x, y, z + 1])
  s.tick()
  expect(s.agent('A').movement?.target).toEqual([x, y, z])
  move(s, 'B', [x, y, z + 10])
  s.tick()
  expect(s.agent('A').movement?.target).toEqual([x, y, z + 10])
  s.run(40)
  expect(Math.abs(s.agent('A').pos[0] - x) + Math.abs(s.agent('A').pos[2] - z - 10)).toBe(1)
})
