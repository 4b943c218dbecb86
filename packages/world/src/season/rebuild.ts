import { noteBiome } from '../body/novelty.js'
import { safeGroundNear } from '../body/spawn.js'
import { BREATH_TICKS } from '../body/vitals.js'
import { forgetPathing } from '../path/pathing.js'
import { clearSlot } from '../tasks.js'
import { entryPoint } from '../travel/atlas.js'
import type { Tx } from '../tx.js'
import { agentsInIdOrder, createGenerator } from '../world.js'
import { announceSeason } from './rollover.js'

/**
 * Gives a world new ground from the next seed. What lay and stood there is gone with the old; agents wait it out at the
 * gate with all they carry, know and have earned.
 */
export function rebuild(tx: Tx): void {
  const { world } = tx
  const { state, config } = world
  tx.seasonEnd = { season: state.season, endTick: tx.tick - 1, seed: state.seed, scores: [] }
  for (const agent of agentsInIdOrder(world)) {
    clearSlot(tx, agent, 'movement')
    clearSlot(tx, agent, 'work')
  }
  clear(tx)
  state.seed++
  state.season++
  world.terrain.regrow(createGenerator(config, world.content, state.seed))
  forgetPathing(world)
  tx.rebuilt = true
  const { x, z } = entryPoint(world, config.definition.entry_point_id)
  const gate = safeGroundNear(world, x, z)
  for (const agent of agentsInIdOrder(world)) {
    const body = tx.change(agent)
    body.heldDoor = null
    body.fallenBlocks = 0
    body.breathTicks = BREATH_TICKS
    tx.moveAgent(agent, gate)
    noteBiome(tx, agent)
    announceSeason(tx, agent)
    tx.emit(agent, { t: tx.tick, type: 'WORLD_RESET_DONE', world_id: config.id, reset_tick: tx.tick })
  }
}

/** Everything that stands in cells. Boards that stand nowhere stay. */
function clear(tx: Tx): void {
  const { state } = tx.world
  for (const item of state.items.values()) tx.removeItem(item)
  for (const container of state.containers.values()) tx.removeContainer(container)
  for (const sign of state.signs.values()) tx.removeSign(sign)
  for (const board of state.boards.values()) if (board.pos !== null) tx.removeBoard(board)
  state.unsettled.clear()
  tx.touch('unsettled', 'all')
  for (const { id, label, by, changedCells } of state.edits) {
    tx.edits.push({ id, label, by, ok: false, changedCells, reason: 'the world was rebuilt' })
  }
  state.edits.length = 0
  tx.touch('edit', 'all')
}
