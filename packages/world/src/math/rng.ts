import { Hasher, mix32 } from './hash.js'

/** A stream of whole numbers. One is made per purpose, so a rule that draws more does not shift another. */
export interface Rng {
  /** The next number in 0 .. bound-1. */
  below(bound: number): number
  /** True in `permille` of 1000 cases. */
  chance(permille: number): boolean
}

/** The stream for a purpose and an id at one tick of one world. */
export function createRng(seed: number, tick: number, purpose: string, id: string): Rng {
  const { lo, hi } = new Hasher().int(seed).int(tick).text(purpose).text(id).done()
  let a = lo
  let b = hi | 1
  const next = (): number => {
    a = (a + 0x9e3779b9) >>> 0
    b = Math.imul(b ^ (b >>> 15), 0x2c1b3c6d) >>> 0
    return mix32(a ^ b)
  }
  return {
    below(bound) {
      return Math.floor((next() / 0x1_0000_0000) * bound)
    },
    chance(permille) {
      return Math.floor((next() / 0x1_0000_0000) * 1000) < permille
    },
  }
}
