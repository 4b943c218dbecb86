import { array, assert, integer, property, uniqueArray } from 'fast-check'
import { expect, test } from 'vitest'
import { packCells, packedCell, unpackCells } from './packed-cells.js'
import { SECTION_CELLS } from './section.js'

const block = integer({ min: 0, max: 255 })

/** A section made of these kinds, all of them, in an order drawn from `picks`. */
function cellsOf(kinds: readonly number[], picks: readonly number[]): Uint8Array {
  return Uint8Array.from({ length: SECTION_CELLS }, (_, i) => {
    const pick = i < kinds.length ? i : (picks[i % picks.length] as number) + i * 7
    return kinds[pick % kinds.length] as number
  })
}

const picks = array(integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 50 })

test('[PACK1] what was packed is what comes out, cell by cell and as a whole', () => {
  assert(
    property(uniqueArray(block, { minLength: 1, maxLength: 16 }), picks, (kinds, order) => {
      const cells = cellsOf(kinds, order)
      const packed = packCells(cells)
      if (packed === undefined) throw new Error('it was not packed')
      expect(unpackCells(packed)).toEqual(cells)
      expect(Uint8Array.from({ length: SECTION_CELLS }, (_, i) => packedCell(packed, i))).toEqual(cells)
    }),
    { numRuns: 50 },
  )
})

test('[PACK2] more kinds than fit, and wide ids, are left alone, and leave nothing behind for the next section', () => {
  const kinds = Array.from({ length: 17 }, (_, i) => 200 + i)
  expect(packCells(cellsOf(kinds, [1]))).toBeUndefined()
  expect(packCells(new Uint16Array(SECTION_CELLS).fill(300))).toBeUndefined()
  const cells = cellsOf(kinds.slice(1), [3])
  const packed = packCells(cells)
  expect(packed && unpackCells(packed)).toEqual(cells)
})
