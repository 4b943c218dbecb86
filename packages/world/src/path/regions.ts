import type { Column } from '../terrain/column.js'
import { cutTile, type Region, type Tile } from './cut-tile.js'
import { cellAt } from './stand-cells.js'
import { DIRECTION_COUNT, DIRECTION_X, DIRECTION_Z, landing, NOWHERE } from './steps.js'
import type { Survey } from './survey.js'
import type { WalkGrid } from './walk-grid.js'

/** Tiles whose regions are kept; past this many all are forgotten and made again as needed. */
const TILES_KEPT_MAX = 4096

const ANY_REGION = -1

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
    const cell = cellAt(tile, (x & 15) | ((z & 15) << 4), y)
    return cell === -1 ? undefined : regionOfCell(tile, cell)
  }

  /** Calls back for every region of the same tile that a walker in this one can drop into. */
  drops({ tile, index }: Region, visit: (next: Region) => void): void {
    for (const [from, to] of tile.drops.values()) if (from === index) visit(tile.regions[to] as Region)
  }

  /** Calls back for every region beyond one border that a walker in this one can get into, perhaps more than once. */
  exits({ tile, index }: Region, way: number, survey: Survey, visit: (next: Region) => void): void {
    const beside = this.beside(tile, way, survey)
    if (beside !== undefined) this.eachCrossing(tile, beside, way, index, (_from, to) => visit(to))
  }

  /** Calls back for every region from which a walker can get into this one next. */
  entries(region: Region, survey: Survey, visit: (before: Region) => void): void {
    const { tile, index } = region
    for (const [from, to] of tile.drops.values()) if (to === index) visit(tile.regions[from] as Region)
    for (let way = 0; way < DIRECTION_COUNT; way++) {
      const beside = this.beside(tile, way, survey)
      if (beside === undefined) continue
      // Directions come in pairs: the way back differs in the last bit.
      this.eachCrossing(beside, tile, way ^ 1, ANY_REGION, (from, to) => to === region && visit(from))
    }
  }

  private beside({ cx, cz }: Tile, way: number, survey: Survey): Tile | undefined {
    const dx = DIRECTION_X[way] as number
    const dz = DIRECTION_Z[way] as number
    const x = cx * 16 + (dx > 0 ? 16 : dx)
    const z = cz * 16 + (dz > 0 ? 16 : dz)
    return this.grid.isInside(x, z) && survey.admits(x, z) ? this.tileAt(cx + dx, cz + dz) : undefined
  }

  /** Every step from one tile, or one region of it, into the next: the regions it starts and lands in. */
  private eachCrossing(
    tile: Tile,
    next: Tile,
    way: number,
    only: number,
    visit: (from: Region, to: Region) => void,
  ): void {
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
        if (only !== ANY_REGION && tile.regionOf[cell] !== only) continue
        const toY = landing(grid, here, tile.heights[cell] as number, there)
        if (toY === NOWHERE) continue
        const toCell = cellAt(next, ((x + dx) & 15) | (((z + dz) & 15) << 4), toY)
        visit(regionOfCell(tile, cell), regionOfCell(next, toCell))
      }
    }
  }
}

function regionOfCell(tile: Tile, cell: number): Region {
  return tile.regions[tile.regionOf[cell] as number] as Region
}
