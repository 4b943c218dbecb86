import type { World } from '@clawstead/world'

type Generator = World['terrain']['generator']

/** How one block looks. */
export interface Look {
  readonly name: string
  readonly color: readonly [number, number, number]
  readonly shape: 'none' | 'cube' | 'plant' | 'fluid'
  readonly light: number
}

export interface Bounds {
  readonly x0: number
  readonly z0: number
  readonly x1: number
  readonly z1: number
}

const NOTHING: Look = { name: 'AIR', color: [0, 0, 0], shape: 'none', light: 0 }

/** A box of generated blocks, ready to be looked at. */
export class Volume {
  readonly sizeX: number
  readonly sizeZ: number
  readonly cells: Uint8Array
  /** y above the highest cell that is not air. */
  private readonly tops: Uint8Array

  constructor(
    generator: Generator,
    readonly height: number,
    readonly bounds: Bounds,
    readonly looks: readonly Look[],
  ) {
    this.sizeX = bounds.x1 - bounds.x0
    this.sizeZ = bounds.z1 - bounds.z0
    this.cells = new Uint8Array(this.sizeX * this.sizeZ * height)
    this.tops = new Uint8Array(this.sizeX * this.sizeZ)
    for (let cz = bounds.z0 >> 4; cz <= (bounds.z1 - 1) >> 4; cz++) {
      for (let cx = bounds.x0 >> 4; cx <= (bounds.x1 - 1) >> 4; cx++) this.take(generator, cx, cz)
    }
  }

  at(x: number, y: number, z: number): number {
    const { bounds } = this
    if (y < 0 || y >= this.height || x < bounds.x0 || x >= bounds.x1 || z < bounds.z0 || z >= bounds.z1) return 0
    return this.cells[x - bounds.x0 + this.sizeX * (z - bounds.z0 + this.sizeZ * y)] ?? 0
  }

  lookAt(x: number, y: number, z: number): Look {
    return this.looks[this.at(x, y, z)] ?? NOTHING
  }

  /** y of the highest cell that is not air; -1 for none. */
  topAt(x: number, z: number): number {
    const { bounds } = this
    if (x < bounds.x0 || x >= bounds.x1 || z < bounds.z0 || z >= bounds.z1) return -1
    return (this.tops[x - bounds.x0 + this.sizeX * (z - bounds.z0)] ?? 0) - 1
  }

  private take(generator: Generator, cx: number, cz: number): void {
    const { bounds, sizeX, sizeZ } = this
    generator.generate(cx, cz).forEach((section, sy) => {
      if (section === 0) return
      for (let i = 0; i < 4096; i++) {
        const x = cx * 16 + (i & 15)
        const z = cz * 16 + ((i >> 4) & 15)
        const y = sy * 16 + (i >> 8)
        if (y >= this.height || x < bounds.x0 || x >= bounds.x1 || z < bounds.z0 || z >= bounds.z1) continue
        const id = typeof section === 'number' ? section : (section[i] ?? 0)
        if (id === 0) continue
        this.cells[x - bounds.x0 + sizeX * (z - bounds.z0 + sizeZ * y)] = id
        this.tops[x - bounds.x0 + sizeX * (z - bounds.z0)] = y + 1
      }
    })
  }
}
