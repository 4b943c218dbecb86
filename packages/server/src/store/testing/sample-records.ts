import type { Act, AgentId } from '@clawstead/protocol'
import type { Input } from '@clawstead/world'
import type { LogIdentity, TickRecord } from '../log-store.js'
import { createRandom } from './random.js'

export const SAMPLE_IDENTITY: LogIdentity = {
  worldId: 'OVERWORLD',
  seed: 1337,
  generator: 'plain-1',
  rules: 1,
  content: 'c0ffee',
}

const agentId = (number: number): AgentId => `A${number}` as AgentId

/** An act with texts that bytes are easily careless with. */
export function sampleAct(number: number): Input {
  const act = {
    type: 'ACT',
    protocol_version: '1.1',
    act_id: `ACT_${number}`,
    tick: number,
    instants: [{ id: 'I1', type: 'SAY', channel: 'LOCAL', text: `h\u00e9 \u{1f980} \ud800 ${number}` }],
    tasks: [{ id: 'K1', type: 'MOVE_TO', target: [-number, 64, number * 1000], tolerance: 1.5 }],
    cancel: [],
  }
  return { kind: 'act', agentId: agentId(1 + (number % 7)), act: act as unknown as Act }
}

/** A change of blocks, which carries an array of numbers. */
export function sampleEdit(number: number): Input {
  const cells = Uint16Array.from({ length: 60 + (number % 5) }, (_, index) => (index * number) % 700)
  const patch = { size: [cells.length, 1, 1] as const, cells, contents: { containers: [], signs: [], boards: [] } }
  return { kind: 'edit', by: 'op', edit: { id: `E${number}`, label: 'sample', op: 'paste', patch, to: [0, 64, 0] } }
}

export function sampleDigest(tick: number): string {
  const random = createRandom(tick)
  const half = (): string =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  return half() + half()
}

/** Most ticks of a world have no inputs; every third of these has some. */
export function sampleRecord(tick: number, inbox: readonly number[] = []): TickRecord {
  const inputs: Input[] = []
  if (tick % 3 === 0) inputs.push(sampleAct(tick))
  if (tick % 9 === 0)
    inputs.push({ kind: 'join', agentId: agentId(tick + 1), name: `agent ${tick}` }, sampleAct(tick + 1))
  if (tick % 15 === 0) inputs.push(sampleEdit(tick))
  return { tick, inputs, inbox, digest: sampleDigest(tick) }
}

export function sampleRecords(first: number, count: number): TickRecord[] {
  return Array.from({ length: count }, (_, index) => sampleRecord(first + index))
}

export async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of source) list.push(item)
  return list
}
