import { expect, test } from 'vitest'
import { testWorld } from '../testing/test-world.js'
import { JOURNAL_CELLS_MAX } from './column.js'

test('[TERRAIN5] outside the world is air, and reading there makes nothing', () => {
  const { terrain } = testWorld({ generator: 'plain-1' })
  const r = terrain.boundary
  expect([
    terrain.blockAt(0, -1, 0),
    terrain.blockAt(0, terrain.height, 0),
    terrain.blockAt(r + 1, 5, 0),
    terrain.blockAt(0, 5, -r - 1),
  ]).toEqual([0, 0, 0, 0])
  expect(terrain.loadedCount).toBe(0)
  expect(terrain.blockAt(r, 5, -r)).not.toBe(0)
})

test('[TERRAIN6] the journal lists the cells of this tick, in order', () => {
  const { terrain } = testWorld({ generator: 'plain-1' })
  terrain.beginTick(7)
  terrain.setBlock(3, 70, 5, 4)
  terrain.setBlock(1, 61, 0, 0)
  terrain.setBlock(1, 61, 0, 0)
  const column = terrain.columnAt(0, 0)
  expect(column.journal).toEqual([3 | (5 << 4) | (70 << 8), 1 | (61 << 8)])
  terrain.beginTick(8)
  expect(column.journal).toEqual([])
})

test('[TERRAIN7] a column with too many changes counts as changed everywhere', () => {
  const { terrain } = testWorld({ generator: 'plain-1' })
  terrain.beginTick(1)
  for (let i = 0; i <= JOURNAL_CELLS_MAX; i++) terrain.setBlock(i & 15, 70 + (i >> 8), (i >> 4) & 15, 1)
  const column = terrain.columnAt(0, 0)
  expect([column.journal.length, column.journalOverflow]).toEqual([JOURNAL_CELLS_MAX, true])
})

test('[TERRAIN8] a snapshot keeps what it saw while the world goes on', () => {
  const { terrain } = testWorld({ generator: 'plain-1' })
  terrain.setBlock(0, 70, 0, 9)
  const [saved] = terrain.share()
  terrain.setBlock(0, 70, 0, 5)
  const cells = saved?.section
  expect(typeof cells === 'object' ? cells[(70 & 15) << 8] : cells).toBe(9)
  expect(terrain.blockAt(0, 70, 0)).toBe(5)
})

test('[TERRAIN9] block numbers above 255 fit, beside small ones', () => {
  const { terrain } = testWorld({ generator: 'plain-1' })
  terrain.setBlock(0, 70, 0, 3)
  terrain.setBlock(1, 70, 0, 300)
  expect([terrain.blockAt(0, 70, 0), terrain.blockAt(1, 70, 0), terrain.blockAt(2, 70, 0)]).toEqual([3, 300, 0])
})

test('[TERRAIN10] columns nobody looks at leave memory, written ones are still as they were', () => {
  const { terrain } = testWorld({ generator: 'plain-1' })
  terrain.beginTick(1)
  terrain.setBlock(0, 70, 0, 9)
  for (let cx = 0; cx < 50; cx++) for (let cz = 0; cz < 50; cz++) terrain.columnAt(cx, cz)
  const { digest, loadedCount } = terrain
  const before = { ...digest }
  for (let now = 2; now < 500; now++) terrain.beginTick(now)
  expect([loadedCount, terrain.loadedCount]).toEqual([2500, 0])
  expect([terrain.blockAt(0, 70, 0), terrain.blockAt(1, 70, 0)]).toEqual([9, 0])
  expect(terrain.digest).toEqual(before)
})
