import type { Obs } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import { VoxelTracker } from './voxel-tracker.js'

type Voxels = Obs['voxels']
const whole = (data: string): Voxels => ({ center: [0, 0, 0], radius: 1, encoding: 'RLE', data })
const delta = (ops: NonNullable<Voxels['ops']>): Voxels => ({ center: [5, 0, 5], radius: 1, encoding: 'DELTA', ops })
const follows = { followsPrevious: true }
const skips = { followsPrevious: false }

/** 27 cells of air with some changed. */
function cells(blockByIndex: Record<number, number>): Uint16Array {
  const cube = new Uint16Array(27)
  for (const [index, block] of Object.entries(blockByIndex)) cube[Number(index)] = block
  return cube
}

test('[VOX1] a whole cube is decoded', () => {
  const cube = new VoxelTracker().update(whole('AA4ZAQAM'), follows)
  expect(cube).toEqual({ center: [0, 0, 0], radius: 1, cells: cells({ 14: 25 }), isCertain: true })
})

test('[VOX2] a change applies to the cube before it, at the same offsets, and moves the centre', () => {
  const tracker = new VoxelTracker()
  const before = tracker.update(whole('ABs='), follows)
  const after = tracker.update(
    delta([
      { d: [0, 0, 0], b: 5 },
      { d: [1, -1, 0], b: 9 },
    ]),
    follows,
  )
  expect(after).toEqual({ center: [5, 0, 5], radius: 1, cells: cells({ 13: 5, 5: 9 }), isCertain: true })
  expect(before?.cells).toEqual(cells({}))
})

test('[VOX3] a change without a base gives no cube', () => {
  expect(new VoxelTracker().update(delta([]), follows)).toBeUndefined()
})

test('[VOX3] a base of another size, too large a cube and broken data give no cube', () => {
  const tracker = new VoxelTracker()
  tracker.update(whole('ABs='), follows)
  expect(tracker.update({ ...delta([]), radius: 2 }, follows)).toBeUndefined()
  expect(tracker.update({ ...whole('ABs='), radius: 100_000 }, follows)).toBeUndefined()
  expect(tracker.update(whole('ABo='), follows)).toBeUndefined()
  tracker.update(whole('ABs='), follows)
  expect(tracker.update(delta([{ d: [2, 0, 0], b: 1 }]), follows)).toBeUndefined()
})

test('[VOX4] after a skipped frame the cube is in doubt until a whole one comes', () => {
  const tracker = new VoxelTracker()
  tracker.update(whole('ABs='), follows)
  expect(tracker.update(delta([{ d: [0, 0, 0], b: 5 }]), skips)?.isCertain).toBe(false)
  expect(tracker.update(delta([{ d: [0, 0, 0], b: 6 }]), follows)?.isCertain).toBe(false)
  expect(tracker.update(whole('ABs='), follows)?.isCertain).toBe(true)
})
