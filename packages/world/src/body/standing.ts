import type { Vec3 } from '@clawstead/protocol'
import { FLUID_WATER } from '../content.js'
import type { Agent } from '../state.js'
import type { World } from '../world.js'

/** Whether a cell stops a body and can carry one. Below the world and beyond its edge everything does, above it nothing. */
export function isSolid(world: World, x: number, y: number, z: number): boolean {
  if (y < 0 || !world.terrain.isInside(x, z)) return true
  return y < world.profile.height && world.content.solid[world.terrain.blockAt(x, y, z)] === 1
}

/** Whether part of a body can be in a cell. A closed door counts: whoever walks opens it. */
export function isPassable(world: World, x: number, y: number, z: number): boolean {
  if (!isSolid(world, x, y, z)) return true
  return y >= 0 && world.terrain.isInside(x, z) && world.content.door[world.terrain.blockAt(x, y, z)] === 1
}

/** Whether a body with its feet here would be carried: by the ground, by water or by a ladder. */
export function isSupported(world: World, x: number, y: number, z: number): boolean {
  if (isSolid(world, x, y - 1, z)) return true
  const feet = world.terrain.blockAt(x, y, z)
  return world.content.fluid[feet] === FLUID_WATER || world.content.climbable[feet] === 1
}

/** Whether being here, or standing on what is below, hurts. */
function isHarmful(world: World, x: number, y: number, z: number): boolean {
  const { terrain, content } = world
  const hurts = (at: number): boolean => content.harmful[terrain.blockAt(x, at, z)] === 1
  return hurts(y) || hurts(y + 1) || hurts(y - 1)
}

/** Whether a body can stay with its feet in this cell: room for feet and head, something that carries, nothing that hurts. */
export function canStand(world: World, x: number, y: number, z: number): boolean {
  if (y < 0 || y >= world.profile.height) return false
  return (
    isPassable(world, x, y, z) &&
    isPassable(world, x, y + 1, z) &&
    isSupported(world, x, y, z) &&
    !isHarmful(world, x, y, z)
  )
}

/** Whether any part of an agent's body is in the cell. */
function occupies(world: World, agent: Agent, [x, y, z]: Vec3): boolean {
  const [ax, ay, az] = agent.pos
  return ax === x && az === z && y >= ay && y < ay + world.profile.bodyCells
}

/** Whether anybody's feet or head are in the cell. */
export function bodyAt(world: World, cell: Vec3): boolean {
  let found = false
  world.presence.agents.near(cell, world.profile.bodyCells - 1, (agent) => {
    found ||= occupies(world, agent, cell)
  })
  return found
}
