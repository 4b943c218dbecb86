import { closeForHello, decodeClientFrame, refusalOfAct, refusalOfBrokenAct, selectVersion } from '@clawstead/protocol'
import type { Chance } from '../../chance.js'
import { asBytes, mutated } from './mutate.js'

const INSTANTS = [
  { id: 'I1', type: 'SAY', channel: 'LOCAL', text: 'hi' },
  { id: 'I2', type: 'SAVE_MEMORY', key: 'k', value: 'v', ttl_ticks: 0 },
  { id: 'I3', type: 'EAT', item_id: 'BERRIES', count: 1 },
  { id: 'I4', type: 'OFFER_TRADE', to: 'A1', offer: [['PLANK', 1]], request: [['COAL', 1]] },
] as const
const TASKS = [
  { id: 'K1', type: 'MOVE_TO', target: [3, 0, 3], tolerance: 1.2 },
  { id: 'K2', type: 'MINE', block_pos: [1, 0, 1] },
  { id: 'K3', type: 'CRAFT', recipe_id: 'plank', count: 1 },
  { id: 'K4', type: 'PLACE', item_id: 'PLANK', block_pos: [2, 0, 2] },
] as const
const HELLO = {
  type: 'HELLO',
  protocol_version: '1.1',
  supported_versions: ['1.1', '1.0'],
  agent_name: 'fuzz',
  capabilities: { delta_voxels: true, max_queue: 64, clawstead: false },
  auth: { token: '' },
  world_preference: '',
}

/** A frame of a joined client that is mostly not quite right. */
export function anyFrame(id: string, tick: number, chance: Chance): Buffer {
  const act = {
    type: 'ACT',
    protocol_version: '1.1',
    act_id: id,
    based_on_obs_id: `obs-${tick}`,
    expected_world_id: 'world_1',
    tick,
    instants: [chance.pick(INSTANTS)],
    tasks: [chance.pick(TASKS)],
    cancel: ['T000001'],
  }
  const base = chance.permille(800) ? act : { type: 'EVENT_BATCH_REQ', req_id: id, since_cursor: 0, limit: 5 }
  return asBytes(mutated(base, chance), chance)
}

/** A first frame that is mostly not quite right. */
export function anyHello(chance: Chance): Buffer {
  return asBytes(mutated(HELLO, chance), chance)
}

/** What the protocol says the answer to a frame of a joined 1.1 client is; undefined where there is none. */
export function answerDue(frame: Uint8Array): string | undefined {
  const decoded = decodeClientFrame(frame)
  if (!decoded.ok) {
    const refusal = refusalOfBrokenAct(decoded.error)
    return refusal && nack(refusal)
  }
  const message = decoded.value
  if (message.type === 'EVENT_BATCH_REQ') return message.req_id === '' ? undefined : `EVENT_BATCH ${message.req_id}`
  if (message.type !== 'ACT') return undefined
  const refusal = refusalOfAct(message)
  return refusal === undefined ? `ACK ${message.act_id}` : nack(refusal)
}

function nack({ ackFor, message }: { ackFor: string; message: string }): string {
  return `ACK ${ackFor}: E_PROTO_BAD_REQUEST ${message}`
}

/** What the protocol says becomes of a socket with this first frame. */
export function fateDue(frame: Uint8Array): string {
  const decoded = decodeClientFrame(frame)
  const close = closeForHello(decoded)
  if (close !== undefined) return `${close.code} ${close.reason}`
  if (!decoded.ok || decoded.value.type !== 'HELLO') return '1008 expected HELLO'
  return selectVersion(decoded.value) === undefined ? '1008 bad protocol_version' : 'WELCOME'
}

/** An answer as `answerDue` writes it; undefined for frames that answer nothing. */
export function answerOf(frame: Readonly<Record<string, unknown>>): string | undefined {
  if (frame['type'] === 'EVENT_BATCH') return `EVENT_BATCH ${String(frame['req_id'])}`
  if (frame['type'] !== 'ACK') return undefined
  const answer = `ACK ${String(frame['ack_for'])}`
  return frame['accepted'] === true ? answer : `${answer}: ${String(frame['code'])} ${String(frame['message'])}`
}
