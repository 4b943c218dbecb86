import type { Vec3 } from '@clawstead/protocol'
import { copyAgent } from '../history/copy-state.js'
import type { Agent } from '../state.js'
import type { Traveller } from './transfer.js'

/** Takes an agent out of its surroundings. The copy shares nothing with what goes on being written. */
export function toTraveller(agent: Agent): Traveller {
  const {
    pos: _pos,
    fallenBlocks: _fallenBlocks,
    heldDoor: _heldDoor,
    movement: _movement,
    work: _work,
    ...traveller
  } = copyAgent(agent)
  return traveller
}

/** Puts a traveller into a place: idle, and with both feet on the ground. */
export function toAgent(traveller: Traveller, pos: Vec3): Agent {
  return copyAgent({ ...traveller, pos, fallenBlocks: 0, heldDoor: null, movement: null, work: null })
}
