import { createWorld, restore, type Snapshot, save, tick, type World } from '@clawstead/world'
import { scenario, testConfig, testWorld } from '@clawstead/world/testing'
import { expect, test } from 'vitest'
import { SNAPSHOT_CHUNK_BYTES } from '../limits.js'
import { encodePlain } from '../plain/encode.js'
import { sampleSnapshot } from '../testing/recorded-run.js'
import { decodeSnapshot, encodeSnapshot } from './snapshot-codec.js'

async function bytesOf(snapshot: Snapshot): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of encodeSnapshot(snapshot)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Saves a world, reads it back, and lets both take the same steps. */
async function twoLives(world: World, ticks: number): Promise<{ mine: unknown[]; other: unknown[] }> {
  const snapshot = save(world)
  const read = decodeSnapshot(await bytesOf(snapshot), 'test')
  const copy = restore(world.config, read)
  const mine: unknown[] = [snapshot]
  const other: unknown[] = [read]
  for (let step = 0; step < ticks; step++) {
    mine.push(tick(world, []))
    other.push(tick(copy, []))
  }
  return { mine, other }
}

test('[SNAP9] a world with agents at work lives on from its file exactly as it would have', async () => {
  const s = scenario('. A . # B', {})
  s.give('A', 'PLANK', 20)
  s.task('A', { type: 'MOVE_TO', target: [30, 64, 30], tolerance: 1 })
  s.task('B', { type: 'MINE', block_pos: s.at('#') })
  s.instant('A', { type: 'SAY', channel: 'LOCAL', text: 'h\u00e9 \u{1f980} \ud800' })
  s.instant('B', { type: 'SAVE_MEMORY', key: 'k', value: 'v', ttl_ticks: 100 })
  s.run(3)
  const { mine, other } = await twoLives(s.world, 20)
  expect(other).toEqual(mine)
})

test('[SNAP9] an edit under way goes on', async () => {
  const world = testWorld({ generator: 'plain-1' })
  const box = { min: [-40, 60, -40] as const, max: [40, 90, 40] as const }
  tick(world, [{ kind: 'edit', by: 'op', edit: { id: 'e', label: 'e', op: 'fill', box, block: 5 } }])
  expect(world.state.edits.length).toBe(1)
  const { mine, other } = await twoLives(world, 30)
  expect(other).toEqual(mine)
})

test('[SNAP9] the generated worlds, flat and standard', async () => {
  for (const flat of [true, false]) {
    const world = createWorld(testConfig({ flat }))
    tick(world, [{ kind: 'join', agentId: 'A1' as never, name: 'one' }])
    for (let x = 0; x < 40; x++) if (!flat) world.terrain.setBlock(x, 70, x, 1 + (x % 3))
    const { mine, other } = await twoLives(world, 5)
    expect(other).toEqual(mine)
  }
})

test('[SNAP10] a snapshot is made in pieces of bounded size', async () => {
  const sections = Array.from({ length: 300 }, (_, cx) => ({
    cx,
    cz: 0,
    sy: 0,
    section: new Uint8Array(4096).map((_, i) => (i * cx) % 251),
  }))
  const snapshot: Snapshot = { ...sampleSnapshot(5), terrain: { digest: { lo: 0, hi: 0 }, sections } }
  let pieces = 0
  for await (const piece of encodeSnapshot(snapshot)) {
    pieces++
    expect(piece.length).toBeLessThan(SNAPSHOT_CHUNK_BYTES + 8192)
  }
  expect(pieces).toBeGreaterThanOrEqual(encodePlain(snapshot).length / (SNAPSHOT_CHUNK_BYTES + 8192))
  expect(decodeSnapshot(await bytesOf(snapshot), 'test')).toEqual(snapshot)
})
