import type { Vec3 } from '@clawstead/protocol'
import { FLUID_WATER } from '../content.js'
import { DROP_BLOCKS_MAX } from '../path/steps.js'
import type { Agent } from '../state.js'
import type { Tx } from '../tx.js'
import type { World } from '../world.js'
import { harm } from './harm.js'
import { canStand, isPassable, isSupported } from './standing.js'
import { roomFor } from './unbury.js'

const FALL_BLOCKS_PER_TICK = 4

/** Moves a body as its weight does: down when nothing carries it, up when it floats or was buried. */
export function fall(tx: Tx, agent: Agent): void {
  const { world } = tx
  const [x, y, z] = agent.pos
  if (!isPassable(world, x, y, z)) {
    surface(tx, agent)
    return
  }
  if (!isSupported(world, x, y, z)) {
    drop(tx, agent)
    return
  }
  if (agent.fallenBlocks !== 0) land(tx, agent)
  if (isIdle(agent) && isUnderWater(world, agent.pos)) rise(tx, agent)
}

function drop(tx: Tx, agent: Agent): void {
  const { world } = tx
  const [x, , z] = agent.pos
  let y = agent.pos[1]
  let fallen = agent.fallenBlocks
  for (let i = 0; i < FALL_BLOCKS_PER_TICK && !isSupported(world, x, y, z); i++) {
    y--
    fallen++
  }
  tx.moveAgent(agent, [x, y, z])
  agent.fallenBlocks = fallen
  if (isSupported(world, x, y, z)) land(tx, agent)
}

/** Water and ladders catch a body softly; ground does not, past the height one can jump down from. */
function land(tx: Tx, agent: Agent): void {
  const [x, y, z] = agent.pos
  const { fallenBlocks } = agent
  tx.change(agent).fallenBlocks = 0
  const feet = tx.world.terrain.blockAt(x, y, z)
  const isSoft = tx.world.content.fluid[feet] !== 0 || tx.world.content.climbable[feet] === 1
  if (!isSoft) harm(tx, agent, fallenBlocks - DROP_BLOCKS_MAX, 'FALL')
}

/** A body with nothing to do under water drifts up. */
function rise(tx: Tx, agent: Agent): void {
  const [x, y, z] = agent.pos
  if (canStand(tx.world, x, y + 1, z)) tx.moveAgent(agent, [x, y + 1, z])
}

/** Somebody's edit set blocks where a body was: it comes out of them. */
function surface(tx: Tx, agent: Agent): void {
  const room = roomFor(tx.world, agent.pos)
  if (room === agent.pos) return
  tx.moveAgent(agent, room)
  agent.fallenBlocks = 0
}

function isIdle(agent: Agent): boolean {
  return agent.movement === null && agent.work === null
}

/** Whether the head is in water. */
export function isUnderWater(world: World, [x, y, z]: Vec3): boolean {
  return world.content.fluid[world.terrain.blockAt(x, y + world.profile.bodyCells - 1, z)] === FLUID_WATER
}
