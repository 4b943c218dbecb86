import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decodeClientFrame,
  decodeObserverClientFrame,
  decodeObserverServerFrame,
  decodeServerFrame,
  decodeValue,
} from './decode.js'
import { ACT_LIST_MAX, FRAME_BYTES_MAX, FRAME_DEPTH_MAX } from './limits.js'
import { Act } from './messages/act.js'
import type { Decoded } from './result.js'

const errorOf = (decoded: Decoded<unknown>) => (decoded.ok ? undefined : decoded.error)
const act = (fields: object) => JSON.stringify({ type: 'ACT', act_id: 'a', ...fields })
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

const EMPTY_ACT = {
  type: 'ACT',
  protocol_version: '',
  act_id: 'a',
  based_on_obs_id: '',
  idempotency_key: '',
  tick: 0,
  agent_id: '',
  expected_world_id: '',
  instants: [],
  tasks: [],
  cancel: [],
}

describe('frames', () => {
  test('[DEC1] bytes and text read alike, in UTF-8', () => {
    const text = act({ instants: [{ type: 'SAY', text: 'é😀' }] })
    expect(decodeClientFrame(new TextEncoder().encode(text))).toEqual(decodeClientFrame(text))
  })

  test('[DEC2] what is not a JSON object is refused', () => {
    expect(errorOf(decodeClientFrame('garbage'))).toMatchObject({ reason: 'not_json', path: '' })
    expect(errorOf(decodeClientFrame(''))).toMatchObject({ reason: 'not_json' })
    expect(errorOf(decodeClientFrame('\ufeff{}'))).toMatchObject({ reason: 'not_json' })
    expect(errorOf(decodeClientFrame(Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d)))).toMatchObject({
      reason: 'not_json',
    })
    expect(errorOf(decodeClientFrame('[1]'))).toMatchObject({ reason: 'not_object' })
    expect(errorOf(decodeClientFrame('5'))).toMatchObject({ reason: 'not_object' })
  })

  test('[DEC3] without a readable envelope nobody is answered', () => {
    expect(errorOf(decodeClientFrame('{"type":5}'))).toEqual({
      code: 'E_PROTO_BAD_REQUEST',
      reason: 'bad_envelope',
      path: 'type',
      message: 'type must be a string',
    })
    expect(errorOf(decodeClientFrame('{"type":"ACT","protocol_version":1.1}'))).toEqual({
      code: 'E_PROTO_BAD_REQUEST',
      reason: 'bad_envelope',
      path: 'protocol_version',
      message: 'protocol_version must be a string',
    })
    expect(errorOf(decodeClientFrame('{}'))).toMatchObject({ reason: 'unknown_type', path: 'type' })
    expect(errorOf(decodeClientFrame('null'))).toMatchObject({ reason: 'unknown_type', path: 'type' })
  })

  test('[DEC4] types are exact and belong to a direction', () => {
    for (const type of ['act', 'OBS', 'constructor', '__proto__', 'toString', '']) {
      expect(errorOf(decodeClientFrame(JSON.stringify({ type })))).toMatchObject({ reason: 'unknown_type', type })
    }
    expect(errorOf(decodeServerFrame(act({})))).toMatchObject({ reason: 'unknown_type', type: 'ACT' })
  })

  test('[DEC5] size is counted in bytes', () => {
    const padding = (unit: string, bytes: number) => act({ agent_id: unit.repeat(bytes) })
    const room = FRAME_BYTES_MAX - padding('', 0).length
    expect(decodeClientFrame(padding('x', room)).ok).toBe(true)
    expect(errorOf(decodeClientFrame(padding('x', room + 1)))).toMatchObject({
      reason: 'too_large',
      message: 'frame is larger than 1048576 bytes',
    })
    expect(decodeClientFrame(padding('é', Math.floor(room / 2))).ok).toBe(true)
    expect(errorOf(decodeClientFrame(padding('é', room / 2 + 1)))).toMatchObject({ reason: 'too_large' })
    expect(errorOf(decodeClientFrame(new Uint8Array(FRAME_BYTES_MAX + 1)))).toMatchObject({ reason: 'too_large' })
  })

  test('[DEC6] nesting has a limit, brackets in strings do not count', () => {
    const params = (json: string) => `{"type":"ACT","instants":[{"params":{"x":${json}}}]}`
    expect(decodeClientFrame(params(nested(FRAME_DEPTH_MAX - 4))).ok).toBe(true)
    expect(errorOf(decodeClientFrame(params(nested(FRAME_DEPTH_MAX - 3))))).toMatchObject({
      reason: 'too_deep',
      message: 'frame nests lists and objects deeper than 32',
    })
    expect(errorOf(decodeClientFrame('['.repeat(FRAME_BYTES_MAX)))).toMatchObject({ reason: 'too_deep' })
    expect(decodeClientFrame(act({ agent_id: '[{'.repeat(99) })).ok).toBe(true)
    expect(decodeClientFrame(act({ agent_id: '\\"[{'.repeat(99) })).ok).toBe(true)
  })
})

describe('the rules existing peers rely on', () => {
  test('[DEC7] absent and null read as empty', () => {
    expect(decodeClientFrame(act({}))).toEqual({ ok: true, value: EMPTY_ACT })
    const nulls = { tick: null, agent_id: null, instants: null, tasks: null, cancel: null, protocol_version: null }
    expect(decodeClientFrame(act(nulls))).toEqual({ ok: true, value: EMPTY_ACT })
  })

  test('[DEC8] null within a list is the zero value', () => {
    expect(decodeClientFrame(act({ instants: [null], cancel: [null], tasks: [{ target: [null, 5] }] }))).toEqual({
      ok: true,
      value: {
        ...EMPTY_ACT,
        instants: [{ type: '', id: '' }],
        cancel: [''],
        tasks: [{ type: '', id: '', target: [0, 5, 0] }],
      },
    })
  })

  test('[DEC9] vectors are filled and cut, null is absent', () => {
    const tasks = [
      { target: [1] },
      { target: [1, 2, 3, 'x'] },
      { target: [] },
      { target: null },
      { target: [-0, 0, 0] },
    ]
    const decoded = decodeClientFrame(act({ tasks }))
    expect(decoded.ok && decoded.value.type === 'ACT' && decoded.value.tasks).toEqual([
      { type: '', id: '', target: [1, 0, 0] },
      { type: '', id: '', target: [1, 2, 3] },
      { type: '', id: '', target: [0, 0, 0] },
      { type: '', id: '' },
      { type: '', id: '', target: [0, 0, 0] },
    ])
  })

  test('[DEC10] unknown keys go, unknown actions and their order stay', () => {
    const instants = [
      { id: '1', type: 'DANCE', style: 'slow', text: 'kept' },
      { id: '2', type: 'SAY', text: 'x' },
    ]
    const decoded = decodeClientFrame(act({ instants, extra: 1 }))
    expect(decoded).toEqual({
      ok: true,
      value: {
        ...EMPTY_ACT,
        instants: [
          { id: '1', type: 'DANCE', text: 'kept' },
          { id: '2', type: 'SAY', text: 'x' },
        ],
      },
    })
  })

  test('[DEC11] a number with fraction or exponent is no integer, whatever its value', () => {
    for (const number of ['5.0', '1e2', '1E2', '10e-1', '-5.00']) {
      const error = errorOf(decodeClientFrame(`{"type":"ACT","act_id":"a","tick":${number}}`))
      expect(error).toMatchObject({ reason: 'bad_field', path: 'tick', actId: 'a', type: 'ACT' })
      const decoded = decodeClientFrame(`{"type":"ACT","act_id":"a","tasks":[{"tolerance":${number}}]}`)
      expect(decoded).toMatchObject({ ok: true, value: { tasks: [{ tolerance: Number(number) }] } })
    }
    const quoted = decodeClientFrame('{"type":"ACT","act_id":"a 5.0","tick":7,"tasks":[{"tolerance":1.5}]}')
    expect(quoted).toMatchObject({ ok: true, value: { act_id: 'a 5.0', tick: 7, tasks: [{ tolerance: 1.5 }] } })
    expect(errorOf(decodeClientFrame('{"type":"ACT","tasks":[{"tolerance":1e999}]}'))).toMatchObject({
      path: 'tasks[0].tolerance',
      message: 'tasks[0].tolerance must be a number',
    })
  })

  test('[DEC12] a known argument of the wrong type spoils the frame, used or not', () => {
    expect(errorOf(decodeClientFrame(act({ instants: [{ type: 'SAY', text: 'x', count: '3' }] })))).toEqual({
      code: 'E_PROTO_BAD_REQUEST',
      reason: 'bad_field',
      path: 'instants[0].count',
      message:
        'instants[0].count must be an integer between -(2^53-1) and 2^53-1, written without fraction or exponent',
      type: 'ACT',
      actId: 'a',
    })
  })

  test('[DEC13] the act_id is told only when it is text', () => {
    expect(errorOf(decodeClientFrame('{"type":"ACT","act_id":7}'))).toEqual({
      code: 'E_PROTO_BAD_REQUEST',
      reason: 'bad_field',
      path: 'act_id',
      message: 'act_id must be a string',
      type: 'ACT',
    })
  })

  test('[DEC14] lists and references have limits', () => {
    const many = (count: number) => Array.from({ length: count }, () => ({}))
    expect(decodeClientFrame(act({ tasks: many(ACT_LIST_MAX) })).ok).toBe(true)
    expect(errorOf(decodeClientFrame(act({ tasks: many(ACT_LIST_MAX + 1) })))?.message).toBe(
      'tasks must have at most 64 entries',
    )
    expect(errorOf(decodeClientFrame(act({ act_id: 'x'.repeat(257) })))?.message).toBe(
      'act_id must have at most 256 characters',
    )
  })

  test('[DEC15] __proto__ is never a field', () => {
    const frame =
      '{"type":"ACT","act_id":"a","__proto__":{"tick":9},"instants":[{"type":"SET_PERMISSIONS","__proto__":{"text":"x"},' +
      '"policy":{"__proto__":true,"allow_build":true}}]}'
    const decoded = decodeClientFrame(frame)
    expect(decoded).toEqual({
      ok: true,
      value: {
        ...EMPTY_ACT,
        instants: [{ type: 'SET_PERMISSIONS', id: '', policy: { allow_build: true } }],
      },
    })
    const obs = decodeServerFrame('{"type":"EVENT_BATCH","events":[{"event":{"type":"X","__proto__":{"a":1},"b":2}}]}')
    expect(obs.ok && obs.value.type === 'EVENT_BATCH' && obs.value.events).toEqual([
      { cursor: 0, event: { type: 'X', b: 2 } },
    ])
  })

  test('[DEC16] odd keys are shown quoted and cut', () => {
    const policy = { ['x y'.repeat(40)]: 1 }
    expect(errorOf(decodeClientFrame(act({ instants: [{ policy }] })))?.path).toBe(
      `instants[0].policy["${'x y'.repeat(40).slice(0, 64)}"]`,
    )
  })

  test('[DEC17] fields an event is not known to have are kept', () => {
    const event = { type: 'CHAT', t: 1, from: 'A1', channel: 'LOCAL', text: 'hi', mood: { calm: true } }
    const decoded = decodeServerFrame(JSON.stringify({ type: 'EVENT_BATCH', events: [{ cursor: 1, event }] }))
    expect(decoded).toMatchObject({ ok: true, value: { events: [{ cursor: 1, event }] } })
  })
})

describe('whatever comes in', () => {
  const decoders = [decodeClientFrame, decodeServerFrame, decodeObserverClientFrame, decodeObserverServerFrame]
  const types = [
    'HELLO',
    'ACT',
    'EVENT_BATCH_REQ',
    'OBS',
    'WELCOME',
    'CATALOG',
    'ACK',
    'EVENT_BATCH',
    'TICK',
    'SUBSCRIBE',
  ]

  test('[DEC18] no decoder throws, and every refusal says where and why', () => {
    const frame = fc
      .tuple(
        fc.constantFrom(...types),
        fc.dictionary(fc.constantFrom(...Object.keys(EMPTY_ACT), 'self', 'events'), fc.jsonValue()),
      )
      .map(([type, fields]) => JSON.stringify({ ...fields, type }))
    fc.assert(
      fc.property(fc.oneof(frame, fc.json(), fc.string(), fc.uint8Array()), (data) => {
        const refusals = decoders.map((decode) => errorOf(decode(data)))
        expect(refusals.filter((error) => error?.message === '')).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  test('[DEC19] what the reader returns, zod accepts unchanged; what zod accepts, the reader reads the same', () => {
    const action = fc.record(
      {
        id: fc.string(),
        type: fc.constantFrom('SAY', 'MINE', 'NOPE'),
        text: fc.string(),
        count: fc.oneof(fc.integer(), fc.constant('3'), fc.constant(null)),
        target: fc.array(fc.oneof(fc.integer(), fc.double()), { maxLength: 4 }),
        params: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
        offer: fc.array(fc.array(fc.jsonValue(), { maxLength: 2 }), { maxLength: 2 }),
        reward: fc.array(fc.record({ item: fc.string(), count: fc.integer() }), { maxLength: 2 }),
      },
      { requiredKeys: [] },
    )
    const frame = fc.record(
      { tick: fc.nat(), act_id: fc.string(), instants: fc.array(action, { maxLength: 3 }), tasks: fc.array(action) },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(frame, (fields) => {
        const value = JSON.parse(JSON.stringify({ ...fields, type: 'ACT' })) as object
        const read = decodeValue(Act, value)
        const zod = Act.schema.safeParse(value)
        const again = read.ok ? Act.schema.parse(read.value) : undefined
        expect(again).toEqual(read.ok ? read.value : undefined)
        expect(read).toEqual(zod.success ? { ok: true, value: withPositiveZeros(zod.data) } : read)
      }),
      { numRuns: 500 },
    )
  })
})

/** The reader writes -0 as 0; JSON has no -0 to lose except by writing it. */
const withPositiveZeros = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown
