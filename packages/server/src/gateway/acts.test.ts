import { decodeClientFrame, refusalOfBrokenAct } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import { createActLedger } from '../host/act-ledger.js'
import { type ActVerdict, badRequest, judgeAct } from './acts.js'

const GOOD = {
  type: 'ACT',
  protocol_version: '1.1',
  act_id: 'n',
  based_on_obs_id: 'A1:1:1',
  tick: 1,
  expected_world_id: 'world_1',
}

function judge(act: object, ledger = createActLedger()): ActVerdict | 'unread' {
  const decoded = decodeClientFrame(JSON.stringify({ ...GOOD, ...act }))
  if (!decoded.ok) {
    const refusal = refusalOfBrokenAct(decoded.error)
    return refusal === undefined ? 'unread' : badRequest(refusal)
  }
  return decoded.value.type === 'ACT' ? judgeAct(decoded.value, 'w', ledger, 1) : 'unread'
}

const SAY = { instants: [{ id: 'I1', type: 'SAY', channel: 'LOCAL', text: 'x' }] }
const refuse = (ackFor: string, message: string) => ({ kind: 'refuse', ackFor, code: 'E_PROTO_BAD_REQUEST', message })

const refused: [story: string, act: object, verdict: object][] = [
  ['an unknown version', { protocol_version: '2.0', act_id: '' }, refuse('', 'unsupported protocol_version')],
  ['a missing version', { protocol_version: undefined }, refuse('n', 'unsupported protocol_version')],
  ['a missing act_id', { act_id: undefined, based_on_obs_id: '' }, refuse('', 'missing act_id')],
  ['a blank act_id', { act_id: '  ' }, refuse('', 'missing act_id')],
  [
    'a missing based_on_obs_id',
    { based_on_obs_id: undefined, expected_world_id: '', ...SAY },
    refuse('n', 'missing based_on_obs_id'),
  ],
  [
    'a missing world',
    { expected_world_id: undefined, ...SAY },
    refuse('n', 'expected_world_id required for mutating ACT'),
  ],
  [
    'a missing world, cancel only',
    { expected_world_id: ' ', cancel: ['T999999'] },
    refuse('n', 'expected_world_id required for mutating ACT'),
  ],
  ['a tick that is text', { tick: 'x', protocol_version: '2.0' }, refuse('n', 'bad ACT payload')],
  ['an act_id that is a number', { act_id: 7 }, refuse('', 'bad ACT payload')],
  ['instants that are an object', { instants: {} }, refuse('n', 'bad ACT payload')],
  [
    'a target with a fraction',
    { tasks: [{ id: 'K1', type: 'MOVE_TO', target: [1.5, 0, 0] }] },
    refuse('n', 'bad ACT payload'),
  ],
]
test.each(refused)('[ACT2] %s is refused by name', (_story, act, verdict) => {
  expect(judge(act)).toMatchObject(verdict)
})

test('[ACT1] a frame whose version is no text has nobody to be answered', () => {
  expect(judge({ protocol_version: 1 })).toBe('unread')
})

test('[ACT3] an empty act needs no world', () => {
  expect(judge({ expected_world_id: undefined })).toMatchObject({ kind: 'take' })
})

test('[ACT4] an act seen before is answered from memory, by its id or by its key', () => {
  const ledger = createActLedger()
  const record = { actId: 'n', worldId: 'world_1', meantFor: 'w', atTick: 1, taken: Promise.resolve(1) }
  ledger.remember(record, 'key')
  expect(judge(SAY, ledger)).toEqual({ kind: 'replay', ackFor: 'n', record })
  expect(judge({ ...SAY, act_id: 'm', idempotency_key: 'key' }, ledger)).toEqual({
    kind: 'replay',
    ackFor: 'm',
    record,
  })
  expect(judge({ ...SAY, act_id: 'm', idempotency_key: 'm' }, ledger)).toMatchObject({
    kind: 'take',
    idempotencyKey: undefined,
  })
  expect(judge({ ...SAY, act_id: 'm', idempotency_key: 'other' }, ledger)).toMatchObject({
    kind: 'take',
    idempotencyKey: 'other',
  })
})

test('[ACT2] a refused act is not remembered', () => {
  const ledger = createActLedger()
  judge({ based_on_obs_id: '' }, ledger)
  expect(judge(SAY, ledger)).toMatchObject({ kind: 'take' })
})
