import { agentId, placedId } from '@clawstead/protocol'
import { describe, expect, test } from 'vitest'
import { createInventory } from '../inventory.js'
import type { Agent, WorldState } from '../state.js'
import { testWorld } from '../testing/test-world.js'
import { tick } from '../tick.js'
import { copyState } from './copy-state.js'
import { PartDigests } from './digest.js'

/** A state in which every optional thing is there. */
function fullState(): WorldState {
  const world = testWorld({ generator: 'plain-1' })
  tick(world, [{ kind: 'join', agentId: agentId(1), name: 'ada' }])
  const { state } = world
  const agent = state.agents.get(agentId(1)) as Agent
  agent.movement = {
    taskId: 'T1',
    kind: 'MOVE_TO',
    target: [1, 2, 3],
    targetId: 'x',
    want: 1,
    startDistance: 5,
    startTick: 1,
    path: [[1, 2, 3]],
    goal: [1, 2, 3],
    lastProgressTick: 1,
    bestDistance: 4,
    planAfterTick: 2,
    surveyedTiles: 3,
  }
  agent.work = { taskId: 'T2', startTick: 1, workTicks: 0, kind: 'CRAFT', recipeId: 'torch', count: 2, made: 1 }
  agent.memory.set('k', { value: 'v', expiresTick: 5 })
  agent.rates.set('SAY', { startTick: 1, count: 1 })
  agent.mutes.add('A9')
  agent.inventory.wear.set('IRON_PICKAXE', 3)
  agent.seenRecipes.push('torch')
  state.items.set('IT1', { id: 'IT1', item: 'LOG', count: 1, wear: 0, pos: [0, 0, 0], expiresTick: 9 })
  const chest = placedId('CHEST', [0, 64, 0])
  state.containers.set(chest, {
    id: chest,
    type: 'CHEST',
    pos: [0, 64, 0],
    inventory: createInventory([{ item: 'LOG', count: 2 }]),
    reserved: [{ item: 'LOG', count: 1 }],
  })
  state.signs.set('s', { id: 's', pos: [0, 64, 0], text: 'hi', updatedBy: 'A1', updatedTick: 1 })
  state.boards.set('b', { id: 'b', pos: null, posts: [{ id: 'P1', author: 'A1', title: 't', body: 'b', tick: 1 }] })
  state.unsettled.set(1, [0, 0, 0])
  return state
}

function sumOf(state: WorldState): unknown {
  const digests = new PartDigests()
  digests.rebuild(state)
  return { ...digests.sum }
}

/** Every number, text and flag in the tree, as a way to change it. */
function leaves(value: unknown, path: string, found: [string, () => void][]): void {
  if (value instanceof Map) {
    for (const [key, entry] of value) {
      if (typeof entry === 'object' && entry !== null) leaves(entry, `${path}.${String(key)}`, found)
      else found.push([`${path}.${String(key)}`, () => value.set(key, changed(entry))])
    }
  } else if (value instanceof Set) found.push([path, () => value.add('another')])
  else if (typeof value === 'object' && value !== null) {
    const object = value as Record<string, unknown>
    for (const [key, entry] of Object.entries(object)) {
      if (typeof entry === 'object' && entry !== null) leaves(entry, `${path}.${key}`, found)
      else found.push([`${path}.${key}`, () => (object[key] = changed(entry))])
    }
  }
}

function changed(value: unknown): unknown {
  return typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : `${String(value)}x`
}

/** Who somebody is stands in the key of the part; kinds decide which other fields there are. */
const IDENTITY = /\.(id|number|kind|tick|seed|chain)$/

describe('[DIGEST1] every field of the state counts', () => {
  const names: [string, () => void][] = []
  const { agents, items, containers, signs, boards, unsettled } = fullState()
  leaves({ agents, items, containers, signs, boards, unsettled }, 'state', names)
  const fields = names.map(([name]) => name).filter((name) => !IDENTITY.test(name))

  test.each(fields)('%s', (field) => {
    const state = fullState()
    const before = sumOf(state)
    const found: [string, () => void][] = []
    leaves(state, 'state', found)
    found.find(([name]) => name === field)?.[1]()
    expect(sumOf(state)).not.toEqual(before)
  })
})

test('[DIGEST2] the order in which things came to be does not count', () => {
  const state = fullState()
  expect(sumOf(copyState(state))).toEqual(sumOf(state))
})

test('[DIGEST3] digests are chained: the same state after another past has another digest', () => {
  const a = testWorld({ generator: 'plain-1' })
  const b = testWorld({ generator: 'plain-1' })
  b.state.chain = '1'.repeat(16)
  expect(tick(a, []).digest).not.toBe(tick(b, []).digest)
})
