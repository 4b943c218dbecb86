import type { InstantOf } from '@clawstead/protocol'
import {
  BOARD_QUERY_BYTES_MAX,
  BOARD_RESULT_BODY_BYTES_MAX,
  BOARD_SEARCH_DEFAULT,
  BOARD_SEARCH_MAX,
  cutUtf8,
  parsePlacedId,
  utf8Length,
} from '@clawstead/protocol/plain'
import { ANSWER_OK, type InstantRule, OK, refuse } from '../rule.js'
import { boardIdOf, checkPlacedBoard, findBoard } from '../talk/boards.js'
import { explain } from '../work/explain.js'

/** Find posts whose title or body contains a text, newest first. */
export const searchBoard: InstantRule<InstantOf<'SEARCH_BOARD'>> = {
  check(world, agent, instant) {
    const boardId = boardIdOf(instant)
    const query = (instant.text ?? '').trim()
    if (boardId === '' || query === '') return refuse('E_BAD_REQUEST', 'missing board_id/target_id/text')
    if (utf8Length(query) > BOARD_QUERY_BYTES_MAX) {
      return explain(world, 'E_BAD_REQUEST', 'query too large', { limit_bytes: BOARD_QUERY_BYTES_MAX })
    }
    if (parsePlacedId(boardId)?.type === 'BULLETIN_BOARD') return checkPlacedBoard(world, agent, boardId)
    return findBoard(world, boardId) === undefined ? refuse('E_INVALID_TARGET', 'board not found') : OK
  },

  apply(tx, agent, instant) {
    const boardId = boardIdOf(instant)
    const query = (instant.text ?? '').trim()
    const posts = findBoard(tx.world, boardId)?.posts ?? []
    const wanted = query.toLowerCase()
    const limit = instant.limit ?? 0
    const results = posts
      .filter(({ title, body }) => title.toLowerCase().includes(wanted) || body.toLowerCase().includes(wanted))
      .reverse()
      .slice(0, limit <= 0 ? BOARD_SEARCH_DEFAULT : Math.min(limit, BOARD_SEARCH_MAX))
      .map(({ id, author, title, body, tick }) => ({
        post_id: id,
        author,
        title,
        body: cutUtf8(body, BOARD_RESULT_BODY_BYTES_MAX),
        tick,
      }))
    tx.emit(agent, { t: tx.tick, type: 'BOARD_SEARCH', board_id: boardId, query, total_posts: posts.length, results })
    return ANSWER_OK
  },
}
