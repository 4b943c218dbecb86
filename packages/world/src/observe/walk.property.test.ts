import { applyOps, decodeRle, decodeServerFrame, type Obs, type Vec3 } from '@clawstead/protocol'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Terrain } from '../terrain/terrain.js'
import { scenario } from '../testing/index.js'
import { Tx } from '../tx.js'
import type { World } from '../world.js'
import { encodeObs } from './encode-obs.js'
import { createView } from './view.js'

const RADIUS = 7
const CELLS = (2 * RADIUS + 1) ** 3

const step = fc.record({
  move: fc.constantFrom<Vec3>(
    [0, 0, 0],
    [1, 0, 0],
    [-1, 0, 0],
    [0, 0, 1],
    [0, 0, -1],
    [0, 1, 0],
    [0, -1, 0],
    [1, 1, 0],
    [30, 5, -30],
  ),
  writes: fc.array(
    fc.record({
      at: fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })),
      block: fc.integer({ min: 0, max: 40 }),
    }),
    { maxLength: 4 },
  ),
  evict: fc.boolean(),
})

function truth(terrain: Terrain, [x, y, z]: Vec3): Uint16Array {
  const cells = new Uint16Array(CELLS)
  let i = 0
  for (let dy = -RADIUS; dy <= RADIUS; dy++) {
    for (let dz = -RADIUS; dz <= RADIUS; dz++) {
      for (let dx = -RADIUS; dx <= RADIUS; dx++) cells[i++] = terrain.blockAt(x + dx, y + dy, z + dz)
    }
  }
  return cells
}

function apply(known: Uint16Array | undefined, voxels: Obs['voxels']): Uint16Array {
  const decoded =
    voxels.encoding === 'RLE'
      ? decodeRle(voxels.data ?? '', CELLS)
      : applyOps(known ?? new Uint16Array(0), voxels.ops ?? [], RADIUS)
  if (!decoded.ok) throw new Error(decoded.error.message)
  return decoded.value
}

function evictAll({ terrain }: World): void {
  for (const { cx, cz } of terrain.loadedColumns()) terrain.evict(cx, cz)
}

test.each([false, true])('[OBS25] a client that applies changes always knows the true cube (flat: %s)', (flat) => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 50 }), fc.array(step, { minLength: 5, maxLength: 30 }), (seed, steps) => {
      const s = scenario('A', { flat, seed, generator: flat ? 'flat-1' : 'overworld-1' })
      const { world } = s
      const view = createView({ deltaVoxels: true })
      const { height } = world.profile
      let known: Uint16Array | undefined
      for (const { move, writes, evict } of steps) {
        const tx = new Tx(world)
        const agent = s.agent('A')
        const [x, y, z] = agent.pos
        const feet = Math.min(height - 1, Math.max(0, y + move[1]))
        tx.moveAgent(agent, [x + move[0], feet, z + move[2]])
        for (const { at, block } of writes) {
          const level = Math.min(height - 1, Math.max(0, feet + at[1]))
          tx.setBlock([x + at[0], level, z + at[2]], block % world.content.blockCount, 'A1', 'TEST')
        }
        if (evict) {
          world.terrain.beginTick(world.state.tick)
          evictAll(world)
        }
        const text = encodeObs(world, agent.id, view, { protocolVersion: '1.1', events: [], eventsCursor: 0 })
        const decoded = decodeServerFrame(text)
        if (!decoded.ok || decoded.value.type !== 'OBS') throw new Error(`not an OBS: ${JSON.stringify(decoded)}`)
        const { voxels } = decoded.value
        seen.add(voxels.encoding)
        known = apply(known, voxels)
        expect(voxels.center).toEqual(agent.pos)
        expect(known).toEqual(truth(world.terrain, agent.pos))
      }
    }),
    { numRuns: 12 },
  )
  expect([...seen].sort()).toEqual(['DELTA', 'RLE'])
})
