import { mix32 } from '../math/hash.js'

// The terrain's digest is the sum, over all cells, of what these give for the block there
// minus what they give for the block that was generated there.

export function placeHash(x: number, y: number, z: number): number {
  return mix32(Math.imul(x, 0x9e3779b1) ^ Math.imul(z, 0x85ebca77) ^ Math.imul(y, 0xc2b2ae3d)) | 0
}

export function lowTerm(place: number, block: number): number {
  return mix32(place ^ Math.imul(block, 0x27d4eb2f)) | 0
}

export function highTerm(place: number, block: number): number {
  return mix32((place + Math.imul(block, 0x165667b1)) | 0) | 0
}
