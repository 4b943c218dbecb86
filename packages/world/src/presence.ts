import type { Vec3 } from '@clawstead/protocol'
import type { Agent, Board, Container, ItemEntity, Sign, WorldState } from './state.js'

const TILE_SHIFT = 4

/** What stands in one tile. Places are kept beside the things, x, y and z of each, so that looking past most is cheap. */
interface Tile<T> {
  readonly things: T[]
  readonly places: number[]
}

/** Things of one kind by the 16x16 tile they stand in, so that looking around costs what is near, not what there is. */
export class Tiles<T extends { readonly id: string; readonly pos: Vec3 | null }> {
  private readonly byKey = new Map<number, Tile<T>>()

  add(thing: T): void {
    if (thing.pos === null) return
    const [x, y, z] = thing.pos
    const key = tileOf(thing.pos)
    const tile = this.byKey.get(key)
    if (tile === undefined) this.byKey.set(key, { things: [thing], places: [x, y, z] })
    else {
      tile.things.push(thing)
      tile.places.push(x, y, z)
    }
  }

  /** `pos` is where it was when it was added. */
  remove(thing: T, pos: Vec3 | null): void {
    if (pos === null) return
    const key = tileOf(pos)
    const tile = this.byKey.get(key)
    const index = tile === undefined ? -1 : tile.things.indexOf(thing)
    if (tile === undefined || index < 0) return
    takeOut(tile, index)
    if (tile.things.length === 0) this.byKey.delete(key)
  }

  /** Takes a thing along from where it was when it was added to where it is now. */
  move(thing: T, from: Vec3): void {
    const key = tileOf(from)
    const tile = this.byKey.get(key)
    const to = thing.pos
    if (tile === undefined || to === null || tileOf(to) !== key) {
      this.remove(thing, from)
      this.add(thing)
      return
    }
    const { places } = tile
    const at = tile.things.indexOf(thing) * 3
    places[at] = to[0]
    places[at + 1] = to[1]
    places[at + 2] = to[2]
  }

  /** Every thing within a Manhattan distance, in no particular order. */
  near(pos: Vec3, radius: number, visit: (thing: T, distance: number) => void): void {
    if (this.byKey.size === 0) return
    const [px, py, pz] = pos
    const lowX = (px - radius) >> TILE_SHIFT
    const highX = (px + radius) >> TILE_SHIFT
    const lowZ = (pz - radius) >> TILE_SHIFT
    const highZ = (pz + radius) >> TILE_SHIFT
    for (let tx = lowX; tx <= highX; tx++) {
      const toTileX = axisDistance(px, tx)
      for (let tz = lowZ; tz <= highZ; tz++) {
        if (toTileX + axisDistance(pz, tz) > radius) continue
        const tile = this.byKey.get(tileKey(tx, tz))
        if (tile === undefined) continue
        const { things, places } = tile
        for (let i = 0, at = 0; i < things.length; i++, at += 3) {
          const distance =
            Math.abs((places[at] as number) - px) +
            Math.abs((places[at + 1] as number) - py) +
            Math.abs((places[at + 2] as number) - pz)
          if (distance <= radius) visit(things[i] as T, distance)
        }
      }
    }
  }

  /** Every thing in one 16x16 tile. */
  inTile(tx: number, tz: number): readonly T[] {
    return this.byKey.get(tileKey(tx, tz))?.things ?? []
  }

  clear(): void {
    this.byKey.clear()
  }
}

/** Removes one thing of a tile; the last takes its place. */
function takeOut<T>({ things, places }: Tile<T>, index: number): void {
  const last = things.length - 1
  things[index] = things[last] as T
  for (let i = 0; i < 3; i++) places[index * 3 + i] = places[last * 3 + i] as number
  things.length = last
  places.length = last * 3
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
