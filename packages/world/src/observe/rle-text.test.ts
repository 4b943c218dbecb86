import { encodeRle } from '@clawstead/protocol'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCube, rleText } from './rle-text.js'

const runs = fc.array(
  fc.record({ block: fc.integer({ min: 0, max: 255 }), length: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.nat(400)) }),
  { maxLength: 40 },
)

test.each([1, 2] as const)(
  '[OBS26] a cube is written as the codec of the wire writes it (%i bytes per cell)',
  (bytes) => {
    fc.assert(
      fc.property(runs, (list) => {
        const blocks = list.flatMap(({ block, length }) => Array.from({ length }, () => block))
        const cube = createCube(blocks.length, bytes)
        cube.cells.set(blocks)
        expect(rleText(cube)).toBe(encodeRle(blocks))
      }),
    )
  },
)
