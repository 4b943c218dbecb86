import { expect, test } from 'vitest'
import { readHello } from './handshake.js'

const read = (frame: unknown) => readHello(typeof frame === 'string' ? frame : JSON.stringify(frame))

const greeted: [story: string, hello: object, version: string][] = [
  [
    '1.1 without supported_versions, as a bot',
    {
      protocol_version: '1.1',
      agent_name: 'bot',
      capabilities: { delta_voxels: true, max_queue: 8 },
      client_capabilities: {},
    },
    '1.1',
  ],
  [
    '1.1 and 1.0, as a sidecar',
    { protocol_version: '1.1', supported_versions: ['1.1', '1.0'], agent_name: 'default' },
    '1.1',
  ],
  ['1.0 only', { protocol_version: '1.0', agent_name: 'old', capabilities: {} }, '1.0'],
  ['0.9 only', { protocol_version: '0.9', agent_name: 'older', capabilities: {} }, '0.9'],
  ['2.0 preferred, 1.0 supported', { protocol_version: '2.0', supported_versions: ['1.0', '9'] }, '1.0'],
  ['no protocol_version, 1.1 supported', { supported_versions: ['1.1'] }, '1.1'],
  ['nothing but a version', { protocol_version: '1.1' }, '1.1'],
  ['1.0 preferred, 1.1 supported', { protocol_version: '1.0', supported_versions: ['1.1'] }, '1.1'],
  [
    'null for every object',
    { protocol_version: '1.1', capabilities: null, auth: null, supported_versions: null },
    '1.1',
  ],
]
test.each(greeted)('[HELLO1] %s', (_story, hello, version) => {
  const verdict = read({ type: 'HELLO', ...hello })
  expect(verdict.ok && verdict.greeting.version).toBe(version)
})

const refused: [story: string, frame: unknown, reason: string][] = [
  ['2.0 only', { type: 'HELLO', protocol_version: '2.0' }, 'bad protocol_version'],
  ['no version at all', { type: 'HELLO', agent_name: 'x' }, 'bad protocol_version'],
  ['not a HELLO', { type: 'ACT', protocol_version: '1.1' }, 'expected HELLO'],
  ['not JSON', 'hello there', 'expected HELLO'],
  ['a list', [1, 2], 'expected HELLO'],
  ['an empty object', {}, 'expected HELLO'],
  ['null', 'null', 'expected HELLO'],
  ['lower case', { type: 'hello', protocol_version: '1.1' }, 'expected HELLO'],
  ['a version that is a number', { type: 'HELLO', protocol_version: 1.1 }, 'expected HELLO'],
]
test.each(refused)('[HELLO2] %s is refused with 1008', (_story, frame, reason) => {
  expect(read(frame)).toMatchObject({ ok: false, close: { code: 1008, reason } })
})

const mistyped: [field: string, fields: object][] = [
  ['agent_name', { agent_name: 5 }],
  ['capabilities.max_queue', { capabilities: { max_queue: 1.5 } }],
  ['auth.token', { auth: { token: 5 } }],
]
test.each(mistyped)('[HELLO3] a mistyped %s is named', (field, fields) => {
  const verdict = read({ type: 'HELLO', protocol_version: '1.1', ...fields })
  expect(verdict).toMatchObject({ ok: false, close: { code: 1008 } })
  expect(!verdict.ok && verdict.close.reason).toMatch(new RegExp(`^bad HELLO: ${field} `))
})

test('[HELLO4] names are trimmed, blank ones become agent, long ones end at a character', () => {
  const nameOf = (agent_name: string) => {
    const verdict = read({ type: 'HELLO', protocol_version: '1.1', agent_name })
    return verdict.ok && verdict.greeting.name
  }
  expect([nameOf('  ann '), nameOf('   '), nameOf('é'.repeat(40))]).toEqual(['ann', 'agent', 'é'.repeat(32)])
  expect(nameOf(`a${'é'.repeat(40)}`)).toBe(`a${'é'.repeat(31)}`)
})

test('[HELLO5] the queue is 8 unless asked for, and 64 at most', () => {
  const queueOf = (max_queue: number) => {
    const verdict = read({ type: 'HELLO', protocol_version: '1.1', capabilities: { max_queue } })
    return verdict.ok && verdict.greeting.queueFrames
  }
  expect([queueOf(-1), queueOf(0), queueOf(1), queueOf(64), queueOf(1000)]).toEqual([8, 8, 1, 64, 64])
})

test('[HELLO6] a token is trimmed', () => {
  const verdict = read({ type: 'HELLO', protocol_version: '1.1', auth: { token: ' resume_x ' } })
  expect(verdict.ok && verdict.greeting.token).toBe('resume_x')
})
