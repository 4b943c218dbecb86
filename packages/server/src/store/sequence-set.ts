/** First and last number of a run, both included. */
export type SequenceRun = readonly [first: number, last: number]

export interface ReadonlySequenceSet {
  has(sequence: number): boolean
  /** The largest number, 0 when there is none. */
  readonly last: number
  runs(): readonly SequenceRun[]
}

/** Numbers that mostly come in order, kept as runs: a million of them without a gap is one run. */
export class SequenceSet implements ReadonlySequenceSet {
  private readonly list: [number, number][]

  constructor(runs: readonly SequenceRun[] = []) {
    this.list = runs.map(([first, last]) => [first, last])
  }

  get last(): number {
    return this.list.at(-1)?.[1] ?? 0
  }

  has(sequence: number): boolean {
    const run = this.list[this.find(sequence)]
    return run !== undefined && run[0] <= sequence
  }

  add(sequence: number): void {
    const index = this.find(sequence)
    const run = this.list[index]
    if (run !== undefined && run[0] <= sequence) return
    const before = this.list[index - 1]
    const joinsBefore = before !== undefined && before[1] === sequence - 1
    const joinsAfter = run !== undefined && run[0] === sequence + 1
    if (joinsBefore && joinsAfter) {
      before[1] = run[1]
      this.list.splice(index, 1)
    } else if (joinsBefore) before[1] = sequence
    else if (joinsAfter) run[0] = sequence
    else this.list.splice(index, 0, [sequence, sequence])
  }

  runs(): readonly SequenceRun[] {
    return this.list.map(([first, last]) => [first, last])
  }

  /** Index of the first run that does not end before the number. */
  private find(sequence: number): number {
    let low = 0
    let high = this.list.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.list[middle] as SequenceRun)[1] < sequence) low = middle + 1
      else high = middle
    }
    return low
  }
}
