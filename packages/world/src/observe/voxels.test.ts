import { applyOps, decodeRle, decodeServerFrame, type Obs, type Vec3 } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import { fork } from '../history/snapshot.js'
import { type Scenario, scenario } from '../testing/index.js'
import type { World } from '../world.js'
import { fillCube } from './cube.js'
import { encodeObs } from './encode-obs.js'
import { createView, resetView, type View } from './view.js'

const CELLS = 15 ** 3

function voxels(world: World, view: View): Obs['voxels'] {
  const text = encodeObs(world, 'A1' as never, view, { protocolVersion: '1.1', events: [], eventsCursor: 0 })
  const decoded = decodeServerFrame(text)
  if (!decoded.ok || decoded.value.type !== 'OBS') throw new Error('not an OBS')
  return decoded.value.voxels
}

function truth(world: World, at: Vec3): Uint16Array {
  const cube = new Uint16Array(CELLS)
  fillCube(world.terrain, at, 7, cube)
  return cube
}

function cells(shown: Obs['voxels'], base?: Uint16Array): Uint16Array {
  const decoded =
    shown.encoding === 'RLE'
      ? decodeRle(shown.data ?? '', CELLS)
      : applyOps(base?.slice() ?? new Uint16Array(0), shown.ops ?? [], 7)
  if (!decoded.ok) throw new Error(decoded.error.message)
  return decoded.value
}

/** A scene with a ground of two colours: on bare ground the whole cube is always the shorter text. */
function scene(): Scenario {
  const s = scenario('. A .')
  const [x, y, z] = s.at('A')
  for (let i = 0; i < 225; i += 2) s.setBlock([x - 7 + (i % 15), y - 1, z - 7 + Math.floor(i / 15)], 'DIRT')
  return s
}

/** Sets so many cells around A, each unlike its neighbours. */
function scatter(s: Scenario, count: number, block: string): void {
  const [x, y, z] = s.agent('A').pos
  for (let i = 0; i < count; i++)
    s.setBlock([x - 7 + ((i * 2) % 15), y + 1 + Math.floor(i / 50), z - 7 + (Math.floor(i / 8) % 15)], block)
}

test('[OBS17] the first cube is whole, an unchanged one is whole again', () => {
  const s = scenario('. A .')
  const view = createView({ deltaVoxels: true })
  const first = voxels(s.world, view)
  expect([first.encoding, voxels(s.world, view)]).toEqual(['RLE', first])
  expect(cells(first)).toEqual(truth(s.world, s.at('A')))
})

test('[OBS18] [PS-14] a few changed cells are named one by one, in the order of the cube', () => {
  const s = scene()
  const view = createView({ deltaVoxels: true })
  const base = cells(voxels(s.world, view))
  const [x, y, z] = s.at('A')
  s.setBlock([x + 1, y + 2, z - 3], 'STONE')
  s.setBlock([x - 7, y - 1, z], 'AIR')
  const changed = voxels(s.world, view)
  const stone = s.world.content.block('STONE')
  expect(changed).toEqual({
    center: [x, y, z],
    radius: 7,
    encoding: 'DELTA',
    ops: [
      { d: [-7, -1, 0], b: 0 },
      { d: [1, 2, -3], b: stone },
    ],
  })
  expect(cells(changed, base)).toEqual(truth(s.world, [x, y, z]))
})

test('[OBS19] whoever did not ask for changes gets whole cubes', () => {
  const s = scenario('. A .')
  const view = createView({ deltaVoxels: false })
  voxels(s.world, view)
  s.setBlock([1, 70, 0], 'STONE')
  expect(voxels(s.world, view).encoding).toBe('RLE')
})

test('[OBS20] after a reset the next cube is whole', () => {
  const s = scenario('. A .')
  const view = createView({ deltaVoxels: true })
  voxels(s.world, view)
  s.setBlock([1, 65, 0], 'STONE')
  resetView(view)
  expect(voxels(s.world, view).encoding).toBe('RLE')
})

test('[OBS21] changes are named only while that is the shorter way to say it', () => {
  const chosen = new Set<string>()
  for (let count = 1; count <= 120; count++) {
    const s = scene()
    const view = createView({ deltaVoxels: true })
    voxels(s.world, view)
    scatter(s, count, 'STONE')
    const shown = voxels(s.world, view)
    chosen.add(shown.encoding)
    const whole = voxels(s.world, createView({ deltaVoxels: false }))
    const length = ({ data, ops }: Obs['voxels']): number => JSON.stringify({ data, ops }).length
    expect(length(shown)).toBeLessThanOrEqual(length(whole))
  }
  expect([...chosen]).toEqual(['DELTA', 'RLE'])
})

test('[OBS22] in a flat world anything below half of the cube is named, however long that is', () => {
  const s = scenario('. A .', { flat: true })
  const view = createView({ deltaVoxels: true })
  voxels(s.world, view)
  const [x, , z] = s.at('A')
  for (let i = 0; i < 225; i++) s.setBlock([x - 7 + (i % 15), 0, z - 7 + Math.floor(i / 15)], 'STONE')
  const shown = voxels(s.world, view)
  expect([shown.encoding, shown.ops?.length]).toEqual(['DELTA', 225])
})

test('[OBS23] a copy of the world shows the same cube, and an old view of the other does not mislead', () => {
  const s = scenario('. A .')
  const view = createView({ deltaVoxels: true })
  voxels(s.world, view)
  const copy = fork(s.world)
  expect(voxels(copy, createView({ deltaVoxels: true }))).toEqual(voxels(s.world, view))
  const base = cells(voxels(s.world, view))
  const [x, y, z] = s.at('A')
  copy.terrain.setBlock(x, y + 3, z, copy.content.block('STONE'))
  expect(cells(voxels(copy, view), base)).toEqual(truth(copy, s.at('A')))
})

test('[OBS24] what changed while a column was out of memory is not missed', () => {
  const s = scenario('. A .')
  const view = createView({ deltaVoxels: true })
  const [x, y, z] = s.at('A')
  s.setBlock([x, y + 3, z], 'STONE')
  let shown = cells(voxels(s.world, view))
  s.tick()
  for (const { cx, cz } of s.world.terrain.loadedColumns()) s.world.terrain.evict(cx, cz)
  s.setBlock([x, y + 3, z], 'PLANK')
  shown = cells(voxels(s.world, view), shown)
  expect(shown).toEqual(truth(s.world, s.at('A')))
})
