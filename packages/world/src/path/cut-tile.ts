import type { Vec3 } from '@clawstead/protocol'
import type { Column } from '../terrain/column.js'
import { cellAt, type FreshCells, type StandCells, standCellsOf } from './stand-cells.js'
import { DIRECTION_COUNT, DIRECTION_X, DIRECTION_Z, isTwoWay, landing, NOWHERE } from './steps.js'
import { GRIP, STAND, type WalkGrid } from './walk-grid.js'

/** A part of a tile in which every cell can be reached from every other without leaving the tile. */
export interface Region {
  readonly tile: Tile
  readonly index: number
  /** A cell of it near the middle of the tile. */
  readonly middle: Vec3
}

/** One 16x16 column, cut into regions. */
export interface Tile extends StandCells {
  readonly cx: number
  readonly cz: number
  readonly column: Column
  readonly version: number
  readonly regionOf: Uint16Array
  readonly regions: readonly Region[]
  /** Ways down inside the tile that lead to another region and not back, as pairs of region numbers. */
  readonly drops: ReadonlyMap<number, readonly [from: number, to: number]>
}

/** Joins the cells of a tile that can be walked between both ways, and notes the drops that are left over. */
export function cutTile(grid: WalkGrid, column: Column, version: number): Tile {
  const cells = standCellsOf(grid, column)
  const parents = new Uint16Array(cells.heights.length)
  for (let cell = 0; cell < parents.length; cell++) parents[cell] = cell
  const falls: [from: number, to: number][] = []
  for (let index = 0; index < 256; index++) joinUpright(grid, cells, parents, index)
  for (let index = 0; index < 256; index++) {
    if (cells.offsets[index] === cells.offsets[index + 1]) continue
    for (let way = 0; way < DIRECTION_COUNT; way++) {
      const toX = (index & 15) + (DIRECTION_X[way] as number)
      const toZ = (index >> 4) + (DIRECTION_Z[way] as number)
      if ((toX | toZ) & ~15) continue
      // Level steps lead both ways: looking at each pair of pillars once is enough for them.
      if (toX + toZ * 16 > index) joinLevel(grid, cells, parents, index, toX | (toZ << 4))
      joinUneven(grid, cells, parents, falls, index, toX | (toZ << 4))
    }
  }
  return label(column, version, cells, parents, falls)
}

/** Joins the cells of a pillar that one climbs or swims between. */
function joinUpright(
  grid: WalkGrid,
  { offsets, heights, pillars }: FreshCells,
  parents: Uint16Array,
  index: number,
): void {
  const pillar = pillars[index] as number
  const end = (offsets[index + 1] as number) - 1
  let word = -1
  let climbable = 0
  for (let cell = offsets[index] as number; cell < end; cell++) {
    const y = heights[cell] as number
    if (y >> 5 !== word) {
      word = y >> 5
      climbable = climbs(grid, pillar, word)
    }
    // Nothing else was joined to the cell above so far, so it simply hangs on to the one below.
    if ((climbable >>> (y & 31)) & 1) parents[cell + 1] = parents[cell] as number
  }
}

/**
 * Joins what lies side by side at the same height, 32 cells at a time. In water whole walls of cells touch, and each
 * hangs together with the one below on both sides: only the lowest of a run is joined, which is what makes a lake cheap.
 */
function joinLevel(grid: WalkGrid, cells: FreshCells, parents: Uint16Array, a: number, b: number): void {
  const pillarA = cells.pillars[a] as number
  const pillarB = cells.pillars[b] as number
  let carry = 0
  for (let word = 0; word < grid.words; word++) {
    const touching = grid.word(pillarA, STAND, word) & grid.word(pillarB, STAND, word)
    if (touching === 0) {
      carry = 0
      continue
    }
    const hangTogether = touching & climbs(grid, pillarA, word) & climbs(grid, pillarB, word)
    let left = touching & ~((hangTogether << 1) | carry)
    carry = hangTogether >>> 31
    for (; left !== 0; left &= left - 1) {
      const y = word * 32 + 31 - Math.clz32(left & -left)
      join(parents, cellAt(cells, a, y), cellAt(cells, b, y))
    }
  }
}

/** The cells of a word from which one climbs up into the next, as bits. */
function climbs(grid: WalkGrid, pillar: number, word: number): number {
  const stand = grid.word(pillar, STAND, word)
  const grip = grid.word(pillar, GRIP, word)
  const above = (stand >>> 1) | (grid.word(pillar, STAND, word + 1) << 31)
  const gripAbove = (grip >>> 1) | (grid.word(pillar, GRIP, word + 1) << 31)
  return stand & above & (grip | gripAbove)
}

/** Joins what lies one step up or down, where one comes back; the other steps down are falls. */
function joinUneven(
  grid: WalkGrid,
  cells: FreshCells,
  parents: Uint16Array,
  falls: [from: number, to: number][],
  index: number,
  toIndex: number,
): void {
  const here = cells.pillars[index] as number
  const there = cells.pillars[toIndex] as number
  for (let word = 0; word < grid.words; word++) {
    for (let left = grid.word(here, STAND, word) & ~grid.word(there, STAND, word); left !== 0; left &= left - 1) {
      const y = word * 32 + 31 - Math.clz32(left & -left)
      const toY = landing(grid, here, y, there)
      if (toY === NOWHERE) continue
      const cell = cellAt(cells, index, y)
      const to = cellAt(cells, toIndex, toY)
      if (isTwoWay(grid, here, y, toY)) join(parents, cell, to)
      else falls.push([cell, to])
    }
  }
}

/** Numbers the regions in the order of their first cells, and finds each one's cell nearest the middle. */
function label(
  column: Column,
  version: number,
  { offsets, heights }: StandCells,
  parents: Uint16Array,
  falls: readonly (readonly [number, number])[],
): Tile {
  const { cx, cz } = column
  const regionOf = new Uint16Array(heights.length)
  const regions: Region[] = []
  const drops = new Map<number, readonly [number, number]>()
  const tile: Tile = { cx, cz, column, version, offsets, heights, regionOf, regions, drops }
  const nearestMiddle: number[] = []
  for (let pillar = 0; pillar < 256; pillar++) {
    const localX = pillar & 15
    const localZ = pillar >> 4
    const away = Math.abs(localX - 8) + Math.abs(localZ - 8)
    for (let cell = offsets[pillar] as number; cell < (offsets[pillar + 1] as number); cell++) {
      const root = rootOf(parents, cell)
      // The root of a region is its first cell: where it is met, the region begins.
      const index = root === cell ? regions.length : (regionOf[root] as number)
      regionOf[cell] = index
      if (away >= (nearestMiddle[index] ?? Number.POSITIVE_INFINITY)) continue
      nearestMiddle[index] = away
      regions[index] = { tile, index, middle: [cx * 16 + localX, heights[cell] as number, cz * 16 + localZ] }
    }
  }
  for (const [cell, below] of falls) {
    const from = regionOf[cell] as number
    const to = regionOf[below] as number
    if (from !== to) drops.set(from * 65536 + to, [from, to])
  }
  return tile
}

function rootOf(parents: Uint16Array, cell: number): number {
  let root = cell
  while (parents[root] !== root) {
    // Halving the way up keeps later questions short.
    parents[root] = parents[parents[root] as number] as number
    root = parents[root] as number
  }
  return root
}

function join(parents: Uint16Array, a: number, b: number): void {
  const rootA = rootOf(parents, a)
  const rootB = rootOf(parents, b)
  if (rootA < rootB) parents[rootB] = rootA
  else parents[rootA] = rootB
}
