/** Dice outside the world: what bots wish and when memory is dropped. One seed gives one run. */
export interface Chance {
  /** A whole number in 0 .. bound-1. */
  below(bound: number): number
  /** A whole number in low .. high, both included. */
  between(low: number, high: number): number
  /** True in `permille` of 1000 cases. */
  permille(share: number): boolean
  pick<T>(list: readonly T[]): T
}

/** Throws for an empty list: a bot asks only when there is something to choose. */
export function createChance(seed: number): Chance {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (bound: number): number => Math.floor((next() / 0x1_0000_0000) * bound)
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    permille: (share) => below(1000) < share,
    pick(list) {
      if (list.length === 0) throw new Error('nothing to pick from')
      return list[below(list.length)] as (typeof list)[number]
    },
  }
}
