import type { BlockDefinition, Vec3 } from '@clawstead/protocol'
import type { Player } from './player.js'

const REACH_BLOCKS = 4
/** East, south, west, north. */
export const SIDES = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const

/** What a body knows how to do: get near things, break them, pick up, dig its way. */
export class Body {
  private readonly definitions: ReadonlyMap<string, BlockDefinition>

  constructor(
    readonly player: Player,
    blocks: readonly BlockDefinition[],
  ) {
    this.definitions = new Map(blocks.map((block) => [block.id, block]))
  }

  /** The nearest cells in sight with one of these blocks. */
  nearest(names: readonly string[]): Vec3[] {
    const found: Vec3[] = []
    for (const { at, name } of this.player.sight()) if (names.includes(name)) found.push(at)
    return found.sort((a, b) => distance(a, this.player.pos) - distance(b, this.player.pos))
  }

  isWithinReach([x, y, z]: Vec3): boolean {
    const [px, py, pz] = this.player.pos
    return Math.max(Math.abs(x - px), Math.abs(y - py - 1), Math.abs(z - pz)) <= REACH_BLOCKS
  }

  /** Walks to where hands reach a cell. */
  approach(at: Vec3): boolean {
    if (this.isWithinReach(at)) return true
    const spots: Vec3[] = []
    for (const { at: cell } of this.player.sight()) {
      const [x, y, z] = cell
      const fromHead = Math.max(Math.abs(x - at[0]), Math.abs(y + 1 - at[1]), Math.abs(z - at[2]))
      if (fromHead <= REACH_BLOCKS - 1 && this.canStand(cell)) spots.push(cell)
    }
    spots.sort((a, b) => distance(a, this.player.pos) - distance(b, this.player.pos))
    for (const spot of spots.slice(0, 4)) {
      if (this.player.do({ type: 'MOVE_TO', target: spot, tolerance: 0 }).ok) return this.isWithinReach(at)
    }
    return false
  }

  /** Breaks the block in a cell, again if something falls into its place, and picks up what it leaves. */
  take(at: Vec3): boolean {
    if (!this.approach(at)) return false
    for (let i = 0; i < 12 && this.isSolidOrPlant(at); i++) {
      if (!this.player.do({ type: 'MINE', block_pos: at }).ok) return false
      this.player.wait()
    }
    this.pickUp()
    return true
  }

  pickUp(): void {
    for (const { id, type, pos } of this.player.obs.entities) {
      if (type === 'ITEM' && this.isWithinReach(pos)) this.player.do({ type: 'GATHER', target_id: id })
    }
  }

  /** Sets a block somewhere around the feet, in a niche dug for it if need be; returns where. */
  put(item: string): Vec3 | undefined {
    const free = this.putFree(item)
    if (free !== undefined) return free
    const [x, y, z] = this.player.pos
    for (const [dx, dz] of SIDES) {
      const niche: Vec3 = [x + dx, y + 1, z + dz]
      const wall = this.player.block(niche) ?? ''
      const isOurs = ['CRAFTING_BENCH', 'FURNACE'].includes(wall)
      if (!isOurs && this.isSolid(niche) && !this.isDangerous(niche) && this.take(niche)) return this.putFree(item)
    }
    return undefined
  }

  private putFree(item: string): Vec3 | undefined {
    const [x, y, z] = this.player.pos
    for (const [dx, dz] of SIDES) {
      for (const dy of [0, 1, -1]) {
        const at: Vec3 = [x + dx, y + dy, z + dz]
        const isFree = this.player.block(at) === 'AIR' && this.isSolid([x + dx, y + dy - 1, z + dz])
        if (isFree && this.player.do({ type: 'PLACE', item_id: item, block_pos: at }).ok) return at
      }
    }
    return undefined
  }

  /** Digs one step towards a side, up, level or down, and goes there. */
  dig(dx: number, dy: number, dz: number): boolean {
    const [x, y, z] = this.player.pos
    const to: Vec3 = [x + dx, y + dy, z + dz]
    const above = (at: Vec3, by: number): Vec3 => [at[0], at[1] + by, at[2]]
    const cells = [to, above(to, 1)]
    if (dy < 0) cells.push(above(to, 2))
    if (dy > 0) cells.push(above([x, y, z], 2))
    if ([...cells, above(to, -1)].some((cell) => this.isDangerous(cell))) return false
    for (const cell of cells.toReversed()) if (this.isSolidOrPlant(cell) && !this.take(cell)) return false
    if (!this.isSolid(above(to, -1))) {
      const filler = ['DIRT', 'STONE'].find((item) => this.player.count(item) > 0)
      if (filler === undefined) return false
      this.player.do({ type: 'PLACE', item_id: filler, block_pos: above(to, -1) })
    }
    this.player.do({ type: 'MOVE_TO', target: to, tolerance: 0 })
    return distance(this.player.pos, to) === 0
  }

  /** Digs until hands reach a cell. */
  digTo(at: Vec3): boolean {
    for (let i = 0; i < 30; i++) {
      if (this.isWithinReach(at)) return true
      const [x, y, z] = this.player.pos
      const up = Math.sign(at[1] - (y + 1))
      const wanted = [...SIDES].sort((a, b) => along(b) - along(a))
      function along([dx, dz]: readonly [number, number]): number {
        return dx * (at[0] - x) + dz * (at[2] - z)
      }
      if (!wanted.slice(0, 3).some(([dx, dz]) => this.dig(dx, up, dz) || this.dig(dx, 0, dz))) return false
    }
    return false
  }

  canStand([x, y, z]: Vec3): boolean {
    const isOpen = (at: Vec3): boolean => {
      const name = this.player.block(at)
      return name !== undefined && !this.isSolid(at) && this.definitions.get(name)?.fluid === null
    }
    return isOpen([x, y, z]) && isOpen([x, y + 1, z]) && this.isSolid([x, y - 1, z])
  }

  isSolid(at: Vec3): boolean {
    return this.definitions.get(this.player.block(at) ?? '')?.solid === true
  }

  private isSolidOrPlant(at: Vec3): boolean {
    const name = this.player.block(at)
    return name !== undefined && name !== 'AIR' && name !== 'WATER' && name !== 'LAVA'
  }

  /** Next to lava or water one does not open a wall. */
  private isDangerous([x, y, z]: Vec3): boolean {
    const around: Vec3[] = [
      [x, y, z],
      [x + 1, y, z],
      [x - 1, y, z],
      [x, y + 1, z],
      [x, y - 1, z],
      [x, y, z + 1],
      [x, y, z - 1],
    ]
    return around.some((at) => ['LAVA', 'WATER', undefined].includes(this.player.block(at)))
  }
}

export function distance(a: Vec3, b: Vec3): number {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2])
}
