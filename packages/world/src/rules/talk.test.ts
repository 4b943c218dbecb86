import { CHAT_BYTES_MAX } from '@clawstead/protocol'
import { describe, expect, test } from 'vitest'
import { scenario } from '../testing/scenario.js'

const result = (fields: object) => ({ t: 1, type: 'ACTION_RESULT', ref: 'i', ...fields })
const refused = (code: string, message: string, detail: object = {}) => [
  result({ ok: false, code, message, ...detail }),
]

describe('SAY', () => {
  test('[TALK1] LOCAL carries 32 blocks, the speaker included', () => {
    const s = scenario(`A${'.'.repeat(31)}B C`)
    s.instant('A', { id: 'i', type: 'SAY', text: 'hi' })
    s.tick()
    const heard = { t: 1, type: 'CHAT', from: 'A1', channel: 'LOCAL', text: 'hi' }
    expect([s.events('A'), s.events('B'), s.events('C')]).toEqual([
      [heard, result({ ok: true, message: 'ok' })],
      [heard],
      [],
    ])
  })

  test('[TALK2] MARKET carries through the whole world, in any case', () => {
    const s = scenario(`A${'.'.repeat(60)}B`)
    s.instant('A', { id: 'i', type: 'SAY', channel: ' market ', text: 'selling logs' })
    s.tick()
    expect(s.events('B')).toEqual([{ t: 1, type: 'CHAT', from: 'A1', channel: 'MARKET', text: 'selling logs' }])
  })

  test.each([
    ['blank', { text: '  ' }, refused('E_BAD_REQUEST', 'missing text')],
    [
      'too long',
      { text: 'x'.repeat(CHAT_BYTES_MAX + 1) },
      refused('E_BAD_REQUEST', 'text too large', { limit_bytes: CHAT_BYTES_MAX }),
    ],
    ['another channel', { text: 'x', channel: 'MOON' }, refused('E_BAD_REQUEST', 'invalid channel')],
    ['CITY outside an org', { text: 'x', channel: 'CITY' }, refused('E_NO_PERMISSION', 'not in org')],
  ])('[TALK3] %s is refused', (_name, fields, expected) => {
    const s = scenario('A')
    s.instant('A', { id: 'i', type: 'SAY', ...fields })
    s.tick()
    expect(s.events('A')).toEqual(expected)
  })

  test('[TALK4] [CM-07] MARKET is closed where the world has no trade', () => {
    const s = scenario('A', { world: 'MINE_L1' })
    s.instant('A', { id: 'i', type: 'SAY', channel: 'MARKET', text: 'x' })
    s.tick()
    expect(s.events('A')).toEqual(refused('E_NO_PERMISSION', 'market disabled in this world'))
  })

  test('[TALK5] [CM-08] the sixth in the window is refused, with how long to wait; MARKET counts apart', () => {
    const s = scenario('A')
    for (let i = 0; i < 6; i++) s.instant('A', { id: 'i', type: 'SAY', text: `${i}` })
    s.instant('A', { id: 'i', type: 'SAY', channel: 'MARKET', text: 'm' })
    s.tick()
    const answers = s.events('A').filter((event) => event.type === 'ACTION_RESULT')
    expect(answers.map((event) => 'ok' in event && event.ok)).toEqual([true, true, true, true, true, false, true])
    expect(answers[5]).toEqual(
      refused('E_RATE_LIMIT', 'too many SAY', { cooldown_ticks: 50, cooldown_until_tick: 51 })[0],
    )
    s.run(49)
    s.instant('A', { id: 'j', type: 'SAY', text: 'again' })
    s.tick()
    expect(s.events('A')).toContainEqual({ t: 51, type: 'ACTION_RESULT', ref: 'j', ok: true, message: 'ok' })
  })

  test('[TALK6] a muted speaker is not heard, until it is unmuted', () => {
    const s = scenario('A B')
    const speak = () => {
      s.instant('A', { id: 'i', type: 'SAY', text: 'hi' })
      s.instant('A', { id: 'i', type: 'WHISPER', to: 'A2', text: 'hi' })
      s.tick()
      return s.events('B').filter(({ type }) => type === 'CHAT').length
    }
    s.instant('B', { id: 'm', type: 'MUTE', target_id: 'A1' })
    s.tick()
    expect(s.events('B')).toEqual([result({ ref: 'm', ok: true, message: 'ok' })])
    expect(speak()).toBe(0)
    s.instant('B', { id: 'm', type: 'UNMUTE', target_id: 'A1' })
    s.tick()
    expect(speak()).toBe(2)
  })

  test.each([
    ['nobody', { target_id: '' }, refused('E_BAD_REQUEST', 'missing target_id')],
    ['a stranger', { target_id: 'A77' }, refused('E_INVALID_TARGET', 'target not found')],
    ['oneself', { target_id: 'A1' }, refused('E_INVALID_TARGET', 'target not found')],
  ])('[TALK18] muting %s is refused', (_name, fields, expected) => {
    const s = scenario('A')
    s.instant('A', { id: 'i', type: 'MUTE', ...fields })
    s.tick()
    expect(s.events('A')).toEqual(expected)
  })

  test('[TALK19] the list of the muted has an end', () => {
    const s = scenario('A B')
    for (let n = 100; n < 356; n++) s.agent('A').mutes.add(`A${n}`)
    s.instant('A', { id: 'i', type: 'MUTE', target_id: 'A2' })
    s.tick()
    expect(s.events('A')).toEqual(refused('E_NO_RESOURCE', 'too many mutes', { limit: 256 }))
  })

  test('[TALK20] a client that did not ask for additions does not have them', () => {
    const s = scenario('A B')
    s.act('A', { instants: [{ id: 'i', type: 'MUTE', target_id: 'A2' }], additions: false })
    s.tick()
    expect(s.events('A')).toEqual(refused('E_BAD_REQUEST', 'unknown instant type'))
  })
})

describe('WHISPER', () => {
  test('[TALK7] reaches its target alone', () => {
    const s = scenario('A B C')
    s.instant('A', { id: 'i', type: 'WHISPER', to: 'A2', text: 'psst' })
    s.tick()
    expect(s.events('A')).toEqual([result({ ok: true, message: 'ok' })])
    expect(s.events('B')).toEqual([{ t: 1, type: 'CHAT', from: 'A1', channel: 'WHISPER', text: 'psst' }])
    expect(s.events('C')).toEqual([])
  })

  test.each([
    ['blank', { to: 'A2', text: '' }, refused('E_BAD_REQUEST', 'missing to/text')],
    ['nobody', { to: 'A77', text: 'x' }, refused('E_INVALID_TARGET', 'target not found')],
    [
      'too long',
      { to: 'A2', text: 'x'.repeat(CHAT_BYTES_MAX + 1) },
      refused('E_BAD_REQUEST', 'text too large', { limit_bytes: CHAT_BYTES_MAX }),
    ],
  ])('[TALK8] %s is refused', (_name, fields, expected) => {
    const s = scenario('A B')
    s.instant('A', { id: 'i', type: 'WHISPER', ...fields })
    s.tick()
    expect(s.events('A')).toEqual(expected)
  })

  test('[TALK9] the sixth in the window is refused', () => {
    const s = scenario('A B')
    for (let i = 0; i < 6; i++) s.instant('A', { id: 'i', type: 'WHISPER', to: 'A2', text: 'x' })
    s.tick()
    expect(s.events('A').at(-1)).toEqual(
      refused('E_RATE_LIMIT', 'too many WHISPER', { cooldown_ticks: 50, cooldown_until_tick: 51 })[0],
    )
  })
})

describe('boards', () => {
  const post = { id: 'i', type: 'POST_BOARD', title: 'Market day', body: 'Logs for coal' }

  test('[TALK10] a board without a place begins with its first post and is searched in any case', () => {
    const s = scenario('A B')
    s.instant('A', { ...post, board_id: 'town' })
    s.instant('B', { id: 'q', type: 'SEARCH_BOARD', board_id: 'town', text: 'mArKeT' })
    s.tick()
    s.instant('B', { id: 'q', type: 'SEARCH_BOARD', board_id: 'town', text: 'mArKeT' })
    s.tick()
    expect(s.events('A')).toEqual([result({ ok: true, post_id: 'P000001' })])
    const found = { post_id: 'P000001', author: 'A1', title: 'Market day', body: 'Logs for coal', tick: 1 }
    expect(s.events('B').slice(-2)).toEqual([
      { t: 2, type: 'BOARD_SEARCH', board_id: 'town', query: 'mArKeT', total_posts: 1, results: [found] },
      { t: 2, type: 'ACTION_RESULT', ref: 'q', ok: true, message: 'ok' },
    ])
  })

  test('[TALK11] [CM-01] a board that stands somewhere is used from near by', () => {
    const s = scenario('A b . . . . . . . B', { legend: { b: 'BULLETIN_BOARD' } })
    const board = `BULLETIN_BOARD@${s.at('b').join(',')}`
    s.instant('A', { ...post, target_id: board })
    s.instant('B', { ...post, target_id: board })
    s.tick()
    expect(s.events('A')).toEqual([result({ ok: true, post_id: 'P000001' })])
    expect(s.events('B')).toEqual(refused('E_BLOCKED', 'too far'))
  })

  test.each([
    ['no board', { board_id: '' }, refused('E_BAD_REQUEST', 'missing board_id/target_id/title/body')],
    ['no body', { board_id: 't', body: '' }, refused('E_BAD_REQUEST', 'missing board_id/target_id/title/body')],
    [
      'a long title',
      { board_id: 't', title: 'x'.repeat(81) },
      refused('E_BAD_REQUEST', 'post too large', { title_bytes_max: 80, body_bytes_max: 2000 }),
    ],
    [
      'a long body',
      { board_id: 't', body: 'x'.repeat(2001) },
      refused('E_BAD_REQUEST', 'post too large', { title_bytes_max: 80, body_bytes_max: 2000 }),
    ],
    ['a chest', { board_id: 'CHEST@1,2,3' }, refused('E_BAD_REQUEST', 'invalid board target')],
    ['an empty place', { board_id: 'BULLETIN_BOARD@0,70,0' }, refused('E_INVALID_TARGET', 'bulletin board not found')],
  ])('[TALK12] [CM-03] %s is refused, and costs no allowance', (_name, fields, expected) => {
    const s = scenario('A')
    s.instant('A', { ...post, ...fields })
    s.tick()
    expect(s.events('A')).toEqual(expected)
    s.instant('A', { ...post, board_id: 'town' })
    s.tick()
    expect(s.events('A')).toEqual([{ t: 2, type: 'ACTION_RESULT', ref: 'i', ok: true, post_id: 'P000001' }])
  })

  test('[TALK13] one post in 600 ticks', () => {
    const s = scenario('A')
    s.instant('A', { ...post, board_id: 'town' })
    s.instant('A', { ...post, board_id: 'town' })
    s.tick()
    expect(s.events('A')[1]).toEqual(
      refused('E_RATE_LIMIT', 'too many POST_BOARD', { cooldown_ticks: 600, cooldown_until_tick: 601 })[0],
    )
  })

  test.each([
    ['no query', { board_id: 'town', text: ' ' }, refused('E_BAD_REQUEST', 'missing board_id/target_id/text')],
    [
      'a long query',
      { board_id: 'town', text: 'x'.repeat(121) },
      refused('E_BAD_REQUEST', 'query too large', { limit_bytes: 120 }),
    ],
    ['a board nobody posted to', { board_id: 'nowhere', text: 'x' }, refused('E_INVALID_TARGET', 'board not found')],
    [
      'an empty place',
      { board_id: 'BULLETIN_BOARD@0,70,0', text: 'x' },
      refused('E_INVALID_TARGET', 'bulletin board not found'),
    ],
  ])('[TALK14] searching %s is refused', (_name, fields, expected) => {
    const s = scenario('A')
    s.instant('A', { id: 'i', type: 'SEARCH_BOARD', ...fields })
    s.tick()
    expect(s.events('A')).toEqual(expected)
  })
})

describe('signs', () => {
  const world = () => {
    const s = scenario('A s . . . . . . . B', { legend: { s: 'SIGN' } })
    const id = `SIGN@${s.at('s').join(',')}`
    s.world.state.signs.set(id, { id, pos: s.at('s'), text: '', updatedBy: '', updatedTick: 0 })
    s.world.presence.rebuild(s.world.state)
    s.world.digests.rebuild(s.world.state)
    return { s, id }
  }

  test('[TALK15] [DV-10] is written by who stands near', () => {
    const { s, id } = world()
    s.instant('A', { id: 'i', type: 'SET_SIGN', target_id: id, text: 'Welcome' })
    s.instant('B', { id: 'i', type: 'SET_SIGN', target_id: id, text: 'Go away' })
    s.tick()
    expect(s.events('A')).toEqual([result({ ok: true, message: 'ok' })])
    expect(s.events('B')).toEqual(refused('E_BLOCKED', 'too far'))
    expect(s.world.state.signs.get(id)).toMatchObject({ text: 'Welcome', updatedBy: 'A1', updatedTick: 1 })
  })

  test.each([
    ['no target', { target_id: '' }, refused('E_BAD_REQUEST', 'missing target_id')],
    ['another thing', { target_id: 'CHEST@1,2,3' }, refused('E_BAD_REQUEST', 'invalid sign target')],
    ['an empty place', { target_id: 'SIGN@0,70,0' }, refused('E_INVALID_TARGET', 'sign not found')],
  ])('[TALK16] [DV-11] %s is refused', (_name, fields, expected) => {
    const { s } = world()
    s.instant('A', { id: 'i', type: 'SET_SIGN', text: 'x', ...fields })
    s.tick()
    expect(s.events('A')).toEqual(expected)
  })

  test('[TALK17] [DV-11] a long text is refused', () => {
    const { s, id } = world()
    s.instant('A', { id: 'i', type: 'SET_SIGN', target_id: id, text: 'é'.repeat(101) })
    s.tick()
    expect(s.events('A')).toEqual(refused('E_BAD_REQUEST', 'text too large', { limit_bytes: 200 }))
  })
})
