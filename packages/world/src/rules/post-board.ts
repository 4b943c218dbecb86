import type { InstantOf } from '@clawstead/protocol'
import { POST_BODY_BYTES_MAX, POST_TITLE_BYTES_MAX, parsePlacedId, utf8Length } from '@clawstead/protocol/plain'
import { type InstantRule, OK, refuse } from '../rule.js'
import { boardIdOf, checkPlacedBoard, findBoard, mayPost } from '../talk/boards.js'
import { checkRate, countRate, postBoardLimit } from '../talk/rate-limit.js'
import { explain } from '../work/explain.js'

/** Posts a board keeps; the oldest goes when another comes. */
const BOARD_POSTS_MAX = 1000

/** Pin a post to a bulletin board. A board without a place comes into being with its first post. */
export const postBoard: InstantRule<InstantOf<'POST_BOARD'>> = {
  check(world, agent, instant) {
    const rate = checkRate(world, agent, postBoardLimit(world))
    if (!rate.ok) return rate
    const { title = '', body = '' } = instant
    const boardId = boardIdOf(instant)
    if (boardId === '' || title === '' || body === '') {
      return refuse('E_BAD_REQUEST', 'missing board_id/target_id/title/body')
    }
    if (utf8Length(title) > POST_TITLE_BYTES_MAX || utf8Length(body) > POST_BODY_BYTES_MAX) {
      return explain(world, 'E_BAD_REQUEST', 'post too large', {
        title_bytes_max: POST_TITLE_BYTES_MAX,
        body_bytes_max: POST_BODY_BYTES_MAX,
      })
    }
    const placed = parsePlacedId(boardId)
    if (placed !== undefined && placed.type !== 'BULLETIN_BOARD') return refuse('E_BAD_REQUEST', 'invalid board target')
    const there = checkPlacedBoard(world, agent, boardId)
    if (!there.ok) return there
    return mayPost(world, agent, boardId) ? OK : refuse('E_NO_PERMISSION', 'posting not allowed here')
  },

  apply(tx, agent, instant) {
    countRate(tx, agent, postBoardLimit(tx.world))
    const boardId = boardIdOf(instant)
    let board = findBoard(tx.world, boardId)
    if (board === undefined) {
      board = { id: boardId, pos: parsePlacedId(boardId)?.pos ?? null, posts: [] }
      tx.addBoard(board)
    }
    const id = tx.nextPostId()
    board.posts.push({ id, author: agent.id, title: instant.title ?? '', body: instant.body ?? '', tick: tx.tick })
    if (board.posts.length > BOARD_POSTS_MAX) board.posts.shift()
    tx.touch('board', boardId)
    return { post_id: id }
  },
}
