import type { VoxelCube } from '@clawstead/client'
import { cubeIndex, type Vec3 } from '@clawstead/protocol'
import { SEEN_SECTIONS_MAX } from '../limits.js'

export const SECTION_EDGE = 16
export const SECTION_BITS = 4
export const NEVER_SEEN = 0xffff
const EDGE = SECTION_EDGE
const EDGE_BITS = SECTION_BITS

/** Cells of one section: y slowest, x fastest. What was not seen is NEVER_SEEN. */
export type SeenSection = { readonly at: Vec3; readonly cells: Uint16Array }

/**
 * What an agent has seen of its world, beyond the cube it sees now. Kept in sections of 16 cells each way; the longest
 * unvisited are forgotten first, so a session stays small however far it walks.
 */
export class SeenMap {
  /** In order of use: a section that is seen again moves to the end. */
  readonly #sectionByKey = new Map<string, Uint16Array>()
  readonly #sectionsMax: number
  #worldId: string | undefined
  #center: Vec3 | undefined

  constructor(sectionsMax: number = SEEN_SECTIONS_MAX) {
    this.#sectionsMax = sectionsMax
  }

  /** Remember a cube. Another world begins with an empty map. */
  learn(cube: VoxelCube, worldId: string | undefined): void {
    if (worldId !== this.#worldId) this.#sectionByKey.clear()
    this.#worldId = worldId
    this.#center = cube.center
    const { center, radius } = cube
    const [from, to] = [center.map((at) => at - radius), center.map((at) => at + radius)]
    const sections = (axis: number): number[] => between((from[axis] ?? 0) >> EDGE_BITS, (to[axis] ?? 0) >> EDGE_BITS)
    for (const sy of sections(1))
      for (const sz of sections(2)) for (const sx of sections(0)) this.#fill([sx, sy, sz], cube)
    this.#forget()
  }

  /** True when the last cube learned was around this cell. */
  isCurrent(center: Vec3, worldId: string | undefined): boolean {
    return worldId === this.#worldId && this.#center !== undefined && String(center) === String(this.#center)
  }

  /** Block id at a cell; undefined when it was never seen or is forgotten. */
  idAt([x, y, z]: Vec3): number | undefined {
    const section = this.#sectionByKey.get(`${x >> EDGE_BITS},${y >> EDGE_BITS},${z >> EDGE_BITS}`)
    const id = section?.[cellIndex(x, y, z)] ?? NEVER_SEEN
    return id === NEVER_SEEN ? undefined : id
  }

  /** Copies of all that is known, so that later steps change nothing in them. */
  sections(): SeenSection[] {
    return Array.from(this.#sectionByKey, ([key, section]) => {
      const [x = 0, y = 0, z = 0] = key.split(',').map(Number)
      return { at: [x, y, z] as const, cells: section.slice() }
    })
  }

  /** Every known cell whose id is wanted. */
  *cellsOf(wanted: ReadonlySet<number>): Generator<{ readonly at: Vec3; readonly id: number }> {
    for (const [key, section] of this.#sectionByKey) {
      const [sx = 0, sy = 0, sz = 0] = key.split(',').map(Number)
      for (const [index, id] of section.entries()) {
        if (id === NEVER_SEEN || !wanted.has(id)) continue
        const [x, y, z] = [index & (EDGE - 1), index >> (2 * EDGE_BITS), (index >> EDGE_BITS) & (EDGE - 1)]
        yield { at: [sx * EDGE + x, sy * EDGE + y, sz * EDGE + z], id }
      }
    }
  }

  /** The part of a cube that lies in one section. */
  #fill([sx, sy, sz]: Vec3, { center: [cx, cy, cz], radius, cells }: VoxelCube): void {
    const key = `${sx},${sy},${sz}`
    const section = this.#sectionByKey.get(key) ?? new Uint16Array(EDGE ** 3).fill(NEVER_SEEN)
    this.#sectionByKey.delete(key)
    this.#sectionByKey.set(key, section)
    const within = (first: number, center: number): number[] =>
      between(Math.max(first * EDGE, center - radius), Math.min(first * EDGE + EDGE - 1, center + radius))
    const [xs, ys, zs] = [within(sx, cx), within(sy, cy), within(sz, cz)]
    for (const y of ys)
      for (const z of zs)
        for (const x of xs) {
          section[cellIndex(x, y, z)] = cells[cubeIndex(x - cx, y - cy, z - cz, radius)] ?? NEVER_SEEN
        }
  }

  #forget(): void {
    for (const key of this.#sectionByKey.keys()) {
      if (this.#sectionByKey.size <= this.#sectionsMax) return
      this.#sectionByKey.delete(key)
    }
  }
}

/** The whole numbers from one to another, both included. */
function between(from: number, to: number): number[] {
  return Array.from({ length: Math.max(to - from + 1, 0) }, (_, index) => from + index)
}

function cellIndex(x: number, y: number, z: number): number {
  const mask = EDGE - 1
  return ((((y & mask) << EDGE_BITS) | (z & mask)) << EDGE_BITS) | (x & mask)
}
