import { randomInt } from 'node:crypto'
import type { World } from '@clawstead/world'
import type { MapPart, MapTile } from '../world-runner.js'
import { COLUMN_SURFACE_BYTES, surfaceOf } from './surface.js'

/** Columns on an edge of a tile. */
export const TILE_COLUMNS = 8
/** Columns whose surface is remembered: 4 MiB of them. */
const COLUMNS_KNOWN_MAX = 4_096
/** Tiles that may be asked for and not answered yet. */
const TILES_WAITING_MAX = 64
/** Work in one go, and the rest after it: ticks come first, and looking never takes more than half of a thread. */
const WORK_MS = 4
const REST_MS = 4
const EPOCH_MAX = 2 ** 32 - 1

interface Known {
  /** The column's own version when it was last looked at. */
  columnVersion: number
  /** Grows whenever some column looks different. */
  readonly version: number
  readonly bytes: Uint8Array
}

/**
 * A world seen from above, in tiles. Each column is looked at again only when it was written, and only those that look
 * different since the asker last asked are told. Columns nobody needs are made, looked at and dropped, so that a
 * visitor's wandering eye fills no memory and changes no outcome.
 */
export class SurfaceMap {
  /** Versions of one epoch can be compared; another one begins with every start of the world. */
  private readonly epoch = randomInt(EPOCH_MAX)
  private version = 0
  private readonly knownByColumn = new Map<string, Known>()
  private generator: unknown
  private waiting = 0
  private turn: Promise<unknown> = Promise.resolve()

  constructor(private readonly world: World) {
    this.generator = world.terrain.generator
  }

  /** What changed in a tile since an earlier answer, or all of it. Nothing when too many ask. */
  read(tile: MapTile): Promise<MapPart | undefined> {
    if (this.waiting >= TILES_WAITING_MAX) return Promise.resolve(undefined)
    this.waiting++
    // Whoever looks on must never bring a world down: what cannot be looked at now is not told.
    const part = this.turn.then(() => this.look(tile)).catch(() => undefined)
    this.turn = part.then(() => this.waiting--)
    return part
  }

  private async look({ x, z, since }: MapTile): Promise<MapPart> {
    const { terrain } = this.world
    const sinceVersion = since?.epoch === this.epoch ? since.version : 0
    const columns: { index: number; known: Known }[] = []
    let turnMs = performance.now()
    for (let index = 0; index < TILE_COLUMNS * TILE_COLUMNS; index++) {
      if (performance.now() - turnMs > WORK_MS) {
        await new Promise((resolve) => setTimeout(resolve, REST_MS))
        turnMs = performance.now()
      }
      // A world that was rebuilt is another country.
      if (terrain.generator !== this.generator) {
        this.generator = terrain.generator
        this.knownByColumn.clear()
      }
      const known = this.know(
        x * TILE_COLUMNS + (index % TILE_COLUMNS),
        z * TILE_COLUMNS + Math.floor(index / TILE_COLUMNS),
      )
      if (known.version > sinceVersion) columns.push({ index, known })
    }
    const bytes = new Uint8Array(columns.length * (1 + COLUMN_SURFACE_BYTES))
    for (const [at, { index, known }] of columns.entries()) {
      bytes[at * (1 + COLUMN_SURFACE_BYTES)] = index
      bytes.set(known.bytes, at * (1 + COLUMN_SURFACE_BYTES) + 1)
    }
    return { mark: { epoch: this.epoch, version: this.version }, columns: columns.length, bytes }
  }

  private know(cx: number, cz: number): Known {
    const { terrain } = this.world
    const key = `${cx} ${cz}`
    const before = this.knownByColumn.get(key)
    const loaded = terrain.loadedColumn(cx, cz)
    // What is not in memory cannot have been written since it was.
    if (before !== undefined && (loaded === undefined || loaded.version === before.columnVersion)) {
      return this.remember(key, before)
    }
    const column = loaded ?? terrain.columnAt(cx, cz)
    const bytes = surfaceOf(column, this.world)
    if (loaded === undefined) terrain.evict(cx, cz)
    if (before !== undefined && Buffer.compare(before.bytes, bytes) === 0) {
      before.columnVersion = column.version
      return this.remember(key, before)
    }
    return this.remember(key, { columnVersion: column.version, version: ++this.version, bytes })
  }

  /** The one that was looked at longest ago is forgotten first. */
  private remember(key: string, known: Known): Known {
    this.knownByColumn.delete(key)
    this.knownByColumn.set(key, known)
    if (this.knownByColumn.size > COLUMNS_KNOWN_MAX) {
      const [oldest] = this.knownByColumn.keys()
      if (oldest !== undefined) this.knownByColumn.delete(oldest)
    }
    return known
  }
}
