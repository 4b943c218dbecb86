import { parsePlacedId } from '@clawstead/protocol/plain'
import { allows } from '../land/permission.js'
import { OK, refuse, type Verdict } from '../rule.js'
import type { Agent, Board } from '../state.js'
import { isWithinReach } from '../work/reach.js'
import { blockAt, isInWorld, type World } from '../world.js'

/** The board an instant names: `target_id` wins over `board_id` unless blank. */
export function boardIdOf(instant: {
  readonly board_id?: string | undefined
  readonly target_id?: string | undefined
}): string {
  return (instant.target_id ?? '').trim() || (instant.board_id ?? '').trim()
}

/** Whether a board that stands somewhere is really there and near enough to be used. */
export function checkPlacedBoard(world: World, agent: Agent, boardId: string): Verdict {
  const placed = parsePlacedId(boardId)
  if (placed === undefined) return OK
  const isThere =
    isInWorld(world, placed.pos) && blockAt(world, placed.pos) === world.content.blockIdByName.get('BULLETIN_BOARD')
  if (!isThere) return refuse('E_INVALID_TARGET', 'bulletin board not found')
  return isWithinReach(world, agent, placed.pos, 'device') ? OK : refuse('E_BLOCKED', 'too far')
}

export function mayPost(world: World, agent: Agent, boardId: string): boolean {
  const placed = parsePlacedId(boardId)
  return placed === undefined || allows(world, agent, placed.pos, 'trade')
}

export function findBoard(world: World, boardId: string): Board | undefined {
  return world.state.boards.get(boardId)
}
