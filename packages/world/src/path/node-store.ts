import { mix32 } from '../math/hash.js'

/** Cells one search can know at most. */
export const NODES_MAX = 1 << 15
const TABLE_SIZE = NODES_MAX * 2
const TABLE_MASK = TABLE_SIZE - 1

/** Cells are numbered within a window of this many blocks to each side of the start. */
export const WINDOW_BLOCKS = 1023

/** The cells a search has met, found by place. Emptied in no time, so that a short search stays short. */
export class NodeStore {
  readonly key = new Int32Array(NODES_MAX)
  readonly cost = new Int32Array(NODES_MAX)
  readonly parent = new Int32Array(NODES_MAX)
  readonly isClosed = new Uint8Array(NODES_MAX)
  count = 0
  private readonly table = new Int32Array(TABLE_SIZE)
  private readonly stamps = new Uint32Array(TABLE_SIZE)
  private stamp = 0

  clear(): void {
    this.count = 0
    this.stamp++
    if (this.stamp > 0xffff_fff0) {
      this.stamps.fill(0)
      this.stamp = 1
    }
  }

  /** The number of a cell, new ones with cost -1. */
  at(key: number): number {
    const { table, stamps, stamp } = this
    let slot = mix32(key) & TABLE_MASK
    while (stamps[slot] === stamp) {
      const node = table[slot] as number
      if (this.key[node] === key) return node
      slot = (slot + 1) & TABLE_MASK
    }
    const node = this.count++
    stamps[slot] = stamp
    table[slot] = node
    this.key[node] = key
    this.cost[node] = -1
    this.isClosed[node] = 0
    return node
  }
}

/** A cell as one number, relative to where the search began. */
export function packCell(dx: number, y: number, dz: number): number {
  return ((dx + WINDOW_BLOCKS) << 20) | ((dz + WINDOW_BLOCKS) << 9) | y
}

export function packedX(key: number): number {
  return (key >>> 20) - WINDOW_BLOCKS
}

export function packedY(key: number): number {
  return key & 0x1ff
}

export function packedZ(key: number): number {
  return ((key >>> 9) & 0x7ff) - WINDOW_BLOCKS
}
