import { testWorld } from '@clawstead/world/testing'
import type { Bench, BenchRow } from './bench.js'
import { rounded } from './measure.js'

const SEED = 1337
const WARMUP_COLUMNS = 400
const COLUMNS = 3_000
const COLUMNS_PER_ROW = 60
const REACH_COLUMNS_PER_SECOND = 400
const COLUMN_OVERHEAD_BYTES = 512

/** New ground, one 16 x 16 column after another, far from where the warm-up was. */
export const generate: Bench = {
  name: 'generate',
  async run(): Promise<BenchRow[]> {
    const flat = measure('flat-1')
    const rows = ['overworld-1', 'mine-1-l1', 'mine-1-l3', 'city-1'].map((id): BenchRow => {
      const own = measure(id)
      return {
        ...own,
        reach: REACH_COLUMNS_PER_SECOND,
        ok: own.value >= REACH_COLUMNS_PER_SECOND,
        partner: 'generate-flat-1',
        ratio: rounded(own.value / flat.value),
      }
    })
    return [...rows, flat]
  },
}

function measure(id: string): BenchRow {
  const { terrain } = testWorld({ generator: id, seed: SEED, flat: id === 'flat-1' })
  const { generator } = terrain
  for (let i = 0; i < WARMUP_COLUMNS; i++) generator.generate(i % COLUMNS_PER_ROW, -Math.floor(i / COLUMNS_PER_ROW))
  const milliseconds = new Float64Array(COLUMNS)
  let bytes = 0
  for (let i = 0; i < COLUMNS; i++) {
    const start = performance.now()
    const sections = generator.generate((i % COLUMNS_PER_ROW) - 140, Math.floor(i / COLUMNS_PER_ROW) + 20)
    milliseconds[i] = performance.now() - start
    bytes += COLUMN_OVERHEAD_BYTES
    for (const section of sections) bytes += typeof section === 'number' ? 8 : section.byteLength
  }
  const total = milliseconds.reduce((sum, part) => sum + part, 0)
  const sorted = milliseconds.toSorted()
  const perSecondAt = (share: number): number => rounded(1000 / (sorted[Math.floor(COLUMNS * share)] as number))
  return {
    name: `generate-${id}`,
    unit: 'columns/s',
    value: rounded((COLUMNS * 1000) / total),
    p50: perSecondAt(0.5),
    p99: perSecondAt(0.99),
    p999: perSecondAt(0.999),
    note: `${rounded(bytes / COLUMNS / 1024)} KB per column`,
  }
}
