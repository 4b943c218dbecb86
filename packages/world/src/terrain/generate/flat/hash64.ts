import type { Lanes } from '../../../math/hash.js'

/**
 * The 64-bit position hash of the flat profile. It must come out bit for bit, so it wraps at 64 bits like the
 * original; two 32-bit lanes do that without BigInt, which would cost a hundred times more.
 */
const GOLDEN_LO = 0x7f4a7c15
const GOLDEN_HI = 0x9e3779b9
const FIRST_LO = 0x1ce4e5b9
const FIRST_HI = 0xbf58476d
const SECOND_LO = 0x133111eb
const SECOND_HI = 0x94d049bb

/** Hash of a cell. The answer is written to `out`, which is used again and again. */
export function positionHash(seed: Lanes, x: number, z: number, out: Lanes): void {
  multiply(x >>> 0, 0, GOLDEN_LO, GOLDEN_HI, out)
  let lo = seed.lo ^ out.lo
  let hi = seed.hi ^ out.hi
  multiply(z >>> 0, 0, FIRST_LO, FIRST_HI, out)
  lo = (lo ^ out.lo) >>> 0
  hi = (hi ^ out.hi) >>> 0

  const sum = lo + GOLDEN_LO
  lo = sum >>> 0
  hi = (hi + GOLDEN_HI + (sum > 0xffffffff ? 1 : 0)) >>> 0

  multiply((lo ^ ((lo >>> 30) | (hi << 2))) >>> 0, (hi ^ (hi >>> 30)) >>> 0, FIRST_LO, FIRST_HI, out)
  lo = out.lo
  hi = out.hi
  multiply((lo ^ ((lo >>> 27) | (hi << 5))) >>> 0, (hi ^ (hi >>> 27)) >>> 0, SECOND_LO, SECOND_HI, out)
  lo = out.lo
  hi = out.hi
  out.lo = (lo ^ ((lo >>> 31) | (hi << 1))) >>> 0
  out.hi = (hi ^ (hi >>> 31)) >>> 0
}

/** A whole number as 64-bit two's complement. */
export function toLanes(value: number): Lanes {
  return { lo: value >>> 0, hi: Math.floor(value / 0x1_0000_0000) >>> 0 }
}

/** `(hash >> shift) mod divisor`, unsigned, for `shift` below 32. */
export function shiftedModulo(hash: Lanes, shift: number, divisor: number): number {
  const lo = shift === 0 ? hash.lo : ((hash.lo >>> shift) | (hash.hi << (32 - shift))) >>> 0
  const hi = hash.hi >>> shift
  return ((hi % divisor) * (0x1_0000_0000 % divisor) + (lo % divisor)) % divisor
}

/** The low 64 bits of a product. */
function multiply(aLo: number, aHi: number, bLo: number, bHi: number, out: Lanes): void {
  const a0 = aLo & 0xffff
  const a1 = aLo >>> 16
  const b0 = bLo & 0xffff
  const b1 = bLo >>> 16
  const low = a0 * b0
  const middle = a1 * b0 + (low >>> 16)
  const carry = (middle & 0xffff) + a0 * b1
  const high = a1 * b1 + (middle - (middle & 0xffff)) / 0x10000 + (carry - (carry & 0xffff)) / 0x10000
  out.lo = (((carry & 0xffff) << 16) | (low & 0xffff)) >>> 0
  out.hi = (high + Math.imul(aLo, bHi) + Math.imul(aHi, bLo)) >>> 0
}
