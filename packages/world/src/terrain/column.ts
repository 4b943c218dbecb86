import { type PackedCells, packCells, packedCell, unpackCells } from './packed-cells.js'
import { type Cells, SECTION_SIDE, type Section } from './section.js'

/** Changes remembered per column and tick; past this many the column counts as changed everywhere. */
export const JOURNAL_CELLS_MAX = 1024

/** A 16x16 stack of sections, the unit that is generated, kept and dropped. */
export class Column {
  /** Highest cell that is not air plus one, per x + 16 z; 0 for an empty column. */
  readonly heights: Uint16Array
  /** Bit per section whose cells a snapshot still reads: copied before the next write. */
  shared = 0
  /** Grows with every change and every loading, so a reader can tell whether what it cached still holds. */
  version = 0
  /** The version it had before the first change of the current tick; means nothing until there was one. */
  versionBefore = 0
  /** Cells written in the current tick (x + 16 z + 256 y), oldest first. */
  journal: number[] = []
  journalOverflow = false
  /** Tick of last use, for eviction. */
  usedTick = 0

  /** From the bottom up; undefined for one that is packed. */
  private readonly open: (Section | undefined)[]
  private readonly packed: (PackedCells | undefined)[]

  /** `touched`: a bit per section that was written since it was generated. Those are state; the rest can be made again. */
  constructor(
    readonly cx: number,
    readonly cz: number,
    sections: Section[],
    public touched = 0,
  ) {
    this.heights = new Uint16Array(SECTION_SIDE * SECTION_SIDE)
    this.open = sections
    this.packed = sections.map(() => undefined)
    this.measureHeights()
    for (let sy = 0; sy < sections.length; sy++) if ((touched & (1 << sy)) === 0) this.pack(sy)
  }

  get sectionCount(): number {
    return this.open.length
  }

  section(sy: number): Section {
    return this.open[sy] ?? this.unpack(sy)
  }

  setSection(sy: number, section: Section): void {
    this.open[sy] = section
    this.packed[sy] = undefined
  }

  /** The block of all cells of a section; undefined when they differ. */
  uniformBlock(sy: number): number | undefined {
    const section = this.open[sy]
    return typeof section === 'number' ? section : undefined
  }

  /** One cell of a section, which stays packed if it is: for those who look once at many. */
  peek(sy: number, index: number): number {
    const section = this.open[sy]
    if (typeof section === 'number') return section
    return section === undefined ? packedCell(this.packed[sy] as PackedCells, index) : (section[index] as number)
  }

  blockAt(localX: number, y: number, localZ: number): number {
    const section = this.section(y >> 4)
    return typeof section === 'number' ? section : (section[localX | (localZ << 4) | ((y & 15) << 8)] as number)
  }

  private pack(sy: number): void {
    const section = this.open[sy]
    if (section === undefined || typeof section === 'number') return
    const packed = packCells(section)
    if (packed === undefined) return
    this.packed[sy] = packed
    this.open[sy] = undefined
  }

  private unpack(sy: number): Section {
    const cells = unpackCells(this.packed[sy] as PackedCells)
    this.setSection(sy, cells)
    return cells
  }

  /** The touched sections, for saving. */
  touchedSections(): { sy: number; section: Section }[] {
    const list: { sy: number; section: Section }[] = []
    for (let sy = 0; sy < this.sectionCount; sy++) {
      if (this.touched & (1 << sy)) list.push({ sy, section: this.section(sy) })
    }
    return list
  }

  heightAt(localX: number, localZ: number): number {
    return this.heights[localX | (localZ << 4)] as number
  }

  /** Keeps the height map true after one cell changed. */
  noteHeight(localX: number, y: number, localZ: number, isAir: boolean): void {
    const i = localX | (localZ << 4)
    const top = this.heights[i] as number
    if (!isAir) {
      if (y >= top) this.heights[i] = y + 1
      return
    }
    if (y !== top - 1) return
    let below = y
    while (below > 0 && this.blockAt(localX, below - 1, localZ) === 0) below--
    this.heights[i] = below
  }

  /** Measures the height map anew, after many cells changed at once. */
  measureHeights(): void {
    const { heights } = this
    heights.fill(0)
    let left = heights.length
    for (let sy = this.sectionCount - 1; sy >= 0 && left > 0; sy--) {
      const section = this.section(sy)
      if (section === 0) continue
      if (typeof section === 'number') {
        for (let i = 0; i < heights.length; i++) if (heights[i] === 0) heights[i] = sy * 16 + 16
        return
      }
      left -= scanSection(section, sy, heights)
    }
  }
}

/** Fills in the columns that end in this section; returns how many did. */
function scanSection(cells: Cells, sy: number, heights: Uint16Array): number {
  let found = 0
  for (let i = 0; i < 256; i++) {
    if (heights[i] !== 0) continue
    for (let y = 15; y >= 0; y--) {
      if (cells[i | (y << 8)] !== 0) {
        heights[i] = sy * 16 + y + 1
        found++
        break
      }
    }
  }
  return found
}
