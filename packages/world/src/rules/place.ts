import type { TaskOf, Vec3 } from '@clawstead/protocol'
import { ORIGIN } from '@clawstead/protocol/plain'
import { bodyAt } from '../body/standing.js'
import { countOf, take } from '../inventory.js'
import { allows } from '../land/permission.js'
import { OK, type Refusal, refuse, type TaskRule } from '../rule.js'
import type { Agent } from '../state.js'
import { placeBlock } from '../work/blocks.js'
import { hasNeighbour, isCarried } from '../work/carried.js'
import { denied } from '../work/denied.js'
import { explain } from '../work/explain.js'
import { workProgress } from '../work/progress.js'
import { checkHeight, isWithinReach, tooFar } from '../work/reach.js'
import { refuseReserved } from '../work/reserved.js'
import type { Work } from '../work/task.js'
import { blockAt, isInWorld, type World } from '../world.js'

/** Set a block from the inventory into the world. Rules PLACE1-PLACE10 in SPEC.md. */
export const place: TaskRule<TaskOf<'PLACE'>, Work<'PLACE'>> = {
  slot: 'work',

  allowed: (world) =>
    world.config.definition.allow_place ? OK : refuse('E_NO_PERMISSION', 'placing disabled in this world'),

  check(world, _agent, { item_id = '', block_pos = ORIGIN }) {
    if (item_id === '') return refuse('E_BAD_REQUEST', 'missing item_id')
    return checkHeight(world, block_pos) ?? OK
  },

  begin: (world, _agent, { item_id = '', block_pos = ORIGIN }, taskId) => ({
    kind: 'PLACE',
    taskId,
    startTick: world.state.tick,
    workTicks: 0,
    itemId: item_id,
    at: block_pos,
  }),

  step(tx, agent, { itemId, at }) {
    const { world } = tx
    if (!isInWorld(world, at)) return refuse('E_INVALID_TARGET', 'out of bounds')
    if (!isWithinReach(world, agent, at, 'place')) return tooFar(world, agent, at, 'place')
    const cells = cellsOf(world, itemId, at)
    if (cells.some((cell) => !allows(world, agent, cell, 'build'))) return denied(tx, agent, 'build denied')
    const refusal = refuseReserved(world, cells) ?? refusePlacing(world, agent, itemId, cells)
    if (refusal !== undefined) return refusal
    const block = blockOf(world, itemId) as number
    take(tx.change(agent).inventory, itemId, 1)
    for (const cell of cells) placeBlock(tx, cell, block, agent.id, 'PLACE')
    return 'done'
  },

  progress: (world, _agent, { at }) => workProgress(world, 0, 1, at),
}

function refusePlacing(world: World, agent: Agent, itemId: string, cells: readonly Vec3[]): Refusal | undefined {
  const { content, profile } = world
  const [at] = cells as readonly [Vec3, ...Vec3[]]
  const occupied = cells.find((cell) => !isInWorld(world, cell) || content.replaceable[blockAt(world, cell)] !== 1)
  if (occupied !== undefined) {
    return explain(world, 'E_BLOCKED', 'space occupied', {
      block: content.blockNames[blockAt(world, occupied)],
      at: occupied,
    })
  }
  if (countOf(agent.inventory, itemId) < 1) {
    return explain(world, 'E_NO_RESOURCE', 'missing item', { item: itemId, need: 1, have: 0 })
  }
  const block = blockOf(world, itemId)
  if (block === undefined) return refuse('E_INVALID_TARGET', 'item not placeable')
  if (content.solid[block] === 1 && !profile.placesIntoBodies && cells.some((cell) => bodyAt(world, cell))) {
    return refuse('E_BLOCKED', 'space occupied by a body')
  }
  if (hasNeighbour(world, at) && isCarried(world, at, block)) return undefined
  const needs = content.blocks[block]?.needs_below ?? []
  return refuse('E_BLOCKED', 'nothing to place against', needs.length === 0 ? undefined : { needs_below: needs })
}

function blockOf(world: World, itemId: string): number | undefined {
  const name = world.content.items.get(itemId)?.place_as ?? null
  return name === null ? undefined : world.content.blockIdByName.get(name)
}

/** The cells an item fills: the one named, and for a door the one above it too. */
function cellsOf(world: World, itemId: string, at: Vec3): readonly Vec3[] {
  const block = blockOf(world, itemId)
  const isDoor = block !== undefined && (world.content.blocks[block]?.door ?? null) !== null
  return isDoor ? [at, [at[0], at[1] + 1, at[2]]] : [at]
}
