import { describe, expect, test } from 'vitest'
import { Blueprint } from './blueprint.js'

const step = {
  id: 'step',
  author: 'A1',
  version: '1',
  aabb: [
    [0, 0, 0],
    [2, 2, 1],
  ],
  blocks: [
    { pos: [0, 0, 0], block: 'STONE' },
    { pos: [1, 0, 0], block: 'STONE' },
    { pos: [1, 1, 0], block: 'PLANK' },
  ],
  cost: [
    { item: 'STONE', count: 2 },
    { item: 'PLANK', count: 1 },
  ],
}

function refusals(changes: object): string[] {
  const { error } = Blueprint.safeParse({ ...step, ...changes })
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('[CAT6] a blueprint', () => {
  test('is taken when it can be built in its order', () => {
    expect(Blueprint.parse(step)).toEqual({ ...step, title: 'Untitled', description: 'No description.' })
  })

  test('starts at its lowest layer, wherever that is', () => {
    const blocks = [{ pos: [0, -3, 0], block: 'STONE' }]
    const aabb = [
      [0, -3, 0],
      [1, -2, 1],
    ]
    expect(refusals({ blocks, aabb, cost: [{ item: 'STONE', count: 1 }] })).toEqual([])
  })

  test('is refused when a block would hang in the air', () => {
    const blocks = [step.blocks[0], step.blocks[2], step.blocks[1]]
    expect(refusals({ blocks })).toEqual([
      'blocks.1.pos: must lie in the lowest layer or touch an earlier block, [1,1,0] does neither',
    ])
  })

  test('is refused when a cell is named twice', () => {
    const blocks = [...step.blocks, { pos: [0, 0, 0], block: 'STONE' }]
    expect(refusals({ blocks, cost: [{ item: 'STONE', count: 4 }] })).toEqual([
      'blocks.3.pos: must not name the cell [0,0,0] twice',
    ])
  })

  test('is refused when its box is not the box around its blocks', () => {
    const aabb = [
      [0, 0, 0],
      [3, 2, 1],
    ]
    expect(refusals({ aabb })).toEqual(['aabb: must be [[0,0,0],[2,2,1]], the box around the blocks'])
  })

  test('is refused when it costs more or less than its blocks', () => {
    expect(refusals({ cost: [{ item: 'STONE', count: 2 }] })).toEqual([
      'cost: must pay for the 3 blocks, it pays for 2',
    ])
  })

  test('is refused when it is empty or reaches too far', () => {
    expect(refusals({ blocks: [] })).toEqual(['blocks: must name at least one block'])
    expect(refusals({ blocks: [{ pos: [129, 0, 0], block: 'STONE' }] })).toEqual([
      'blocks.0.pos.0: must be a whole number from -128 to 128, got 129',
    ])
  })
})
