import type { TaskOf, Vec3 } from '@clawstead/protocol'
import { BOARD_OPEN_POSTS_MAX, parsePlacedId } from '@clawstead/protocol/plain'
import { toStacks } from '../inventory.js'
import { OK, type Outcome, refuse, type TaskRule } from '../rule.js'
import type { Agent, Board, Container, Sign } from '../state.js'
import type { Tx } from '../tx.js'
import { doorCells, isDoor, isDoorHeld, toggleDoor } from '../work/doors.js'
import { BOARD_BLOCK, findContainer, findPlacedBoard, findSign, SIGN_BLOCK } from '../work/objects.js'
import { workProgress } from '../work/progress.js'
import { isWithinReach, tooFar } from '../work/reach.js'
import { refuseReserved } from '../work/reserved.js'
import type { Work } from '../work/task.js'

/** The container that lists the contracts made at it. */
const TERMINAL = 'CONTRACT_TERMINAL'

/** Look into a container, read a board or a sign, open or close a door. Rules OPEN1-OPEN4 in SPEC.md. */
export const open: TaskRule<TaskOf<'OPEN'>, Work<'OPEN'>> = {
  slot: 'work',

  check: (_world, _agent, { target_id = '' }) => (target_id === '' ? refuse('E_BAD_REQUEST', 'missing target_id') : OK),

  begin: (world, _agent, { target_id = '' }, taskId) => ({
    kind: 'OPEN',
    taskId,
    startTick: world.state.tick,
    workTicks: 0,
    targetId: target_id,
  }),

  step(tx, agent, { targetId }) {
    const placed = parsePlacedId(targetId)
    if (placed?.type === BOARD_BLOCK) {
      return look(tx, agent, 'board', findPlacedBoard(tx, targetId), (board) => showBoard(tx, agent, board))
    }
    if (placed?.type === SIGN_BLOCK) {
      return look(tx, agent, 'sign', findSign(tx, targetId), (sign) => showSign(tx, agent, sign))
    }
    const { content } = tx.world
    const named = content.blocks[content.blockIdByName.get(placed?.type ?? '') ?? 0]
    if (placed !== undefined && named !== undefined && named.door !== null) return useDoor(tx, agent, placed.pos)
    return look(tx, agent, 'container', findContainer(tx, targetId), (found) => showContainer(tx, agent, found))
  },

  progress: (world, agent, { targetId }) => workProgress(world, 0, 1, parsePlacedId(targetId)?.pos ?? agent.pos),
}

/** Shows a thing that must be there and within reach. */
function look<T extends { readonly pos: Vec3 | null }>(
  tx: Tx,
  agent: Agent,
  what: string,
  thing: T | undefined,
  show: (thing: T) => void,
): Outcome {
  if (thing === undefined || thing.pos === null) return refuse('E_INVALID_TARGET', `${what} not found`)
  if (!isWithinReach(tx.world, agent, thing.pos, 'device')) return tooFar(tx.world, agent, thing.pos, 'device')
  show(thing)
  return 'done'
}

function showContainer(tx: Tx, agent: Agent, { id, type, pos, inventory }: Container): void {
  const event = {
    t: tx.tick,
    type: 'CONTAINER',
    container: id,
    container_type: type,
    pos,
    inventory: toStacks(inventory),
  } as const
  tx.emit(agent, type === TERMINAL ? { ...event, contracts: [] } : event)
}

function showBoard(tx: Tx, agent: Agent, { id, pos, posts }: Board): void {
  tx.emit(agent, {
    t: tx.tick,
    type: 'BOARD',
    board_id: id,
    pos: pos as Vec3,
    total_posts: posts.length,
    posts: posts
      .slice(-BOARD_OPEN_POSTS_MAX)
      .map((post) => ({ post_id: post.id, author: post.author, title: post.title, body: post.body, tick: post.tick })),
  })
}

function showSign(tx: Tx, agent: Agent, { id, pos, text, updatedBy, updatedTick }: Sign): void {
  tx.emit(agent, { t: tx.tick, type: 'SIGN', sign_id: id, pos, text, updated_tick: updatedTick, updated_by: updatedBy })
}

function useDoor(tx: Tx, agent: Agent, at: Vec3): Outcome {
  const { world } = tx
  if (!isDoor(world, at)) return refuse('E_INVALID_TARGET', 'door not found')
  if (!isWithinReach(world, agent, at, 'device')) return tooFar(world, agent, at, 'device')
  const reserved = refuseReserved(world, doorCells(world, at))
  if (reserved !== undefined) return reserved
  if (isDoorHeld(world, at)) return refuse('E_BLOCKED', 'space occupied by a body')
  return { ok: true, detail: { is_open: toggleDoor(tx, at, agent.id) } }
}
