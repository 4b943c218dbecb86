import { cutUtf8, POST_SUMMARY_BYTES_MAX, TOP_POSTS_MAX } from '@clawstead/protocol/plain'
import { compareIds } from '../order.js'
import type { Agent, Board } from '../state.js'
import type { World } from '../world.js'

/** Boards an agent can read from where it stands, as JSON text; empty text when there are none. */
export function boardsText(world: World, self: Agent): string {
  const boards: Board[] = []
  if (world.state.boards.size === 0) return ''
  world.presence.boards.near(self.pos, world.profile.boardSeeBlocks, (board) => boards.push(board))
  for (const board of world.state.boards.values()) if (board.pos === null) boards.push(board)
  return boards
    .filter((board) => board.posts.length > 0)
    .sort((a, b) => compareIds(a.id, b.id))
    .map(boardText)
    .join(',')
}

/** Texts by board and newest post: a board is written once, however many agents read it. */
const texts = new WeakMap<Board, { readonly newest: string; readonly text: string }>()

function boardText(board: Board): string {
  const newest = board.posts.at(-1)?.id ?? ''
  const known = texts.get(board)
  if (known?.newest === newest) return known.text
  const top_posts = board.posts
    .slice(-TOP_POSTS_MAX)
    .reverse()
    .map(({ id, author, title, body }) => ({
      post_id: id,
      author,
      title,
      summary: cutUtf8(body, POST_SUMMARY_BYTES_MAX),
    }))
  const text = JSON.stringify({ board_id: board.id, top_posts })
  texts.set(board, { newest, text })
  return text
}
