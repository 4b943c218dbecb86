/**
 * The tiles one plan looks at, up to a limit. They are counted whether or not somebody has cut them into regions
 * before: what happens to be known is no state, and must not decide who walks on in which tick.
 */
export class Survey {
  private readonly seen = new Set<number>()
  /** Whether a tile was asked for beyond the limit: what was found by then is not all there is. */
  isOver = false

  constructor(private readonly tilesMax: number) {}

  get tiles(): number {
    return this.seen.size
  }

  /** Whether the tile of a cell may be looked at. */
  admits(x: number, z: number): boolean {
    const key = ((x >> 4) & 0xffff) * 0x1_0000 + ((z >> 4) & 0xffff)
    if (this.seen.has(key)) return true
    if (this.seen.size >= this.tilesMax) {
      this.isOver = true
      return false
    }
    this.seen.add(key)
    return true
  }
}
