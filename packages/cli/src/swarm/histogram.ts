/** Measured durations, kept to be asked for their order afterwards. */
export class Histogram {
  private readonly values: number[] = []
  private isSorted = true

  add(value: number): void {
    this.values.push(value)
    this.isSorted = false
  }

  get count(): number {
    return this.values.length
  }

  /** The value below which this share of all lies; nothing when there are none. */
  quantile(share: number): number | null {
    const { values } = this
    if (values.length === 0) return null
    if (!this.isSorted) values.sort((a, b) => a - b)
    this.isSorted = true
    const value = values[Math.min(values.length - 1, Math.floor(values.length * share))] as number
    return Math.round(value * 10) / 10
  }
}
