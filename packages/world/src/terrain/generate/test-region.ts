import { testWorld } from '../../testing/index.js'
import type { Generator } from '../generator.js'
import { SECTION_CELLS } from '../section.js'

export interface RegionOptions {
  readonly generator: string
  readonly seed: number
  /** Columns, first and last. */
  readonly from: readonly [cx: number, cz: number]
  readonly to: readonly [cx: number, cz: number]
}

/** Generated columns side by side, read by block name: what a test looks at. */
export class TestRegion {
  readonly generator: Generator
  readonly names: readonly string[]
  readonly solid: Uint8Array
  readonly height: number
  readonly seaLevel: number
  readonly x0: number
  readonly z0: number
  readonly x1: number
  readonly z1: number
  private readonly cells: Uint16Array

  constructor({ generator, seed, from, to }: RegionOptions) {
    const world = testWorld({ generator, seed, flat: generator === 'flat-1' })
    this.generator = world.terrain.generator
    this.names = world.content.blockNames
    this.solid = world.content.solid
    this.height = world.profile.height
    this.seaLevel = world.profile.seaLevel
    this.x0 = from[0] * 16
    this.z0 = from[1] * 16
    this.x1 = to[0] * 16 + 15
    this.z1 = to[1] * 16 + 15
    this.cells = new Uint16Array((this.x1 - this.x0 + 1) * (this.z1 - this.z0 + 1) * this.height)
    for (let cz = from[1]; cz <= to[1]; cz++) for (let cx = from[0]; cx <= to[0]; cx++) this.take(cx, cz)
  }

  idAt(x: number, y: number, z: number): number {
    if (x < this.x0 || x > this.x1 || z < this.z0 || z > this.z1 || y < 0 || y >= this.height) {
      throw new Error(`(${x}, ${y}, ${z}) is outside the region`)
    }
    return this.cells[this.index(x, y, z)] as number
  }

  nameAt(x: number, y: number, z: number): string {
    return this.names[this.idAt(x, y, z)] as string
  }

  isSolid(x: number, y: number, z: number): boolean {
    return this.solid[this.idAt(x, y, z)] === 1
  }

  /** Whether a body can stand with its feet here, in neither water nor lava. */
  isFooting(x: number, y: number, z: number): boolean {
    const free = (id: number): boolean => this.solid[id] === 0 && !FLUIDS.includes(this.names[id] as string)
    return free(this.idAt(x, y, z)) && free(this.idAt(x, y + 1, z)) && this.isSolid(x, y - 1, z)
  }

  /** y of the highest cell that is not air. */
  topAt(x: number, z: number): number {
    for (let y = this.height - 1; y >= 0; y--) if (this.idAt(x, y, z) !== 0) return y
    return -1
  }

  /** y of the highest solid block that is not part of a tree. */
  groundAt(x: number, z: number): number {
    for (let y = this.height - 1; y >= 0; y--) {
      const name = this.nameAt(x, y, z)
      if (this.isSolid(x, y, z) && name !== 'LEAVES' && name !== 'LOG') return y
    }
    return -1
  }

  /** Calls back for every cell that lies `inset` blocks inside the region. */
  forEach(inset: number, visit: (name: string, x: number, y: number, z: number) => void): void {
    for (let y = 0; y < this.height; y++) {
      for (let z = this.z0 + inset; z <= this.z1 - inset; z++) {
        for (let x = this.x0 + inset; x <= this.x1 - inset; x++) visit(this.nameAt(x, y, z), x, y, z)
      }
    }
  }

  private index(x: number, y: number, z: number): number {
    return x - this.x0 + (this.x1 - this.x0 + 1) * (z - this.z0 + (this.z1 - this.z0 + 1) * y)
  }

  private take(cx: number, cz: number): void {
    for (const [sy, section] of this.generator.generate(cx, cz).entries()) {
      for (let i = 0; i < SECTION_CELLS; i++) {
        const y = sy * 16 + (i >> 8)
        if (y >= this.height) break
        const at = this.index(cx * 16 + (i & 15), y, cz * 16 + ((i >> 4) & 15))
        this.cells[at] = typeof section === 'number' ? section : (section[i] as number)
      }
    }
  }
}

const FLUIDS: readonly string[] = ['WATER', 'LAVA']

/** Where something in the region is not as it should be: the first few places, for a message one can act on. */
export function faults(region: TestRegion, inset: number, isFault: FaultCheck): string[] {
  const found: string[] = []
  region.forEach(inset, (name, x, y, z) => {
    if (found.length < 5 && isFault(name, x, y, z)) found.push(`${name} at ${x},${y},${z}`)
  })
  return found
}

export type FaultCheck = (name: string, x: number, y: number, z: number) => boolean

/** Plants must stand on soil, cactus on sand, and what falls on something that carries it. */
export function isUnsupported(region: TestRegion): FaultCheck {
  const soil = ['DIRT', 'GRASS', 'MOSS']
  return (name, x, y, z) => {
    if (y === 0) return false
    const below = (): string => region.nameAt(x, y - 1, z)
    switch (name) {
      case 'TALL_GRASS':
      case 'FLOWER':
      case 'BERRY_BUSH':
      case 'WILD_WHEAT':
        return !soil.includes(below())
      case 'CACTUS':
        return !['CACTUS', 'SAND', 'SANDSTONE'].includes(below())
      case 'SAND':
      case 'GRAVEL':
      case 'TORCH':
        return !region.isSolid(x, y - 1, z)
      default:
        return false
    }
  }
}

/** A fluid with nothing beside or below it would flow as soon as it is touched. */
export function isSpilling(region: TestRegion): FaultCheck {
  const isAir = (x: number, y: number, z: number): boolean => region.nameAt(x, y, z) === 'AIR'
  return (name, x, y, z) =>
    FLUIDS.includes(name) &&
    (isAir(x, y - 1, z) || isAir(x - 1, y, z) || isAir(x + 1, y, z) || isAir(x, y, z - 1) || isAir(x, y, z + 1))
}
