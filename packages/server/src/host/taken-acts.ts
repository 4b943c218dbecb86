import { Hasher, type Lanes } from '@clawstead/world'

/** Low and high half of a name's number, then the tick. */
const WORDS = 3
const GROWTH_ACTS = 64

/**
 * Which tick took which act, by the name of the act, oldest first. There are hundreds of thousands of them on a busy server,
 * so of a name only a 64-bit number is kept: that two of some thousand names share one is less likely than a broken disk.
 */
export class TakenActs {
  private cells = new Uint32Array(0)
  private start = 0
  private end = 0

  get size(): number {
    return (this.end - this.start) / WORDS
  }

  find(worldId: string, name: string): number | undefined {
    const { lo, hi } = numberOf(worldId, name)
    const { cells } = this
    for (let at = this.end - WORDS; at >= this.start; at -= WORDS) {
      if (cells[at] === lo && cells[at + 1] === hi) return cells[at + 2]
    }
    return undefined
  }

  add(worldId: string, name: string, tick: number): void {
    if (this.end === this.cells.length) this.makeRoom()
    const { lo, hi } = numberOf(worldId, name)
    this.cells[this.end] = lo
    this.cells[this.end + 1] = hi
    this.cells[this.end + 2] = tick
    this.end += WORDS
  }

  /** Lets go of acts that were taken before a tick, and of the oldest of too many. */
  forget(beforeTick: number, actsMax: number): void {
    while (this.start < this.end && (this.size > actsMax || (this.cells[this.start + 2] as number) < beforeTick))
      this.start += WORDS
  }

  /** Room for more, where forgotten ones were if that is enough. */
  private makeRoom(): void {
    const kept = this.cells.subarray(this.start, this.end)
    const isEnough = this.start >= GROWTH_ACTS * WORDS
    if (isEnough) this.cells.copyWithin(0, this.start, this.end)
    else {
      const wider = new Uint32Array(kept.length + GROWTH_ACTS * WORDS)
      wider.set(kept)
      this.cells = wider
    }
    this.start = 0
    this.end = kept.length
  }
}

function numberOf(worldId: string, name: string): Lanes {
  return new Hasher().text(worldId).text(name).done()
}
