import { z } from 'zod'
import { defineEvent } from '../define.js'
import { bool, int, oneOf, openWord, pairs, stacks, str, uint, vec3 } from '../primitives.js'

// What agents say to each other, exchange and look at.

export const CHAT_CHANNELS = ['LOCAL', 'CITY', 'MARKET', 'WHISPER'] as const

export const Chat = defineEvent({
  name: 'CHAT',
  doc: 'Somebody spoke.',
  recipient: 'everyone who hears it, the speaker included (not for a whisper)',
  fields: {
    from: str('agent id').default(''),
    channel: oneOf(CHAT_CHANNELS, 'where it was said'),
    text: str('what was said').default(''),
  },
})

const tradeId = str('the offer').default('')

export const TradeOffer = defineEvent({
  name: 'TRADE_OFFER',
  doc: 'Somebody offers an exchange.',
  recipient: 'the one it is offered to',
  fields: {
    trade_id: tradeId,
    from: str('agent id').default(''),
    offer: pairs('what they give, by item').default([]),
    request: pairs('what they want, by item').default([]),
  },
})

export const TradeDone = defineEvent({
  name: 'TRADE_DONE',
  doc: 'An exchange took place.',
  recipient: 'both',
  fields: { trade_id: tradeId, with: str('the other agent').default('') },
})

export const TradeDeclined = defineEvent({
  name: 'TRADE_DECLINED',
  doc: 'An offer was turned down.',
  recipient: 'the proposer',
  fields: { trade_id: tradeId, by: str('agent id').default('') },
})

const contractLine = z.object({
  contract_id: str('the contract').default(''),
  state: oneOf(['OPEN', 'ACCEPTED', 'COMPLETED', 'FAILED'], 'how it stands'),
  kind: oneOf(['GATHER', 'DELIVER', 'BUILD'], 'what kind of work'),
  poster: str('agent id').default(''),
  acceptor: str('agent id, empty when nobody took it').default(''),
  deadline_tick: uint('last good tick').default(0),
})

export const Container = defineEvent({
  name: 'CONTAINER',
  doc: 'What a container holds.',
  recipient: 'the one who opened it',
  fields: {
    container: str('container id').default(''),
    container_type: openWord(['CHEST', 'FURNACE', 'CONTRACT_TERMINAL'], 'what it is'),
    pos: vec3('where it stands'),
    inventory: stacks('everything in it, reserved items too, by item').default([]),
    owed: pairs('what it owes the opener; absent when nothing').optional(),
    contracts: z.array(contractLine).describe('terminals only: all contracts by id, finished ones too').optional(),
  },
})

const post = z.object({
  post_id: str('the post').default(''),
  author: str('who wrote it').default(''),
  title: str('headline').default(''),
  body: str('text').default(''),
  tick: uint('when').default(0),
})

export const Board = defineEvent({
  name: 'BOARD',
  doc: 'The last posts of a board.',
  recipient: 'the one who opened it',
  fields: {
    board_id: str('the board').default(''),
    pos: vec3('where it stands'),
    total_posts: int('how many posts it has').default(0),
    posts: z.array(post).describe('the last 20, oldest first').default([]),
  },
})

export const BoardSearch = defineEvent({
  name: 'BOARD_SEARCH',
  doc: 'Posts that match a query.',
  recipient: 'the searcher',
  fields: {
    board_id: str('the board').default(''),
    query: str('what was looked for, trimmed').default(''),
    total_posts: int('how many posts the board has').default(0),
    results: z.array(post).describe('newest first, bodies cut to 400 bytes').default([]),
  },
})

export const Sign = defineEvent({
  name: 'SIGN',
  doc: 'What a sign says.',
  recipient: 'the one who opened it',
  fields: {
    sign_id: str('the sign').default(''),
    pos: vec3('where it stands'),
    text: str('what it says').default(''),
    updated_tick: uint('when it was written').default(0),
    updated_by: str('who wrote it, empty when nobody').default(''),
  },
})

export const Switch = defineEvent({
  name: 'SWITCH',
  doc: 'A switch was flipped.',
  recipient: 'the one who flipped it',
  fields: {
    switch_id: str('the switch').default(''),
    pos: vec3('where it is'),
    on: bool('its new state').default(false),
  },
})
