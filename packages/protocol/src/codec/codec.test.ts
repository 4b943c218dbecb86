import { describe, expect, test } from 'vitest'
import type { Decoded } from '../result.js'
import { base64ToBytes, bytesToBase64 } from './base64.js'
import { decodeSurface, decodeVoxels, encodeSurface, encodeVoxels } from './chunk.js'
import { applyOps, cubeCellCount, cubeIndex, diffCells } from './delta.js'
import { decodeRle, encodeRle } from './rle.js'

const cube = (radius: number, cells: readonly (readonly [index: number, block: number])[] = []) => {
  const all = new Uint16Array(cubeCellCount(radius))
  for (const [index, block] of cells) all[index] = block
  return all
}
const messageOf = (decoded: Decoded<unknown>) => (decoded.ok ? undefined : decoded.error.message)

describe('RLE', () => {
  const runs = [
    [1, 3],
    [2, 2],
    [3, 1],
    [7, 50],
    [9, 1],
    [10, 3],
  ] as const
  const VECTORS: readonly [string, ArrayLike<number>, string][] = [
    ['a cube of air', cube(7), 'AK8a'],
    ['one stone in a small cube', cube(1, [[14, 25]]), 'AA4ZAQAM'],
    ['one stone in a cube', cube(7, [[1674, 25]]), 'AIoNGQEApA0='],
    ['short runs', runs.flatMap(([block, run]) => Array.from({ length: run }, () => block)), 'AQMCAgMBBzIJAQoD'],
    ['two-byte numbers', Array.from({ length: 300 }, () => 300), 'rAKsAg=='],
    ['a small cube of air', cube(1), 'ABs='],
    ['the highest block id', [65_535], '//8DAQ=='],
    ['no cells', [], ''],
  ]

  test.each(VECTORS)('[RLE1] %s', (_, cells, text) => {
    expect(encodeRle(cells)).toBe(text)
    expect(decodeRle(text, cells.length)).toEqual({ ok: true, value: Uint16Array.from(Array.from(cells)) })
  })

  test.each([
    ['AK8', 3375, 'data is not base64'],
    ['AK8*', 3375, 'data is not base64'],
    ['AK8a', 3374, 'data has more than 3374 cells'],
    ['AK8a', 3376, 'data has 3375 cells instead of 3376'],
    [bytesToBase64(Uint8Array.of(0, 0)), 1, 'data holds a run of length 0'],
    [bytesToBase64(Uint8Array.of(0)), 1, 'data ends within a number, or holds one that is too large'],
    [bytesToBase64(Uint8Array.of(0, 128)), 1, 'data ends within a number, or holds one that is too large'],
    [
      bytesToBase64(Uint8Array.of(255, 255, 255, 255, 1, 1)),
      1,
      'data ends within a number, or holds one that is too large',
    ],
    [bytesToBase64(Uint8Array.of(128, 128, 4, 1)), 1, 'data names block 65536, above 65535'],
  ])('[RLE2] %s for %i cells is refused', (text, count, message) => {
    expect(messageOf(decodeRle(text, count))).toBe(message)
  })
})

describe('DELTA', () => {
  test('[DELTA1] cells are found by their offset', () => {
    expect(cubeIndex(1, 0, 0, 1)).toBe(14)
    expect(cubeIndex(2, 0, -1, 7)).toBe(1674)
    expect(cubeIndex(-7, -7, -7, 7)).toBe(0)
    expect(cubeIndex(7, 7, 7, 7)).toBe(3374)
  })

  test('[DELTA2] ops are applied to the cube before and found again', () => {
    const cells = cube(1)
    const ops = [
      { d: [1, -1, 0], b: 9 },
      { d: [0, 0, 0], b: 5 },
    ] as const
    expect(applyOps(cells, ops, 1)).toEqual({
      ok: true,
      value: cube(1, [
        [13, 5],
        [5, 9],
      ]),
    })
    expect(diffCells(cube(1), cells, 1)).toEqual(ops)
  })

  test('[DELTA3] an op outside the cube changes nothing', () => {
    const cells = cube(1)
    const result = applyOps(
      cells,
      [
        { d: [0, 0, 0], b: 5 },
        { d: [0, 2, 0], b: 5 },
      ],
      1,
    )
    expect(messageOf(result)).toBe('ops[1].d lies outside a cube of radius 1')
    expect(cells).toEqual(cube(1))
    expect(messageOf(applyOps(cells, [], 2))).toBe('a cube of radius 2 does not have 27 cells')
  })
})

describe('chunks', () => {
  test('[CHUNK1] a surface cell is the block id, low byte first, and the height', () => {
    const blocks = new Uint16Array(256)
    const heights = new Uint8Array(256)
    blocks[0] = 0x1234
    heights[0] = 21
    const text = encodeSurface(blocks, heights)
    expect(base64ToBytes(text)?.slice(0, 3)).toEqual(Uint8Array.of(0x34, 0x12, 0x15))
    expect(decodeSurface(text)).toEqual({ ok: true, value: { blocks, heights } })
  })

  test('[CHUNK2] voxels are little-endian, x fastest', () => {
    const cells = new Uint16Array(512)
    cells[1] = 0x1234
    const text = encodeVoxels(cells)
    expect(base64ToBytes(text)?.slice(0, 4)).toEqual(Uint8Array.of(0, 0, 0x34, 0x12))
    expect(decodeVoxels(text, 2)).toEqual({ ok: true, value: cells })
  })

  test('[CHUNK3] a wrong length is refused', () => {
    expect(messageOf(decodeSurface(bytesToBase64(new Uint8Array(767))))).toBe('data has 767 bytes instead of 768')
    expect(messageOf(decodeVoxels('', 1))).toBe('data has 0 bytes instead of 512')
    expect(messageOf(decodeVoxels('!', 1))).toBe('data is not base64')
  })
})
