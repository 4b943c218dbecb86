import type { Lanes } from '../math/hash.js'
import { highTerm, lowTerm, placeHash } from './cell-hash.js'
import { Column, JOURNAL_CELLS_MAX } from './column.js'
import type { Generator } from './generator.js'
import { type Cells, cellIndex, createCells, type Section, widenCells } from './section.js'

/** A written section that is kept while the rest of its column is dropped. */
export interface KeptSection {
  readonly cx: number
  readonly cz: number
  readonly sy: number
  readonly section: Section
}

/** Columns that stay in memory whether somebody needs them or not. */
const COLUMNS_KEPT_MAX = 2048
/** Past that, a column goes when nobody looked at it for this long. */
const UNUSED_TICKS = 300
const TRIM_EVERY_TICKS = 64

/**
 * Every block of a world. Columns come into being when first read and may be dropped at any time:
 * what was never written is generated again, what was written is kept. The digest counts only
 * differences from the generated form, cell by cell, so loading and dropping cannot change it.
 */
export class Terrain {
  readonly sectionCount: number
  /** Sum over all cells of hash(cell, block) - hash(cell, generated block). */
  readonly digest: Lanes = { lo: 0, hi: 0 }
  private readonly columns = new Map<number, Column>()
  private readonly kept = new Map<number, KeptSection[]>()
  private recent: Column | undefined
  /** The last version given to a column. Shared by all, so that a dropped column never comes back under an old one. */
  private versions = 0
  /** Columns written in the current tick. */
  readonly written = new Set<Column>()
  tick = 0

  constructor(
    public generator: Generator,
    readonly height: number,
    readonly boundary: number,
  ) {
    this.sectionCount = Math.max(1, Math.ceil(height / 16))
  }

  get loadedCount(): number {
    return this.columns.size
  }

  isInside(x: number, z: number): boolean {
    const r = this.boundary
    return x >= -r && x <= r && z >= -r && z <= r
  }

  /** The block at a cell; air outside the world. What carries a body below y = 0 is a question for `isSolid`. */
  blockAt(x: number, y: number, z: number): number {
    if (y < 0 || y >= this.height || !this.isInside(x, z)) return 0
    return this.columnAt(x >> 4, z >> 4).blockAt(x & 15, y, z & 15)
  }

  columnAt(cx: number, cz: number): Column {
    const recent = this.recent
    if (recent !== undefined && recent.cx === cx && recent.cz === cz) {
      recent.usedTick = this.tick
      return recent
    }
    const key = columnKey(cx, cz)
    let column = this.columns.get(key)
    if (column === undefined) {
      column = this.load(cx, cz, key)
      this.columns.set(key, column)
    }
    column.usedTick = this.tick
    this.recent = column
    return column
  }

  /** A column if it is in memory; never generates. */
  loadedColumn(cx: number, cz: number): Column | undefined {
    return this.columns.get(columnKey(cx, cz))
  }

  loadedColumns(): IterableIterator<Column> {
    return this.columns.values()
  }

  /** Writes one cell that must be inside the world; returns what stood there. */
  setBlock(x: number, y: number, z: number, id: number): number {
    const column = this.columnAt(x >> 4, z >> 4)
    const sy = y >> 4
    const old = column.blockAt(x & 15, y, z & 15)
    if (old === id) return old
    const cells = this.writable(column, sy, id)
    cells[cellIndex(x, y, z)] = id
    this.addDifference(x, y, z, old, id)
    column.noteHeight(x & 15, y, z & 15, id === 0)
    this.noteWrite(column, (x & 15) | ((z & 15) << 4) | (y << 8))
    return old
  }

  /** The cells of a section, ready to be written: unshared, and wide enough for `id`. */
  writable(column: Column, sy: number, id: number): Cells {
    const bit = 1 << sy
    const section = column.section(sy)
    let cells: Cells
    if (typeof section === 'number') cells = createCells(section, id)
    else if (id > 255 && section instanceof Uint8Array) cells = widenCells(section)
    else if (column.shared & bit) cells = section.slice()
    else cells = section
    column.setSection(sy, cells)
    column.shared &= ~bit
    column.touched |= bit
    return cells
  }

  noteWrite(column: Column, cell: number): void {
    this.noteChange(column)
    if (column.journal.length < JOURNAL_CELLS_MAX) column.journal.push(cell)
    else column.journalOverflow = true
  }

  /** Marks a column as changed everywhere, after a bulk write. */
  noteBulkWrite(column: Column): void {
    this.noteChange(column)
    column.journalOverflow = true
  }

  private noteChange(column: Column): void {
    if (!this.written.has(column)) {
      this.written.add(column)
      column.versionBefore = column.version
    }
    column.version = ++this.versions
  }

  addDifference(x: number, y: number, z: number, old: number, id: number): void {
    const place = placeHash(x, y, z)
    this.addTerms(lowTerm(place, id) - lowTerm(place, old), highTerm(place, id) - highTerm(place, old))
  }

  /** Adds what a bulk write summed up by itself. */
  addTerms(low: number, high: number): void {
    this.digest.lo = (this.digest.lo + low) >>> 0
    this.digest.hi = (this.digest.hi + high) >>> 0
  }

  /** Begins a tick: what was written before is no longer news. */
  beginTick(tick: number): void {
    this.tick = tick
    for (const column of this.written) {
      column.journal = []
      column.journalOverflow = false
    }
    this.written.clear()
    if (tick % TRIM_EVERY_TICKS === 0) this.trim()
  }

  /** Drops columns nobody looked at for a while, once there are many. */
  private trim(): void {
    if (this.columns.size <= COLUMNS_KEPT_MAX) return
    for (const { cx, cz, usedTick } of this.columns.values()) {
      if (usedTick < this.tick - UNUSED_TICKS) this.evict(cx, cz)
    }
  }

  /** Drops a column from memory; what was written in it is kept. */
  evict(cx: number, cz: number): void {
    const key = columnKey(cx, cz)
    const column = this.columns.get(key)
    if (column === undefined || this.written.has(column)) return
    if (column.touched) {
      this.kept.set(
        key,
        column.touchedSections().map(({ sy, section }) => ({ cx, cz, sy, section })),
      )
    }
    this.columns.delete(key)
    if (this.recent === column) this.recent = undefined
  }

  /** Everything that was written, in a fixed order, safe to read while the world goes on. */
  share(): KeptSection[] {
    const list: KeptSection[] = [...this.kept.values()].flat()
    for (const column of this.columns.values()) {
      for (const { sy, section } of column.touchedSections()) {
        column.shared |= 1 << sy
        list.push({ cx: column.cx, cz: column.cz, sy, section })
      }
    }
    return list.sort((a, b) => a.cx - b.cx || a.cz - b.cz || a.sy - b.sy)
  }

  /** Takes over saved sections; only before anything was read. */
  adopt(sections: readonly KeptSection[], digest: Lanes): void {
    for (const saved of sections) {
      const key = columnKey(saved.cx, saved.cz)
      const list = this.kept.get(key) ?? []
      list.push(saved)
      this.kept.set(key, list)
    }
    this.digest.lo = digest.lo
    this.digest.hi = digest.hi
  }

  /** Forgets every block, written ones too: what is read from here on is what another generator makes. */
  regrow(generator: Generator): void {
    this.generator = generator
    this.columns.clear()
    this.kept.clear()
    this.written.clear()
    this.recent = undefined
    this.digest.lo = 0
    this.digest.hi = 0
  }

  private load(cx: number, cz: number, key: number): Column {
    const sections = this.generator.generate(cx, cz)
    const kept = this.kept.get(key)
    let touched = 0
    if (kept !== undefined) {
      for (const { sy, section } of kept) {
        sections[sy] = section
        touched |= 1 << sy
      }
      this.kept.delete(key)
    }
    const column = new Column(cx, cz, sections, touched)
    column.version = ++this.versions
    // A kept section may still be read by a snapshot: copying before the first write is cheap, a torn snapshot is not.
    column.shared = touched
    return column
  }
}

/** Columns up to 16384 chunks from the origin in each direction get their own small-integer key. */
function columnKey(cx: number, cz: number): number {
  return ((cx & 0x7fff) << 15) | (cz & 0x7fff)
}
