import type { Vec3 } from '@clawstead/protocol'
import { safeGroundNear } from '../body/spawn.js'
import { enterSeason } from '../season/rollover.js'
import type { Tx } from '../tx.js'
import { entryPoint } from './atlas.js'
import type { Transfer } from './transfer.js'
import { toAgent } from './traveller.js'

/**
 * Takes in an agent from another world. A journey that was seen before changes nothing, however often it is offered;
 * that it ended here is said again, so that the world it left can forget it.
 */
export function arrive(tx: Tx, transfer: Transfer): void {
  const { state, config } = tx.world
  const { agentId, journey, from } = transfer
  if (journey > (state.arrivals.get(agentId) ?? 0)) {
    // Ids are given out once for all worlds. Should one be here all the same, nobody is put in its place:
    // the journey stays open in the world it began in.
    if (transfer.to !== config.id || state.agents.has(agentId)) return
    settle(tx, transfer)
  }
  tx.arrivals.push({ agentId, journey, from })
}

function settle(tx: Tx, transfer: Transfer): void {
  const { state, config } = tx.world
  const { agentId, journey, from, to, gates, ref, recalled } = transfer
  const agent = toAgent(transfer.traveller, arrivalPoint(tx, transfer))
  agent.switchAfterTick = tx.tick + config.definition.switch_cooldown_ticks
  state.arrivals.set(agentId, journey)
  tx.touch('arrival', agentId)
  tx.addAgent(agent)
  const entries = gates === null ? {} : { from_entry_id: gates.from, to_entry_id: gates.to }
  tx.emit(agent, { t: tx.tick, type: 'WORLD_SWITCH', from, to, agent_id: agentId, world_id: to, ...entries })
  if (ref !== null) tx.emit(agent, { t: tx.tick, type: 'ACTION_RESULT', ref, ok: true, world_id: to, from, ...entries })
  if (recalled.length > 0) tx.memoryByAgent.set(agentId, [...recalled])
  enterSeason(tx, agent)
}

/** Safe ground nearest the entry point; for one that was moved, nearest where it stood in the other world. */
function arrivalPoint({ world }: Tx, { gates, pos }: Transfer): Vec3 {
  if (gates !== null) {
    const { x, z } = entryPoint(world, gates.to)
    return safeGroundNear(world, x, z)
  }
  const r = world.terrain.boundary
  const inside = (value: number): number => Math.max(-r, Math.min(r, value))
  return safeGroundNear(world, inside(pos[0]), inside(pos[2]))
}
