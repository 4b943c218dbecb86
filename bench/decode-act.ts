import { Act, decodeClientFrame } from '@clawstead/protocol'
import type { Bench, BenchRow } from './bench.js'
import { measureTogether, rounded } from './measure.js'

/** One ACT as a sidecar sends it: an instant and a task, with the zero vectors of existing clients. */
const TYPICAL_ACT = JSON.stringify({
  type: 'ACT',
  protocol_version: '1.1',
  act_id: 'ACT_1700000000000_42',
  based_on_obs_id: 'A1:40:2',
  idempotency_key: 'ACT_1700000000000_42',
  tick: 40,
  agent_id: 'A1',
  expected_world_id: 'world_1',
  instants: [{ id: 'I1', type: 'SAY', channel: 'LOCAL', text: 'hi', anchor: [0, 0, 0] }],
  tasks: [{ id: 'K1', type: 'MOVE_TO', target: [-2, 0, 2], tolerance: 1.2, block_pos: [0, 0, 0], anchor: [0, 0, 0] }],
})

const REACH_MICROSECONDS = 8

export const decodeAct: Bench = {
  name: 'decode-act',
  async run(): Promise<BenchRow[]> {
    const bytes = new TextEncoder().encode(TYPICAL_ACT)
    const [parse, text, binary, zod] = measureTogether([
      () => JSON.parse(TYPICAL_ACT) as unknown,
      () => decodeClientFrame(TYPICAL_ACT),
      () => decodeClientFrame(bytes),
      () => Act.schema.safeParse(JSON.parse(TYPICAL_ACT)),
    ])
    if (parse === undefined || text === undefined || binary === undefined || zod === undefined) return []
    const partner = `JSON.parse of the same ${bytes.length} bytes`
    const row = (name: string, samples: typeof parse, note?: string): BenchRow => ({
      name,
      unit: 'us',
      value: samples.p50,
      ...samples,
      partner,
      ratio: rounded(samples.p50 / parse.p50),
      ...(note === undefined ? {} : { note }),
    })
    return [
      { ...row('decode-act', text), reach: REACH_MICROSECONDS, ok: text.p50 <= REACH_MICROSECONDS },
      { ...row('decode-act-binary', binary), reach: REACH_MICROSECONDS, ok: binary.p50 <= REACH_MICROSECONDS },
      row('decode-act-zod', zod, 'the same schema by zod itself, without the rules of the wire'),
      { name: 'decode-act-parse', unit: 'us', value: parse.p50, ...parse },
    ]
  },
}
