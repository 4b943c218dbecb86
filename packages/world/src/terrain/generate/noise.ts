import { hashWords } from '../../math/hash.js'

/**
 * Gradient noise in fixed point. Every value is a whole number of 1/4096, every step is 32-bit integer
 * arithmetic, so all machines agree to the last bit.
 */
export const ONE = 4096
const ONE_BITS = 12

/** Sixteen directions of about the same length, in sixteenths. */
const GRADIENT_X = Int8Array.of(16, 15, 11, 6, 0, -6, -11, -15, -16, -15, -11, -6, 0, 6, 11, 15)
const GRADIENT_Z = Int8Array.of(0, 6, 11, 15, 16, 15, 11, 6, 0, -6, -11, -15, -16, -15, -11, -6)

/** The twelve edges of a cube, four of them twice so that four bits choose one. */
const EDGE_X = Int8Array.of(1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0, 1, -1, 0, 0)
const EDGE_Y = Int8Array.of(1, 1, -1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, 1, -1, -1)
const EDGE_Z = Int8Array.of(0, 0, 0, 0, 1, 1, -1, -1, 1, 1, -1, -1, 0, 0, 1, -1)

/** 6t^5 - 15t^4 + 10t^3: no kink in the slope where two cells meet. */
const FADE = Int32Array.from({ length: ONE }, (_, i) => {
  const t = i / ONE
  return Math.round(ONE * t * t * t * (t * (t * 6 - 15) + 10))
})

/** The 32-bit seed of one noise of one world. Each purpose has a salt, so no two noises are alike. */
export function noiseSeed(seed: number, salt: number): number {
  return hashWords(seed | 0, Math.floor(seed / 0x1_0000_0000) | 0, salt) | 0
}

/** A draw for one cell of a grid; all 32 bits are good. */
export function hash2(seed: number, x: number, z: number): number {
  let h = Math.imul(x, 0x9e3779b1) ^ Math.imul(z, 0x85ebca77) ^ seed
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39)
  return (h ^ (h >>> 15)) >>> 0
}

export function hash3(seed: number, x: number, y: number, z: number): number {
  return hash2(seed ^ Math.imul(y, 0xc2b2ae3d), x, z)
}

/** Noise with cells of `1 << shift` blocks, about -ONE .. ONE, 0 on average. */
export function noise2(seed: number, x: number, z: number, shift: number): number {
  const cellX = x >> shift
  const cellZ = z >> shift
  const fx = ((x << ONE_BITS) >> shift) & (ONE - 1)
  const fz = ((z << ONE_BITS) >> shift) & (ONE - 1)
  const gx = fx - ONE
  const gz = fz - ONE
  const a = hash2(seed, cellX, cellZ) & 15
  const b = hash2(seed, cellX + 1, cellZ) & 15
  const c = hash2(seed, cellX, cellZ + 1) & 15
  const d = hash2(seed, cellX + 1, cellZ + 1) & 15
  const va = ((GRADIENT_X[a] as number) * fx + (GRADIENT_Z[a] as number) * fz) >> 4
  const vb = ((GRADIENT_X[b] as number) * gx + (GRADIENT_Z[b] as number) * fz) >> 4
  const vc = ((GRADIENT_X[c] as number) * fx + (GRADIENT_Z[c] as number) * gz) >> 4
  const vd = ((GRADIENT_X[d] as number) * gx + (GRADIENT_Z[d] as number) * gz) >> 4
  const wx = FADE[fx] as number
  const near = va + (((vb - va) * wx) >> ONE_BITS)
  const far = vc + (((vd - vc) * wx) >> ONE_BITS)
  const value = near + (((far - near) * (FADE[fz] as number)) >> ONE_BITS)
  // Raw gradient noise stays within 0.71 of one: stretched to fill the scale.
  return (value * 181) >> 7
}

/** Noise in space, with its own cell size up and down. */
export function noise3(seed: number, x: number, y: number, z: number, shift: number, shiftY: number): number {
  const cellX = x >> shift
  const cellY = y >> shiftY
  const cellZ = z >> shift
  const fx = ((x << ONE_BITS) >> shift) & (ONE - 1)
  const fy = ((y << ONE_BITS) >> shiftY) & (ONE - 1)
  const fz = ((z << ONE_BITS) >> shift) & (ONE - 1)
  const wx = FADE[fx] as number
  const wz = FADE[fz] as number
  const low = slab(seed ^ Math.imul(cellY, 0xc2b2ae3d), cellX, cellZ, fx, fy, fz, wx, wz)
  const high = slab(seed ^ Math.imul(cellY + 1, 0xc2b2ae3d), cellX, cellZ, fx, fy - ONE, fz, wx, wz)
  return low + (((high - low) * (FADE[fy] as number)) >> ONE_BITS)
}

/** Four corners of a cell of space that lie at one height. */
function slab(
  seed: number,
  cellX: number,
  cellZ: number,
  fx: number,
  fy: number,
  fz: number,
  wx: number,
  wz: number,
): number {
  const gx = fx - ONE
  const gz = fz - ONE
  const a = hash2(seed, cellX, cellZ) & 15
  const b = hash2(seed, cellX + 1, cellZ) & 15
  const c = hash2(seed, cellX, cellZ + 1) & 15
  const d = hash2(seed, cellX + 1, cellZ + 1) & 15
  const va = (EDGE_X[a] as number) * fx + (EDGE_Y[a] as number) * fy + (EDGE_Z[a] as number) * fz
  const vb = (EDGE_X[b] as number) * gx + (EDGE_Y[b] as number) * fy + (EDGE_Z[b] as number) * fz
  const vc = (EDGE_X[c] as number) * fx + (EDGE_Y[c] as number) * fy + (EDGE_Z[c] as number) * gz
  const vd = (EDGE_X[d] as number) * gx + (EDGE_Y[d] as number) * fy + (EDGE_Z[d] as number) * gz
  const near = va + (((vb - va) * wx) >> ONE_BITS)
  const far = vc + (((vd - vc) * wx) >> ONE_BITS)
  return near + (((far - near) * wz) >> ONE_BITS)
}

/**
 * Gradient noise is zero at the corners of its cells. Noises that are combined are moved apart by these, so that
 * their corners do not meet in the same places of every world.
 */
export function shiftX(seed: number): number {
  return (seed >>> 5) & 0x3ff
}

export function shiftZ(seed: number): number {
  return (seed >>> 17) & 0x3ff
}

/** Several noises, each half as large and half as strong as the one before: coast lines and hill country. */
export function fractal2(seed: number, x: number, z: number, shift: number, octaves: number): number {
  let sum = 0
  let strength = 1 << octaves
  let total = 0
  for (let i = 0; i < octaves; i++) {
    strength >>= 1
    const own = seed + Math.imul(i, 0x632be59b)
    sum += noise2(own, x + shiftX(own), z + shiftZ(own), shift - i) * strength
    total += strength
  }
  return (sum / total) | 0
}

/** Like `fractal2`, folded at zero: sharp crests near ONE, broad valleys near 0. */
export function ridged2(seed: number, x: number, z: number, shift: number, octaves: number): number {
  let sum = 0
  let strength = 1 << octaves
  let total = 0
  for (let i = 0; i < octaves; i++) {
    strength >>= 1
    const own = seed + Math.imul(i, 0x632be59b)
    const n = noise2(own, x + shiftX(own), z + shiftZ(own), shift - i)
    const fold = ONE - (n < 0 ? -n : n) * 2
    sum += (fold < 0 ? 0 : fold) * strength
    total += strength
  }
  return (sum / total) | 0
}

/** 0 below `from`, ONE above `to`, and a smooth rise between. */
export function ramp(value: number, from: number, to: number): number {
  if (value <= from) return 0
  if (value >= to) return ONE
  return FADE[(((value - from) * (ONE - 1)) / (to - from)) | 0] as number
}

/** The whole-number product of two values in the scale of ONE. */
export function scale(value: number, factor: number): number {
  return (value * factor) >> ONE_BITS
}

/** Straight lines through the given points, level beyond the ends. */
export function spline(points: readonly (readonly [at: number, value: number])[]): (at: number) => number {
  const ats = points.map(([at]) => at)
  const values = points.map(([, value]) => value)
  const last = points.length - 1
  return (at) => {
    if (at <= (ats[0] as number)) return values[0] as number
    for (let i = 1; i <= last; i++) {
      const end = ats[i] as number
      if (at < end) {
        const start = ats[i - 1] as number
        const from = values[i - 1] as number
        return from + Math.floor((((values[i] as number) - from) * (at - start)) / (end - start))
      }
    }
    return values[last] as number
  }
}
