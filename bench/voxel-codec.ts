import { decodeRle, diffCells, encodeRle } from '@clawstead/protocol'
import type { Bench, BenchRow } from './bench.js'
import { measureTogether } from './measure.js'

const RADIUS = 7
const SIDE = 2 * RADIUS + 1

/** Hills of stone, dirt and grass with some ore, as an agent in the open sees them. */
function hills(shift: number): Uint16Array {
  const cells = new Uint16Array(SIDE ** 3)
  for (let y = 0; y < SIDE; y++) {
    for (let z = 0; z < SIDE; z++) {
      for (let x = 0; x < SIDE; x++) {
        const top = RADIUS + Math.floor(3 * Math.sin((x + shift) / 4 + z / 5))
        const isOre = (x * 31 + y * 17 + z * 7) % 23 === 0
        const ground = y > top - 3 ? 12 : isOre ? 18 : 25
        cells[(y * SIDE + z) * SIDE + x] = y > top ? 0 : y === top ? 15 : ground
      }
    }
  }
  return cells
}

const REACH_MICROSECONDS = 10

/** What every OBS of every agent costs. */
export const voxelCodec: Bench = {
  name: 'voxel-codec',
  async run(): Promise<BenchRow[]> {
    const cells = hills(0)
    const moved = hills(1)
    const text = encodeRle(cells)
    const [encode, decode, diff] = measureTogether(
      [() => encodeRle(cells), () => decodeRle(text, cells.length), () => diffCells(cells, moved, RADIUS)],
      { warmups: 5_000 },
    )
    if (encode === undefined || decode === undefined || diff === undefined) return []
    return [
      {
        name: 'voxel-rle-encode',
        unit: 'us',
        value: encode.p50,
        ...encode,
        reach: REACH_MICROSECONDS,
        ok: encode.p50 <= REACH_MICROSECONDS,
        note: `${cells.length} cells to ${text.length} characters`,
      },
      { name: 'voxel-rle-decode', unit: 'us', value: decode.p50, ...decode },
      { name: 'voxel-diff', unit: 'us', value: diff.p50, ...diff },
    ]
  },
}
