import type { Vec3 } from '@clawstead/protocol'
import type { Agent, Board, Container, ItemEntity, Sign, WorldState } from './state.js'

const TILE_SHIFT = 4

/** Things of one kind by the 16x16 tile they stand in, so that looking around costs what is near, not what there is. */
export class Tiles<T extends { readonly id: string; readonly pos: Vec3 | null }> {
  private readonly byTile = new Map<number, T[]>()

  add(thing: T): void {
    if (thing.pos === null) return
    const key = tileOf(thing.pos)
    const list = this.byTile.get(key)
    if (list === undefined) this.byTile.set(key, [thing])
    else list.push(thing)
  }

  /** `pos` is where it was when it was added. */
  remove(thing: T, pos: Vec3 | null): void {
    if (pos === null) return
    const key = tileOf(pos)
    const list = this.byTile.get(key)
    if (list === undefined) return
    const index = list.indexOf(thing)
    if (index >= 0) list.splice(index, 1)
    if (list.length === 0) this.byTile.delete(key)
  }

  /** Every thing within a Manhattan distance, in no particular order. */
  near(pos: Vec3, radius: number, visit: (thing: T, distance: number) => void): void {
    if (this.byTile.size === 0) return
    const [px, py, pz] = pos
    const lowX = (px - radius) >> TILE_SHIFT
    const highX = (px + radius) >> TILE_SHIFT
    const lowZ = (pz - radius) >> TILE_SHIFT
    const highZ = (pz + radius) >> TILE_SHIFT
    for (let tx = lowX; tx <= highX; tx++) {
      const toTileX = axisDistance(px, tx)
      for (let tz = lowZ; tz <= highZ; tz++) {
        if (toTileX + axisDistance(pz, tz) > radius) continue
        const list = this.byTile.get(tileKey(tx, tz))
        if (list === undefined) continue
        for (const thing of list) {
          const [x, y, z] = thing.pos as Vec3
          const distance = Math.abs(x - px) + Math.abs(y - py) + Math.abs(z - pz)
          if (distance <= radius) visit(thing, distance)
        }
      }
    }
  }

  /** Every thing in one 16x16 tile. */
  inTile(tx: number, tz: number): readonly T[] {
    return this.byTile.get(tileKey(tx, tz)) ?? []
  }

  clear(): void {
    this.byTile.clear()
  }
}

/** Indexes over the state. They hold nothing of their own and are made anew from it after a restore. */
export class Presence {
  readonly agents = new Tiles<Agent>()
  readonly items = new Tiles<ItemEntity>()
  readonly containers = new Tiles<Container>()
  readonly signs = new Tiles<Sign>()
  readonly boards = new Tiles<Board>()
  private ordered: Agent[] | undefined

  rebuild(state: WorldState): void {
    for (const tiles of [this.agents, this.items, this.containers, this.signs, this.boards]) tiles.clear()
    for (const agent of state.agents.values()) this.agents.add(agent)
    for (const item of state.items.values()) this.items.add(item)
    for (const container of state.containers.values()) this.containers.add(container)
    for (const sign of state.signs.values()) this.signs.add(sign)
    for (const board of state.boards.values()) this.boards.add(board)
    this.ordered = undefined
  }

  agentsInOrder(state: WorldState): readonly Agent[] {
    this.ordered ??= [...state.agents.values()].sort((a, b) => a.number - b.number)
    return this.ordered
  }

  /** Forgets the order after somebody came or went. */
  agentsChanged(): void {
    this.ordered = undefined
  }
}

/** How far a coordinate is from the nearest cell of a tile, along one axis. */
function axisDistance(at: number, tile: number): number {
  const low = tile << TILE_SHIFT
  const high = low + (1 << TILE_SHIFT) - 1
  return at < low ? low - at : at > high ? at - high : 0
}

function tileOf(pos: Vec3): number {
  return tileKey(pos[0] >> TILE_SHIFT, pos[2] >> TILE_SHIFT)
}

function tileKey(tx: number, tz: number): number {
  return ((tx & 0x7fff) << 15) | (tz & 0x7fff)
}
