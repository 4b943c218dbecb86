import { defineInstant, refusal } from '../define.js'
import { CHAT_BYTES_MAX } from '../limits.js'
import { int, str } from '../primitives.js'
import { missingTargetId, tooFar } from './shared-refusals.js'

const textTooLarge = refusal('E_BAD_REQUEST', 'text too large', `the text is longer than ${CHAT_BYTES_MAX} bytes`)

export const Say = defineInstant({
  name: 'SAY',
  doc: 'Speak to everyone who hears the channel, the speaker included.',
  fields: {
    channel: str('`LOCAL` (within 32 blocks), `CITY` (own org) or `MARKET` (whole world); any case, default `LOCAL`'),
    text: str('what is said'),
  },
  needs: ['text'],
  result: 'message `ok`; everyone who hears it gets CHAT',
  refusals: [
    refusal('E_BAD_REQUEST', 'missing text', 'the text is blank'),
    textTooLarge,
    refusal('E_BAD_REQUEST', 'invalid channel', 'the channel is none of the three'),
    refusal('E_NO_PERMISSION', 'not in org', 'CITY without being in an org'),
    refusal('E_NO_PERMISSION', 'market disabled in this world', 'MARKET where the world does not allow trade'),
    refusal('E_NO_PERMISSION', 'market chat not allowed here', 'MARKET where the agent may not trade'),
    refusal('E_RATE_LIMIT', 'too many SAY', 'too many on LOCAL and CITY in the window'),
    refusal('E_RATE_LIMIT', 'too many SAY (MARKET)', 'too many on MARKET in the window'),
  ],
})

export const Whisper = defineInstant({
  name: 'WHISPER',
  doc: 'Say something to one agent, wherever it is in this world.',
  fields: { to: str('agent id'), text: str('what is said') },
  needs: ['to', 'text'],
  result: 'message `ok`; the target gets CHAT on channel WHISPER',
  refusals: [
    refusal('E_RATE_LIMIT', 'too many WHISPER', 'too many in the window; counted before the arguments are looked at'),
    refusal('E_BAD_REQUEST', 'missing to/text', 'target or text is blank'),
    textTooLarge,
    refusal('E_INVALID_TARGET', 'target not found', 'no such agent in this world'),
  ],
})

const boardId = str('`BULLETIN_BOARD@x,y,z`, or any other text for a board without a place')
const boardTarget = str('the same as `board_id`; wins when both are given')

export const PostBoard = defineInstant({
  name: 'POST_BOARD',
  doc: 'Pin a post to a bulletin board. A board without a place comes into being with its first post.',
  fields: { board_id: boardId, target_id: boardTarget, title: str('headline'), body: str('text of the post') },
  needs: ['title', 'body'],
  result: '`post_id`',
  refusals: [
    refusal(
      'E_RATE_LIMIT',
      'too many POST_BOARD',
      'too many in the window; counted before the arguments are looked at',
    ),
    refusal('E_BAD_REQUEST', 'missing board_id/target_id/title/body', 'board, title or body is empty'),
    refusal('E_BAD_REQUEST', 'post too large', 'title or body is longer than its limit'),
    refusal('E_BAD_REQUEST', 'invalid board target', 'the id names a place that is not a board'),
    refusal('E_INVALID_TARGET', 'bulletin board not found', 'there is no board at that place'),
    tooFar,
    refusal('E_NO_PERMISSION', 'posting not allowed here', 'the land does not let strangers trade'),
  ],
})

export const SearchBoard = defineInstant({
  name: 'SEARCH_BOARD',
  doc: 'Find posts whose title or body contains a text, in any case. The answer is BOARD_SEARCH in the same OBS.',
  fields: {
    board_id: boardId,
    target_id: boardTarget,
    text: str('what to look for'),
    limit: int('how many posts; default 20, at most 50'),
  },
  needs: ['text'],
  result: 'message `ok`, after the BOARD_SEARCH event',
  refusals: [
    refusal('E_BAD_REQUEST', 'missing board_id/target_id/text', 'board or query is empty'),
    refusal('E_BAD_REQUEST', 'query too large', 'the query is longer than its limit'),
    refusal('E_INVALID_TARGET', 'bulletin board not found', 'there is no board at that place'),
    tooFar,
    refusal('E_INVALID_TARGET', 'board not found', 'nobody ever posted to a board of that id'),
  ],
})

export const SetSign = defineInstant({
  name: 'SET_SIGN',
  doc: 'Write on a sign. An empty text wipes it.',
  fields: { target_id: str('`SIGN@x,y,z`'), text: str('the new text') },
  needs: ['target_id'],
  result: 'message `ok`',
  refusals: [
    missingTargetId,
    refusal('E_BAD_REQUEST', 'invalid sign target', 'the id does not name a sign'),
    refusal('E_INVALID_TARGET', 'sign not found', 'there is no sign at that place'),
    tooFar,
    refusal('E_BAD_REQUEST', 'text too large', 'the text is longer than its limit'),
    refusal('E_NO_PERMISSION', 'sign edit denied', 'the agent may not build there'),
  ],
})

export const ToggleSwitch = defineInstant({
  name: 'TOGGLE_SWITCH',
  doc: 'Flip a switch.',
  fields: { target_id: str('`SWITCH@x,y,z`') },
  needs: ['target_id'],
  result: 'message `ok`, after the SWITCH event',
  refusals: [
    missingTargetId,
    refusal('E_BAD_REQUEST', 'invalid switch target', 'the id does not name a switch'),
    refusal('E_INVALID_TARGET', 'switch not found', 'there is no switch at that place'),
    tooFar,
    refusal('E_NO_PERMISSION', 'switch toggle denied', 'the agent may not build there'),
  ],
})
