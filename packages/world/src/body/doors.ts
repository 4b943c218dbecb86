import type { Vec3 } from '@clawstead/protocol'
import type { Agent } from '../state.js'
import type { Tx } from '../tx.js'
import { isDoorHeld, toggleDoor } from '../work/doors.js'
import { blockAt, type World } from '../world.js'

/** Swings the closed doors open that a body walks into, and remembers to close them behind it. */
export function openDoors(tx: Tx, agent: Agent): void {
  for (const cell of bodyCells(tx.world, agent.pos)) {
    if (!isDoor(tx.world, cell, false)) continue
    toggleDoor(tx, cell, agent.id)
    tx.change(agent).heldDoor = agent.pos
  }
}

/** Closes the doors a body has walked out of. */
export function releaseDoors(tx: Tx, agent: Agent): void {
  if (agent.heldDoor !== null && !isSame(agent.heldDoor, agent.pos)) leaveDoors(tx, agent)
}

/** Closes the doors of a body that is elsewhere, unless somebody else stands in them: then it is theirs to close. */
export function leaveDoors(tx: Tx, agent: Agent): void {
  const held = agent.heldDoor
  if (held === null) return
  tx.change(agent).heldDoor = null
  for (const cell of bodyCells(tx.world, held)) {
    if (!isDoor(tx.world, cell, true)) continue
    if (isDoorHeld(tx.world, cell)) inherit(tx, held)
    else toggleDoor(tx, cell, agent.id)
  }
}

function inherit(tx: Tx, held: Vec3): void {
  const heirs: Agent[] = []
  tx.world.presence.agents.near(held, tx.world.profile.bodyCells, (other) => {
    if (other.heldDoor === null && other.pos[0] === held[0] && other.pos[2] === held[2]) heirs.push(other)
  })
  const heir = heirs.sort((a, b) => a.number - b.number)[0]
  if (heir !== undefined) tx.change(heir).heldDoor = heir.pos
}

function isDoor(world: World, cell: Vec3, isOpen: boolean): boolean {
  return world.content.blocks[blockAt(world, cell)]?.door?.is_open === isOpen
}

function bodyCells({ profile }: World, [x, y, z]: Vec3): Vec3[] {
  return Array.from({ length: profile.bodyCells }, (_, up): Vec3 => [x, y + up, z])
}

function isSame(a: Vec3, b: Vec3): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2]
}
