import type { Vec3 } from '@clawstead/protocol'
import { NEVER_SEEN, SECTION_BITS, SECTION_EDGE, type SeenSection } from '../perception/seen-map.js'
import { GROUND, type Look, lookOf } from './looks.js'

const MASK = SECTION_EDGE - 1
const AIR = lookOf('AIR')

export type SeenVolumeParts = {
  /** Copies: a picture shows one moment, however long it takes to draw. */
  readonly sections: readonly SeenSection[]
  /** Block names by id. */
  readonly palette: readonly string[]
  /** 0 when the server did not say. */
  readonly worldHeight: number
  /** What lies far from here is left out. */
  readonly center: Vec3
}

/** Farther than any picture reaches. */
const SECTIONS_AWAY_MAX = 8

/** What an agent has seen, ready to be drawn. */
export class SeenVolume {
  readonly worldHeight: number
  readonly #lookById = new Map<number, Look>()
  readonly #palette: readonly string[]
  readonly #sections: (Uint16Array | undefined)[] = []
  /** In sections: lowest corner and extent of the box around all that was seen. */
  readonly #low: Vec3
  readonly #extent: Vec3

  constructor({ sections: all, palette, worldHeight, center }: SeenVolumeParts) {
    this.worldHeight = worldHeight
    this.#palette = palette
    const isNear = ({ at }: SeenSection): boolean =>
      at.every((part, axis) => Math.abs(part - ((center[axis] ?? 0) >> SECTION_BITS)) <= SECTIONS_AWAY_MAX)
    const sections = all.filter(isNear)
    const along = (axis: 0 | 1 | 2): number[] => sections.map(({ at }) => at[axis])
    const [xs, ys, zs] = [along(0), along(1), along(2)]
    this.#low = [least(xs), least(ys), least(zs)]
    this.#extent = [extent(xs), extent(ys), extent(zs)]
    for (const { at, cells } of sections) this.#sections[this.#sectionIndex(at[0], at[1], at[2])] = cells
  }

  /** How a cell looks; undefined when it was never seen. Below the world is ground, above it air. */
  lookAt(x: number, y: number, z: number): Look | undefined {
    if (y < 0) return GROUND
    if (this.worldHeight > 0 && y >= this.worldHeight) return AIR
    const cells = this.#sections[this.#sectionIndex(x >> SECTION_BITS, y >> SECTION_BITS, z >> SECTION_BITS)]
    if (cells === undefined) return undefined
    const id = cells[((((y & MASK) << SECTION_BITS) | (z & MASK)) << SECTION_BITS) | (x & MASK)] ?? NEVER_SEEN
    return id === NEVER_SEEN ? undefined : this.#lookOfId(id)
  }

  /** Lowest and highest layer in which anything can have been seen. */
  get layers(): { readonly lowest: number; readonly highest: number } {
    const lowest = this.#low[1] * SECTION_EDGE
    return { lowest: Math.max(lowest, 0), highest: lowest + this.#extent[1] * SECTION_EDGE - 1 }
  }

  /** True when something was seen farther than so many cells from a column, along x or z. */
  reachesBeyond({ x, z }: { readonly x: number; readonly z: number }, cells: number): boolean {
    for (const [index, section] of this.#sections.entries()) {
      if (section === undefined) continue
      const [width, , depth] = this.#extent
      const west = (this.#low[0] + (index % width)) * SECTION_EDGE
      const north = (this.#low[2] + (Math.floor(index / width) % depth)) * SECTION_EDGE
      for (let cell = 0; cell < section.length; cell++) {
        if (section[cell] === NEVER_SEEN) continue
        const [dx, dz] = [west + (cell & MASK) - x, north + ((cell >> SECTION_BITS) & MASK) - z]
        if (dx < -cells || dx >= cells || dz < -cells || dz >= cells) return true
      }
    }
    return false
  }

  #lookOfId(id: number): Look {
    let look = this.#lookById.get(id)
    if (look === undefined) {
      look = lookOf(this.#palette[id] ?? `BLOCK_${id}`)
      this.#lookById.set(id, look)
    }
    return look
  }

  /** -1 outside of the box. */
  #sectionIndex(sx: number, sy: number, sz: number): number {
    const [x, y, z] = [sx - this.#low[0], sy - this.#low[1], sz - this.#low[2]]
    const [width, height, depth] = this.#extent
    if (x < 0 || y < 0 || z < 0 || x >= width || y >= height || z >= depth) return -1
    return (y * depth + z) * width + x
  }
}

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), values[0] ?? 0)
const extent = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((a, b) => Math.max(a, b)) - least(values) + 1
