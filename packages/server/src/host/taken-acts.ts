/** low and high half of a name's number, then the tick. */
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
    const [low, high] = numberOf(worldId, name)
    const { cells } = this
    for (let at = this.end - WORDS; at >= this.start; at -= WORDS) {
      if (cells[at] === low && cells[at + 1] === high) return cells[at + 2]
    }
    return undefined
  }

  add(worldId: string, name: string, tick: number): void {
    if (this.end === this.cells.length) this.makeRoom()
    const [low, high] = numberOf(worldId, name)
    this.cells[this.end] = low
    this.cells[this.end + 1] = high
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

/** Two independent 32-bit hashes of both texts, with a line break between them. */
function numberOf(worldId: string, name: string): [low: number, high: number] {
  let low = 0x811c9dc5
  let high = 0x9e3779b9
  const text = `${worldId}\n${name}`
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x5bd1e995)
    high ^= high >>> 13
  }
  // What the last characters changed reaches every bit.
  low = Math.imul(low ^ (low >>> 16) ^ high, 0x85ebca6b)
  high = Math.imul(high ^ (high >>> 15) ^ low, 0xc2b2ae35)
  return [(low ^ (low >>> 13)) >>> 0, (high ^ (high >>> 16)) >>> 0]
}
