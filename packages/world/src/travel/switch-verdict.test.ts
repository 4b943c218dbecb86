import type { Vec3 } from '@clawstead/protocol'
import { describe, expect, test } from 'vitest'
import { testWorld } from '../testing/index.js'
import { findAgent, type World } from '../world.js'
import { switchOutcome, switchVerdict } from './switch-verdict.js'
import { A1, TestWorlds } from './test-worlds.js'

interface Wish {
  readonly to?: string
  readonly entry?: string
  readonly at?: Vec3
  readonly after?: number
  readonly closed?: readonly string[]
}

function verdictOf(world: World, { to, entry, at = [0, 0, 0], after = 0, closed = [] }: Wish) {
  world.state.closedGates = closed
  const agent = findAgent(world, A1)
  if (agent === undefined) throw new Error('the agent is gone')
  const there = { ...agent, pos: at, switchAfterTick: after }
  const instant = {
    type: 'SWITCH_WORLD',
    id: 'SW',
    ...(to === undefined ? {} : { target_world_id: to }),
    ...(entry === undefined ? {} : { entry_point_id: entry }),
  } as const
  return { verdict: switchVerdict(world, there, instant), counted: switchOutcome(world, there, instant) }
}

describe('in a flat world, whose refusals are text alone', () => {
  const world = new TestWorlds().world('OVERWORLD')

  test.each([
    ['TRAVEL1', 'no target', {}, 'invalid_target', '', 'E_WORLD_NOT_FOUND', 'missing target world'],
    ['TRAVEL1', 'a blank target', { to: '  ' }, 'invalid_target', '', 'E_WORLD_NOT_FOUND', 'missing target world'],
    [
      'TRAVEL2',
      'an unknown world',
      { to: 'ATLANTIS' },
      'world_not_found',
      '',
      'E_WORLD_NOT_FOUND',
      'target world not found',
    ],
    ['TRAVEL3', 'no way there', { to: 'ISLE' }, 'denied', 'ISLE', 'E_WORLD_DENIED', 'entry point required'],
    [
      'TRAVEL3',
      'a gate of another world',
      { to: 'PIT', entry: 'p1' },
      'denied',
      'PIT',
      'E_WORLD_DENIED',
      'entry point required',
    ],
    ['TRAVEL3', 'a closed gate', { to: 'PIT', entry: 'e3' }, 'denied', 'PIT', 'E_WORLD_DENIED', 'entry point required'],
    ['TRAVEL4', 'a world that wants a permit', { to: 'VAULT' }, 'denied', 'VAULT', 'E_WORLD_DENIED', 'permit required'],
    ['TRAVEL4', 'a way that wants a permit', { to: 'SIDE' }, 'denied', 'SIDE', 'E_WORLD_DENIED', 'permit required'],
    [
      'TRAVEL5',
      'the other gate',
      { to: 'PIT', entry: 'e2' },
      'denied',
      'PIT',
      'E_WORLD_DENIED',
      'entry point required',
    ],
    [
      'TRAVEL5',
      'one step outside',
      { to: 'PIT', at: [4, 0, 0] as Vec3 },
      'denied',
      'PIT',
      'E_WORLD_DENIED',
      'entry point required',
    ],
    ['TRAVEL6', 'too soon', { to: 'PIT', after: 2 }, 'cooldown', 'PIT', 'E_WORLD_COOLDOWN', 'switch cooldown active'],
    [
      'TRAVEL7',
      'a world that is down',
      { to: 'PIT', closed: ['PIT'] },
      'target_busy',
      'PIT',
      'E_WORLD_BUSY',
      'switch failed: target world is not running',
    ],
  ])('[%s] %s is refused', (_rule, _name, wish, result, to, code, message) => {
    expect(verdictOf(world, wish)).toEqual({
      verdict: { ok: false, result, refusal: { ok: false, code, message } },
      counted: { from: 'OVERWORLD', to, result },
    })
  })

  test('[TRAVEL8] who is there already need not go', () => {
    expect(verdictOf(world, { to: 'OVERWORLD', at: [50, 0, 50] }).verdict).toEqual({ ok: true, result: 'noop' })
  })

  const route = {
    from_world: 'OVERWORLD',
    to_world: 'PIT',
    from_entry_id: 'e1',
    to_entry_id: 'p1',
    requires_permit: false,
  }

  test.each([
    ['the first gate, asked for', { entry: 'e1' }, 'e1'],
    ['[MW-03] the gate one stands in', {}, 'e1'],
    ['the edge of a gate', { at: [3, 0, -3] as Vec3 }, 'e1'],
    ['[MW-03] the second gate, standing in it', { at: [12, 0, -12] as Vec3 }, 'e2'],
    ['the last tick of waiting is over', { after: 1 }, 'e1'],
  ])('[TRAVEL5] allowed: %s', (_name, wish, from) => {
    expect(verdictOf(world, { to: 'PIT', ...wish }).verdict).toEqual({
      ok: true,
      result: 'ok',
      route: { ...route, from_entry_id: from },
    })
  })
})

describe('in a world that explains', () => {
  const world = new TestWorlds(undefined, false).world('OVERWORLD')

  test('[TRAVEL2] an unknown world comes with those there are', () => {
    const { verdict } = verdictOf(world, { to: 'ATLANTIS' })
    expect(!verdict.ok && verdict.refusal.detail).toEqual({ worlds: ['OVERWORLD', 'PIT', 'VAULT', 'SIDE', 'ISLE'] })
  })

  test('[TRAVEL5] a gate too far away comes with where it is, at any height', () => {
    const far = verdictOf(world, { to: 'PIT', at: [30, 90, 0] }).verdict
    expect(!far.ok && far.refusal.detail).toEqual({ entry_point_id: 'e1', x: 0, z: 0, radius: 3 })
    expect(verdictOf(world, { to: 'PIT', at: [0, 120, 0] }).verdict.ok).toBe(true)
  })

  test('[TRAVEL6] waiting comes with how long', () => {
    const { verdict } = verdictOf(world, { to: 'PIT', after: 31 })
    expect(!verdict.ok && verdict.refusal.detail).toEqual({ cooldown_ticks: 30, cooldown_until_tick: 31 })
  })
})

test('[TRAVEL9] a server of one world knows no such action', () => {
  const single = testWorld({ flat: true })
  const agent = findAgent(new TestWorlds().world('OVERWORLD'), A1)
  if (agent === undefined) throw new Error('no agent')
  const verdict = switchVerdict(single, agent, { type: 'SWITCH_WORLD', id: '', target_world_id: 'PIT' })
  expect(verdict).toEqual({
    ok: false,
    result: 'denied',
    refusal: { ok: false, code: 'E_BAD_REQUEST', message: 'unknown instant type' },
  })
})
