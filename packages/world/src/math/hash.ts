/**
 * A 64-bit hash held as two unsigned 32-bit lanes, because BigInt is far too slow for the tick.
 * It is not cryptographic: it tells worlds apart, it does not keep secrets.
 */
export interface Lanes {
  lo: number
  hi: number
}

/** Scrambles one 32-bit value; a bijection, so different inputs never collide here. */
export function mix32(value: number): number {
  let h = value | 0
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return (h ^ (h >>> 16)) >>> 0
}

/** Feeds values one after another into two lanes. Order matters. */
export class Hasher implements Lanes {
  lo = 0x9e3779b9
  hi = 0x85ebca6b

  int(value: number): this {
    // Safe integers have up to 53 bits: the low word and what lies above it are hashed apart.
    const low = value | 0
    const high = Math.floor(value / 0x1_0000_0000) | 0
    this.word(low)
    if (high !== 0 && high !== -1) this.word(high ^ 0x5bd1e995)
    return this
  }

  word(value: number): this {
    this.lo = Math.imul(this.lo ^ value, 0x01000193) + 0x7ed55d16
    this.lo = (this.lo ^ (this.lo >>> 15)) >>> 0
    this.hi = Math.imul(this.hi + value, 0xc2b2ae35) ^ (this.lo << 7)
    this.hi = (this.hi ^ (this.hi >>> 13)) >>> 0
    return this
  }

  text(value: string): this {
    this.word(value.length)
    for (let i = 0; i < value.length; i++) this.word(value.charCodeAt(i))
    return this
  }

  bytes(value: ArrayLike<number>): this {
    this.word(value.length)
    for (let i = 0; i < value.length; i++) this.word(value[i] as number)
    return this
  }

  lanes(other: Lanes): this {
    return this.word(other.lo | 0).word(other.hi | 0)
  }

  done(): Lanes {
    return { lo: mix32(this.lo ^ (this.hi << 1)), hi: mix32(this.hi ^ Math.imul(this.lo, 0x9e3779b1)) }
  }
}

/** Adds `term` to a running sum. A sum does not care about order, so parts can be replaced one by one. */
export function addLanes(sum: Lanes, term: Lanes): void {
  sum.lo = (sum.lo + term.lo) >>> 0
  sum.hi = (sum.hi + term.hi) >>> 0
}

export function subtractLanes(sum: Lanes, term: Lanes): void {
  sum.lo = (sum.lo - term.lo) >>> 0
  sum.hi = (sum.hi - term.hi) >>> 0
}

export function lanesToHex({ lo, hi }: Lanes): string {
  return hi.toString(16).padStart(8, '0') + lo.toString(16).padStart(8, '0')
}

/** One-shot hash of words, for noise and draws keyed by position. */
export function hashWords(a: number, b: number, c: number, d = 0): number {
  let h = mix32(a ^ 0x9e3779b9)
  h = mix32(h ^ Math.imul(b, 0x85ebca6b))
  h = mix32(h ^ Math.imul(c, 0xc2b2ae35))
  return mix32(h ^ Math.imul(d, 0x27d4eb2f))
}
