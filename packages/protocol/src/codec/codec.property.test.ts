import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { base64ToBytes, bytesToBase64 } from './base64.js'
import { decodeSurface, decodeVoxels, encodeSurface, encodeVoxels } from './chunk.js'
import { applyOps, cubeCellCount, diffCells } from './delta.js'
import { decodeRle, encodeRle } from './rle.js'

const block = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 65_535 }))
const cubeOf = (radius: number) => {
  const length = cubeCellCount(radius)
  return fc.array(block, { minLength: length, maxLength: length }).map((cells) => Uint16Array.from(cells))
}

test('[B64-1] base64 is the standard one, and back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), (bytes) => {
      expect(bytesToBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
      expect(base64ToBytes(bytesToBase64(bytes))).toEqual(bytes)
    }),
  )
})

test('[RLE3] decode(encode(cells)) = cells', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 400 }), (cells) => {
      expect(decodeRle(encodeRle(cells), cells.length)).toEqual({ ok: true, value: Uint16Array.from(cells) })
    }),
  )
})

test('[RLE4] no text makes a decoder throw', () => {
  const text = fc.oneof(
    fc.string(),
    fc.base64String(),
    fc.uint8Array().map((bytes) => bytesToBase64(bytes)),
  )
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 5000 }), (data, count) => {
      const cells = decodeRle(data, count)
      const surface = decodeSurface(data)
      const voxels = decodeVoxels(data, 1 + (count % 4))
      return (!cells.ok || cells.value.length === count) && (surface.ok || surface.error.path === 'data') && !voxels.ok
    }),
    { numRuns: 1000 },
  )
  expect(decodeRle('', 0).ok).toBe(true)
})

test('[DELTA4] base + diff(base, next) = next', () => {
  fc.assert(
    fc.property(cubeOf(1), cubeOf(1), (base, next) => {
      expect(applyOps(base.slice(), diffCells(base, next, 1), 1)).toEqual({ ok: true, value: next })
    }),
  )
})

test('[CHUNK4] surfaces and voxels come back as they were', () => {
  const columns = fc.array(block, { minLength: 256, maxLength: 256 }).map((cells) => Uint16Array.from(cells))
  fc.assert(
    fc.property(columns, fc.uint8Array({ minLength: 256, maxLength: 256 }), (blocks, heights) => {
      expect(decodeSurface(encodeSurface(blocks, heights))).toEqual({ ok: true, value: { blocks, heights } })
      expect(decodeVoxels(encodeVoxels(blocks), 1)).toEqual({ ok: true, value: blocks })
    }),
    { numRuns: 20 },
  )
})
