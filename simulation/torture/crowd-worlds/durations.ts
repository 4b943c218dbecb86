const PER_MS = 10
const COUNTED_MS_MAX = 10_000

/**
 * Any number of durations in a fixed amount of memory, to a tenth of a millisecond: an hour of a large crowd has tens of
 * millions of them, and whoever measures must not be what slows down. Those above ten seconds count as the longest one.
 */
export class Durations {
  count = 0
  private maxMs = 0
  private readonly counts = new Uint32Array(COUNTED_MS_MAX * PER_MS + 1)

  add(milliseconds: number): void {
    const slot = Math.min(this.counts.length - 1, Math.max(0, Math.floor(milliseconds * PER_MS)))
    this.counts[slot] = (this.counts[slot] as number) + 1
    this.count++
    if (milliseconds > this.maxMs) this.maxMs = milliseconds
  }

  addAll(others: Durations): void {
    for (let i = 0; i < this.counts.length; i++)
      this.counts[i] = (this.counts[i] as number) + (others.counts[i] as number)
    this.count += others.count
    this.maxMs = Math.max(this.maxMs, others.maxMs)
  }

  /** The duration below which this share of all lies, in milliseconds; nothing when there are none. */
  quantile(share: number): number | null {
    if (this.count === 0) return null
    if (share >= 1) return Math.round(this.maxMs * PER_MS) / PER_MS
    let left = Math.floor(this.count * share)
    for (let slot = 0; slot < this.counts.length - 1; slot++) {
      left -= this.counts[slot] as number
      if (left < 0) return slot / PER_MS
    }
    return Math.round(this.maxMs * PER_MS) / PER_MS
  }
}
