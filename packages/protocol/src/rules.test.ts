import { describe, expect, test } from 'vitest'
import { decodeClientFrame } from './decode.js'
import { Act } from './messages/act.js'
import { eventBatchLimit } from './messages/event-batch.js'
import { agentNameOf, selectVersion, sendQueueOf } from './negotiate.js'
import { subscriptionOf } from './observer/subscribe.js'
import { readPairs } from './pairs.js'
import { quarterTurns } from './rotation.js'
import { closeForHello, refusalOfAct, refusalOfBrokenAct } from './session-rules.js'

describe('handshake', () => {
  test.each([
    ['1.1', [], '1.1'],
    ['1.0', ['1.1'], '1.1'],
    ['2.0', ['1.0', '9'], '1.0'],
    ['', ['0.9'], '0.9'],
    ['2.0', [], undefined],
    ['', [], undefined],
  ])('[NEG1] %j with %j speaks %s', (protocol_version, supported_versions, version) => {
    expect(selectVersion({ protocol_version, supported_versions })).toBe(version)
  })

  test('[NEG2] names are trimmed, cut and never empty', () => {
    expect(
      ['  ada ', '', '   ', 'x'.repeat(70), '€'.repeat(30)].map((agent_name) => agentNameOf({ agent_name })),
    ).toEqual(['ada', 'agent', 'agent', 'x'.repeat(64), '€'.repeat(21)])
  })

  test('[NEG3] the queue has a default and a ceiling', () => {
    const queues = [-1, 0, 1, 64, 65].map((max_queue) =>
      sendQueueOf({ capabilities: { max_queue, delta_voxels: false, clawstead: false } }),
    )
    expect(queues).toEqual([8, 8, 1, 64, 64])
  })

  test('[NEG4] a mistyped HELLO is closed with the field, cut to what a close frame holds', () => {
    const decoded = decodeClientFrame(JSON.stringify({ type: 'HELLO', auth: { token: 5 } }))
    expect(closeForHello(decoded)).toEqual({ code: 1008, reason: 'bad HELLO: auth.token must be a string' })
    const long = decodeClientFrame(JSON.stringify({ type: 'HELLO', capabilities: { max_queue: 1e300 } }))
    expect(closeForHello(long)?.reason.length).toBeLessThanOrEqual(123)
  })
})

test('[NEG5] a refusal tells additions-aware clients the field and the rule', () => {
  const decoded = decodeClientFrame('{"type":"ACT","act_id":"a","tasks":[{"target":[0,"1"]}]}')
  expect(decoded.ok ? undefined : refusalOfBrokenAct(decoded.error)).toEqual({
    ackFor: 'a',
    message: 'bad ACT payload',
    detail: 'tasks[0].target[1] must be an integer between -(2^53-1) and 2^53-1, written without fraction or exponent',
  })
})

test('[BATCH1] a batch has a default and a ceiling', () => {
  expect([-5, 0, 1, 1000, 100_000].map(eventBatchLimit)).toEqual([100, 100, 1, 1000, 1000])
})

test('[SUB1] a subscription is brought into its bounds', () => {
  const message = { type: 'SUBSCRIBE', protocol_version: '0.1' } as const
  expect(
    subscriptionOf({
      ...message,
      chunk_radius: 0,
      max_chunks: -1,
      focus_agent_id: ' A1 ',
      voxel_radius: -3,
      voxel_max_chunks: 0,
    }),
  ).toEqual({ chunkRadius: 6, chunksMax: 1024, focusAgentId: 'A1', voxelRadius: 0, voxelChunksMax: 256 })
  expect(
    subscriptionOf({
      ...message,
      chunk_radius: 99,
      max_chunks: 99_999,
      focus_agent_id: '',
      voxel_radius: 99,
      voxel_max_chunks: 99_999,
    }),
  ).toEqual({ chunkRadius: 32, chunksMax: 16_384, focusAgentId: '', voxelRadius: 8, voxelChunksMax: 2048 })
})

test.each([
  [0, 0],
  [1, 1],
  [3, 3],
  [90, 1],
  [450, 1],
  [-3, 1],
  [-270, 1],
  [-1, 3],
  [360, 0],
  [-360, 0],
  [5, 1],
  [-4, 0],
])('[ROT1] rotation %i is %i quarter turns', (rotation, turns) => expect(quarterTurns(rotation)).toBe(turns))

describe('pairs of a trade', () => {
  test('[PAIR1] fractions are cut, repeated items add up, items are sorted', () => {
    expect(
      readPairs([
        ['PLANK', 2.9],
        ['COAL', 1],
        ['PLANK', 1],
      ]),
    ).toEqual([
      { item: 'COAL', count: 1 },
      { item: 'PLANK', count: 3 },
    ])
  })

  test.each([
    [undefined],
    [[]],
    [[['PLANK', 0]]],
    [[['PLANK', 0.5]]],
    [[['PLANK', -1]]],
    [[['PLANK', 1, 2]]],
    [[['PLANK']]],
    [[['PLANK', '1']]],
    [[[1, 1]]],
    [[['', 1]]],
    [[['PLANK', 2 ** 60]]],
  ])('[PAIR2] %j is refused', (pairs) => expect(readPairs(pairs)).toBeUndefined())
})

test('[NEG6] the texts of negative ACKs are the ones the definition of ACT lists', () => {
  const listed = Act.refusals?.filter(({ code }) => code === 'E_PROTO_BAD_REQUEST').map(({ message }) => message)
  const base = { protocol_version: '1.1', act_id: 'a', based_on_obs_id: 'o', cancel: ['T000001'] }
  const variants = [{ protocol_version: '7' }, { act_id: ' ' }, { based_on_obs_id: '' }, { expected_world_id: ' ' }]
  const sent = variants.map((change) => {
    const decoded = decodeClientFrame(JSON.stringify({ type: 'ACT', ...base, ...change }))
    return decoded.ok && decoded.value.type === 'ACT' ? refusalOfAct(decoded.value)?.message : undefined
  })
  expect(['bad ACT payload', ...sent]).toEqual(listed)
})
