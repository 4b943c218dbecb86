import { type Cells, SECTION_CELLS, type Section } from '../section.js'

/** Cells of one layer of a column. */
export const LAYER_CELLS = 256

/**
 * One column while it is being made: every cell in one array (x + 16 z + 256 y), used again for the next
 * column, so that generating leaves no garbage but the sections themselves.
 */
export class Canvas {
  readonly cells: Cells
  readonly sectionCount: number

  constructor(
    readonly height: number,
    blockIdMax: number,
  ) {
    this.sectionCount = Math.max(1, Math.ceil(height / 16))
    const size = this.sectionCount * SECTION_CELLS
    this.cells = blockIdMax > 255 ? new Uint16Array(size) : new Uint8Array(size)
  }

  /** Fills whole layers, `from` included, `to` not. */
  fillLayers(from: number, to: number, id: number): void {
    this.cells.fill(id, from * LAYER_CELLS, to * LAYER_CELLS)
  }

  /** The finished sections, free of this canvas. */
  sections(): Section[] {
    const list: Section[] = []
    for (let sy = 0; sy < this.sectionCount; sy++) list.push(this.section(sy * SECTION_CELLS))
    return list
  }

  private section(start: number): Section {
    const { cells } = this
    const first = cells[start] as number
    for (let i = start + SECTION_CELLS - 1; i > start; i--) {
      if (cells[i] !== first) return cells.slice(start, start + SECTION_CELLS)
    }
    return first
  }
}
