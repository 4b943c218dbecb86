import type { Vec3 } from '@clawstead/protocol'
import { compareIds } from '../order.js'
import type { Agent, Board, Container, ItemEntity, Sign } from '../state.js'
import type { World } from '../world.js'

/** A board that stands somewhere: only those are in the index of places. */
export type Placed = Board & { readonly pos: Vec3 }
export type Thing = Agent | Container | ItemEntity | Sign | Placed

export const AGENT = 0
export const CONTAINER = 1
export const BOARD = 2
export const SIGN = 3
export const ITEM = 4
const KIND_COUNT = 5

/**
 * What stands around one observer, nearest first. One instance serves all observers in turn: distances are small
 * whole numbers, so things are counted into place rather than compared, and nothing is allocated on the way.
 */
export class Sight {
  /** Shown things and their kinds, in order; the first `shown` entries hold. */
  readonly things: Thing[] = []
  readonly kinds: number[] = []
  shown = 0
  /** How many more there were. */
  omitted = 0
  private readonly found: Thing[] = []
  private readonly ranks: number[] = []
  private foundCount = 0
  /** By rank, which is distance first and kind second: how many were found, and where the first and the next of them go. */
  private counts = new Int32Array(0)
  private firsts = new Int32Array(0)
  private nexts = new Int32Array(0)
  private self: Agent | undefined
  private readonly seeAgent = (thing: Agent, distance: number) => this.see(AGENT, thing, distance)
  private readonly seeContainer = (thing: Container, distance: number) => this.see(CONTAINER, thing, distance)
  private readonly seeBoard = (thing: Board, distance: number) => this.see(BOARD, thing as Placed, distance)
  private readonly seeSign = (thing: Sign, distance: number) => this.see(SIGN, thing, distance)
  private readonly seeItem = (thing: ItemEntity, distance: number) => this.see(ITEM, thing, distance)

  /** Looks around for one agent and keeps the nearest `most` things. */
  look({ presence, profile }: World, self: Agent, most: number): void {
    const radius = profile.seeBlocks
    const rankCount = (radius + 1) * KIND_COUNT
    if (this.counts.length === rankCount) this.counts.fill(0)
    else {
      this.counts = new Int32Array(rankCount)
      this.firsts = new Int32Array(rankCount)
      this.nexts = new Int32Array(rankCount)
    }
    this.foundCount = 0
    this.self = self
    presence.agents.near(self.pos, radius, this.seeAgent)
    presence.containers.near(self.pos, radius, this.seeContainer)
    presence.boards.near(self.pos, radius, this.seeBoard)
    presence.signs.near(self.pos, radius, this.seeSign)
    presence.items.near(self.pos, radius, this.seeItem)
    this.arrange(most)
  }

  private see(kind: number, thing: Thing, distance: number): void {
    if (thing === this.self) return
    const rank = distance * KIND_COUNT + kind
    this.found[this.foundCount] = thing
    this.ranks[this.foundCount++] = rank
    this.counts[rank] = (this.counts[rank] as number) + 1
  }

  private arrange(most: number): void {
    const { counts, firsts, nexts, found, ranks, foundCount } = this
    let before = 0
    let rankLimit = 0
    // Ranks past the limit are left out whole; the last one within it may be shown in part.
    for (; rankLimit < counts.length && before < most; rankLimit++) {
      firsts[rankLimit] = before
      nexts[rankLimit] = before
      before += counts[rankLimit] as number
    }
    for (let i = 0; i < foundCount; i++) {
      const rank = ranks[i] as number
      if (rank < rankLimit) this.insert(found[i] as Thing, rank)
    }
    this.shown = Math.min(before, most)
    this.omitted = foundCount - this.shown
  }

  /** Puts a thing among those of its rank, by id. They are few: walking back over them is quicker than a sort. */
  private insert(thing: Thing, rank: number): void {
    const { things, firsts, nexts } = this
    const first = firsts[rank] as number
    let at = nexts[rank] as number
    this.kinds[at] = rank % KIND_COUNT
    nexts[rank] = at + 1
    for (; at > first && isAfter(things[at - 1] as Thing, thing); at--) things[at] = things[at - 1] as Thing
    things[at] = thing
  }
}

/** Shorter ids come first, so that A9 is before A10. */
function isAfter({ id: a }: Thing, { id: b }: Thing): boolean {
  return (a.length - b.length || compareIds(a, b)) > 0
}
