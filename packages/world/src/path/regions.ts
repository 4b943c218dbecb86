import type { Vec3 } from '@clawstead/protocol'
import type { Column } from '../terrain/column.js'
import { canClimbUp, DIRECTION_COUNT, DIRECTION_X, DIRECTION_Z, isTwoWay, landing, NOWHERE } from './steps.js'
import type { WalkGrid } from './walk-grid.js'

/** Tiles whose regions are kept; past this many all are forgotten and made again as needed. */
const TILES_KEPT_MAX = 4096

/** A part of a tile in which every cell can be reached from every other without leaving the tile. */
export interface Region {
  readonly tile: Tile
  readonly index: number
  /** A cell of it near the middle of the tile. */
  readonly middle: Vec3
}

/** One 16x16 column, cut into regions. */
export interface Tile {
  readonly cx: number
  readonly cz: number
  readonly column: Column
  readonly version: number
  /** Cells of pillar p are those from `offsets[p]` to `offsets[p + 1]`, bottom to top. */
  readonly offsets: Uint16Array
  readonly heights: Uint8Array
  readonly regionOf: Uint16Array
  readonly regions: readonly Region[]
  /** Ways down inside the tile that lead to another region and not back, as pairs of region numbers. */
  readonly drops: ReadonlyMap<number, readonly [from: number, to: number]>
}

/** The regions of a world, made tile by tile when first asked for. Only a cache. */
export class RegionMap {
  private tiles = new WeakMap<Column, Tile>()
  private tileCount = 0

  constructor(private readonly grid: WalkGrid) {}

  /** Between ticks only: while a search goes on, a region must stay the same object. */
  refresh(): void {
    if (this.tileCount <= TILES_KEPT_MAX) return
    this.tiles = new WeakMap()
    this.tileCount = 0
  }

  isInside(x: number, z: number): boolean {
    return this.grid.isInside(x, z)
  }

  tileAt(cx: number, cz: number): Tile {
    const { column, version } = this.grid.versionOf(cx, cz)
    const known = this.tiles.get(column)
    if (known !== undefined && known.version === version) return known
    const tile = cutTile(this.grid, column, version)
    this.tiles.set(column, tile)
    this.tileCount++
    return tile
  }

  /** The region of a cell one can stand in. */
  regionAt(x: number, y: number, z: number): Region | undefined {
    const tile = this.tileAt(x >> 4, z >> 4)
    const cell = cellOf(tile, (x & 15) | ((z & 15) << 4), y)
    return cell === -1 ? undefined : regionOfCell(tile, cell)
  }

  /** Calls back for every region that a walker in this one can get into next, perhaps more than once. */
  exits(region: Region, visit: (next: Region) => void): void {
    const { tile, index } = region
    for (const [from, to] of tile.drops.values()) if (from === index) visit(tile.regions[to] as Region)
    for (let way = 0; way < DIRECTION_COUNT; way++) {
      const beside = this.beside(tile, way)
      if (beside !== undefined) this.eachCrossing(tile, beside, way, (from, to) => from === region && visit(to))
    }
  }

  /** Calls back for every region from which a walker can get into this one next. */
  entries(region: Region, visit: (before: Region) => void): void {
    const { tile, index } = region
    for (const [from, to] of tile.drops.values()) if (to === index) visit(tile.regions[from] as Region)
    for (let way = 0; way < DIRECTION_COUNT; way++) {
      const beside = this.beside(tile, way)
      // Directions come in pairs: the way back differs in the last bit.
      if (beside !== undefined) this.eachCrossing(beside, tile, way ^ 1, (from, to) => to === region && visit(from))
    }
  }

  private beside({ cx, cz }: Tile, way: number): Tile | undefined {
    const dx = DIRECTION_X[way] as number
    const dz = DIRECTION_Z[way] as number
    const isInWorld = this.grid.isInside(cx * 16 + (dx > 0 ? 16 : dx), cz * 16 + (dz > 0 ? 16 : dz))
    return isInWorld ? this.tileAt(cx + dx, cz + dz) : undefined
  }

  /** Every step from one tile into the next: the regions it starts and lands in. */
  private eachCrossing(tile: Tile, next: Tile, way: number, visit: (from: Region, to: Region) => void): void {
    const { grid } = this
    const dx = DIRECTION_X[way] as number
    const dz = DIRECTION_Z[way] as number
    const edge = dx + dz > 0 ? 15 : 0
    for (let i = 0; i < 16; i++) {
      const localX = dx === 0 ? i : edge
      const localZ = dx === 0 ? edge : i
      const index = localX | (localZ << 4)
      const x = tile.cx * 16 + localX
      const z = tile.cz * 16 + localZ
      const first = tile.offsets[index] as number
      const end = tile.offsets[index + 1] as number
      if (first === end) continue
      const here = grid.pillar(x, z)
      const there = grid.pillar(x + dx, z + dz)
      for (let cell = first; cell < end; cell++) {
        const toY = landing(grid, here, tile.heights[cell] as number, there)
        if (toY === NOWHERE) continue
        const toCell = cellOf(next, ((x + dx) & 15) | (((z + dz) & 15) << 4), toY)
        visit(regionOfCell(tile, cell), regionOfCell(next, toCell))
      }
    }
  }
}

function regionOfCell(tile: Tile, cell: number): Region {
  return tile.regions[tile.regionOf[cell] as number] as Region
}

function cellOf({ offsets, heights }: CellList, pillar: number, y: number): number {
  const end = offsets[pillar + 1] as number
  for (let cell = offsets[pillar] as number; cell < end; cell++) if (heights[cell] === y) return cell
  return -1
}

/** Joins the cells of a tile that can be walked between both ways, and notes the drops that are left over. */
function cutTile(grid: WalkGrid, column: Column, version: number): Tile {
  const cells = cellsOf(grid, column)
  const parents = Uint16Array.from(cells.heights, (_, cell) => cell)
  const falls: [from: number, to: number][] = []
  const { offsets, heights } = cells
  for (let index = 0; index < 256; index++) {
    const first = offsets[index] as number
    const end = offsets[index + 1] as number
    if (first === end) continue
    const localX = index & 15
    const localZ = index >> 4
    const here = grid.pillar(column.cx * 16 + localX, column.cz * 16 + localZ)
    for (let cell = first; cell < end; cell++)
      if (canClimbUp(grid, here, heights[cell] as number)) join(parents, cell, cell + 1)
    for (let way = 0; way < DIRECTION_COUNT; way++) {
      const toX = localX + (DIRECTION_X[way] as number)
      const toZ = localZ + (DIRECTION_Z[way] as number)
      if ((toX | toZ) & ~15) continue
      const there = grid.pillar(column.cx * 16 + toX, column.cz * 16 + toZ)
      for (let cell = first; cell < end; cell++) {
        const y = heights[cell] as number
        const toY = landing(grid, here, y, there)
        if (toY === NOWHERE) continue
        const to = cellOf(cells, toX | (toZ << 4), toY)
        if (isTwoWay(grid, here, y, toY)) join(parents, cell, to)
        else falls.push([cell, to])
      }
    }
  }
  return label(column, version, cells, parents, falls)
}

interface CellList {
  readonly offsets: Uint16Array
  readonly heights: Uint8Array
}

function cellsOf(grid: WalkGrid, { cx, cz }: Column): CellList {
  const heights: number[] = []
  const counts = new Uint16Array(257)
  grid.eachStanding(cx, cz, (pillar, y) => {
    heights.push(y)
    counts[pillar + 1] = (counts[pillar + 1] as number) + 1
  })
  for (let pillar = 1; pillar <= 256; pillar++)
    counts[pillar] = (counts[pillar] as number) + (counts[pillar - 1] as number)
  return { offsets: counts, heights: Uint8Array.from(heights) }
}

/** Numbers the regions in the order of their first cells, and finds each one's cell nearest the middle. */
function label(
  column: Column,
  version: number,
  { offsets, heights }: CellList,
  parents: Uint16Array,
  falls: readonly (readonly [number, number])[],
): Tile {
  const { cx, cz } = column
  const regionOf = new Uint16Array(heights.length)
  const regions: Region[] = []
  const drops = new Map<number, readonly [number, number]>()
  const tile: Tile = { cx, cz, column, version, offsets, heights, regionOf, regions, drops }
  const numberByRoot = new Map<number, number>()
  const nearestMiddle: number[] = []
  for (let pillar = 0; pillar < 256; pillar++) {
    const localX = pillar & 15
    const localZ = pillar >> 4
    const away = Math.abs(localX - 8) + Math.abs(localZ - 8)
    for (let cell = offsets[pillar] as number; cell < (offsets[pillar + 1] as number); cell++) {
      const root = rootOf(parents, cell)
      const index = numberByRoot.get(root) ?? numberByRoot.size
      numberByRoot.set(root, index)
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
