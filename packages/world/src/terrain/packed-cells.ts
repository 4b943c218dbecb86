import { type Cells, SECTION_CELLS } from './section.js'

/** Kinds of blocks that fit into half a byte. */
const KINDS_MAX = 16
const BYTES = KINDS_MAX + SECTION_CELLS / 2

/**
 * The cells of a section at half a byte each, for those that nobody reads: the rock below and above where somebody is.
 * The kinds of blocks come first, then two cells to a byte. Sections with more kinds, or with wide ids, stay as they are.
 */
export type PackedCells = Uint8Array & { readonly __packed: true }

/** Number of each kind while a section is packed; 0 for kinds not met yet. */
const numberOf = new Uint8Array(256)

export function packCells(cells: Cells): PackedCells | undefined {
  if (cells instanceof Uint16Array) return undefined
  const packed = new Uint8Array(BYTES)
  let kinds = 0
  const numberFor = (kind: number): number => {
    if (kinds < KINDS_MAX) packed[kinds] = kind
    kinds++
    numberOf[kind] = Math.min(kinds, KINDS_MAX)
    return numberOf[kind]
  }
  for (let i = 0, to = KINDS_MAX; i < SECTION_CELLS; i += 2, to++) {
    const first = cells[i] as number
    const second = cells[i + 1] as number
    const low = (numberOf[first] as number) || numberFor(first)
    const high = (numberOf[second] as number) || numberFor(second)
    packed[to] = (low - 1) | ((high - 1) << 4)
  }
  numberOf.fill(0)
  return kinds > KINDS_MAX ? undefined : (packed as unknown as PackedCells)
}

export function unpackCells(packed: PackedCells): Uint8Array {
  const cells = new Uint8Array(SECTION_CELLS)
  for (let i = 0, from = KINDS_MAX; i < SECTION_CELLS; i += 2, from++) {
    const both = packed[from] as number
    cells[i] = packed[both & 15] as number
    cells[i + 1] = packed[both >> 4] as number
  }
  return cells
}

export function packedCell(packed: PackedCells, index: number): number {
  return packed[((packed[KINDS_MAX + (index >> 1)] as number) >> ((index & 1) << 2)) & 15] as number
}
